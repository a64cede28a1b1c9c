import { lazy, Suspense, useRef } from 'react'
import { ConnectionBanner, ConnectionView, ContextsView } from '../contexts/index.ts'
import {
  type Address,
  addressOf,
  navigate,
  useContextEntry,
  useContextList,
  useDiscovery,
  useSession,
  ViewActiveContext,
} from '../live/index.ts'
import { ResourceListView } from '../resources/index.ts'
import { Button, EmptyState, useLater } from '../ui/index.ts'
import { Fault } from './Fault.tsx'
import { useOpenIdentities } from './tabStore.ts'
import { identityOf } from './tabs.ts'
import styles from './ViewHost.module.css'

const SettingsView = lazy(async () => ({ default: (await import('../settings/index.ts')).SettingsView }))
const PoliciesView = lazy(async () => ({ default: (await import('../admission/index.ts')).PoliciesView }))
const WebhooksView = lazy(async () => ({ default: (await import('../admission/index.ts')).WebhooksView }))
const ObjectView = lazy(async () => ({ default: (await import('../resources/object/index.ts')).ObjectView }))

interface Kept {
  readonly identity: string
  readonly address: Address
}

/** Views that stay as they were while another is in front: coming back costs nothing. */
const mostKept = 8

/** The view of the address in front, and behind it those that were there lately. */
export function ViewHost({ address }: { readonly address: Address }) {
  const kept = useKept(address)
  const current = identityOf(address)
  return kept.map(view => {
    const isActive = view.identity === current
    return (
      <div
        key={view.identity}
        className={styles.view}
        hidden={!isActive}
        data-view-active={isActive ? '' : undefined}
      >
        <ViewActiveContext value={isActive}>
          <Fault>
            <Suspense fallback={<Loading />}>
              <View address={view.address} />
            </Suspense>
          </Fault>
        </ViewActiveContext>
      </div>
    )
  })
}

/** The latest views in a stable order, without those whose tab was closed. */
function useKept(address: Address): readonly Kept[] {
  const kept = useRef<readonly Kept[]>([])
  const uses = useRef(new Map<string, number>())
  const open = new Set(useOpenIdentities().split('\n'))
  const identity = identityOf(address)
  uses.current.set(identity, Math.max(0, ...uses.current.values()) + 1)
  const others = kept.current.filter(view => view.identity !== identity && open.has(view.identity))
  const lastUse = (view: Kept) => uses.current.get(view.identity) ?? 0
  const latest = new Set([...others].sort((a, b) => lastUse(b) - lastUse(a)).slice(0, mostKept - 1))
  const place = kept.current.findIndex(view => view.identity === identity)
  const present: Kept = { identity, address }
  kept.current =
    place < 0
      ? [...others.filter(view => latest.has(view)), present]
      : kept.current.flatMap(view =>
          view.identity === identity ? [present] : latest.has(view) ? [view] : [],
        )
  return kept.current
}

function View({ address }: { readonly address: Address }) {
  switch (address.view) {
    case 'contexts':
      return <ContextsView />
    case 'settings':
      return <SettingsView />
    case 'start':
      return null
    default:
      return <InContext address={address} />
  }
}

type ContextAddress = Extract<Address, { readonly view: 'policies' | 'webhooks' | 'list' | 'object' }>

function InContext({ address }: { readonly address: ContextAddress }) {
  const list = useContextList()
  const entry = useContextEntry(address.context)
  const session = useSession(address.context)
  // Once connected, the views stay and say themselves how old they are.
  const wasReady = useRef(false)
  if (session?.phase === 'ready') wasReady.current = true
  if (list === null) return null
  if (entry === null) {
    return (
      <EmptyState
        meaning="warning"
        title="There is no such context"
        detail={`No kubeconfig file names ${address.context} any more.`}
        actions={<Button onPress={() => navigate(addressOf.contexts())}>All contexts</Button>}
      />
    )
  }
  const isClosed = session === null || session.phase === 'closed'
  if (isClosed) wasReady.current = false
  if (!wasReady.current) return <ConnectionView entry={entry} session={session} />
  return (
    <>
      <ConnectionBanner entry={entry} session={session} />
      <ContextContent address={address} />
    </>
  )
}

function ContextContent({ address }: { readonly address: ContextAddress }) {
  switch (address.view) {
    case 'policies':
      return <PoliciesView context={address.context} />
    case 'webhooks':
      return <WebhooksView context={address.context} />
    case 'object':
      return <ObjectView context={address.context} objectRef={address.ref} tab={address.tab} />
    case 'list':
      return <ListOfKind address={address} />
  }
}

function ListOfKind({ address }: { readonly address: Extract<ContextAddress, { readonly view: 'list' }> }) {
  const { context, resource, query } = address
  const discovery = useDiscovery(context)
  const kind = discovery?.resources.find(
    one =>
      one.group === resource.group && one.version === resource.version && one.resource === resource.resource,
  )
  return <ResourceListView context={context} resource={resource} kind={kind ?? null} query={query} />
}

function Loading() {
  return useLater(200) ? (
    <EmptyState title="Loading the view" detail="Its code is read when it is first opened." />
  ) : null
}
