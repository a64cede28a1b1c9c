import { lazy, memo, Suspense, useMemo, useRef } from 'react'
import type { ContextId, ObjectRef, Resource, ResourceInfo } from '../../shared/kube/index.ts'
import { ConnectionBanner, ConnectionView, ContextsView, showDoor } from '../contexts/index.ts'
import {
  type Address,
  addressOf,
  navigate,
  useContextEntry,
  useContextList,
  useDiscovery,
  useIsViewActive,
  useSession,
  useSessions,
  ViewActiveContext,
} from '../live/index.ts'
import { ResourceListView } from '../resources/index.ts'
import { Button, EmptyState, useLater } from '../ui/index.ts'
import { closeContext } from './actions.ts'
import { Fault } from './Fault.tsx'
import { useKeptViews } from './keptViews.ts'
import { closeAllTabs, useOpenIdentities } from './tabStore.ts'
import { identityOf } from './tabs.ts'
import { useFocusAsLeft } from './useFocusAsLeft.ts'
import styles from './ViewHost.module.css'

const SettingsView = lazy(async () => ({ default: (await import('../settings/index.ts')).SettingsView }))
const DiagnosticsView = lazy(async () => ({
  default: (await import('../diagnostics/index.ts')).DiagnosticsView,
}))
const OverviewView = lazy(async () => ({ default: (await import('../overview/index.ts')).OverviewView }))
const PoliciesView = lazy(async () => ({ default: (await import('../admission/index.ts')).PoliciesView }))
const WebhooksView = lazy(async () => ({ default: (await import('../admission/index.ts')).WebhooksView }))
const PipelineView = lazy(async () => ({ default: (await import('../admission/index.ts')).PipelineView }))
const WhatIfView = lazy(async () => ({ default: (await import('../admission/index.ts')).WhatIfView }))
const FindingsView = lazy(async () => ({ default: (await import('../admission/index.ts')).FindingsView }))
const AuditView = lazy(async () => ({ default: (await import('../admission/index.ts')).AuditView }))
const ScratchpadView = lazy(async () => ({
  default: (await import('../admission/index.ts')).ScratchpadView,
}))
const FleetView = lazy(async () => ({ default: (await import('../admission/index.ts')).FleetView }))
const CompareView = lazy(async () => ({ default: (await import('../compare/index.ts')).CompareView }))
const ExplorerView = lazy(async () => ({ default: (await import('../explorer/index.ts')).ExplorerView }))
const EditView = lazy(async () => ({ default: (await import('../writes/index.ts')).EditView }))
const DraftsView = lazy(async () => ({ default: (await import('../writes/index.ts')).DraftsView }))
const JournalView = lazy(async () => ({ default: (await import('../writes/index.ts')).JournalView }))
const EventsView = lazy(async () => ({ default: (await import('../usage/index.ts')).EventsView }))
const UsageView = lazy(async () => ({ default: (await import('../usage/index.ts')).UsageView }))
const LogsView = lazy(async () => ({ default: (await import('../logs/index.ts')).LogsView }))
const LogsPanel = lazy(async () => ({ default: (await import('../logs/index.ts')).LogsPanel }))
const AdmissionTab = lazy(async () => ({ default: (await import('../admission/index.ts')).AdmissionTab }))
const ObjectView = lazy(async () => ({ default: (await import('../resources/object/index.ts')).ObjectView }))

/** The view of the address in front, and behind it those that were there lately. */
export function ViewHost({ address }: { readonly address: Address }) {
  const open = useOpenIdentities()
  const kept = useKeptViews(
    address,
    useMemo(() => new Set(open.split('\n')), [open]),
  )
  const current = identityOf(address)
  return kept.map(({ identity, address: place }) => (
    <KeptPlace key={identity} address={place} isActive={identity === current} />
  ))
}

interface KeptPlaceProps {
  readonly address: Address
  readonly isActive: boolean
}

/** A view that stays. Drawn again only when its own address changes, or it comes to the front. */
const KeptPlace = memo(function KeptPlace({ address, isActive }: KeptPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useFocusAsLeft(place, isActive)
  return (
    <div
      ref={place}
      className={styles.view}
      tabIndex={-1}
      hidden={!isActive}
      data-view-active={isActive ? '' : undefined}
    >
      <ViewActiveContext value={isActive}>
        <Fault>
          <Suspense fallback={<Loading />}>
            <View address={address} />
          </Suspense>
        </Fault>
      </ViewActiveContext>
    </div>
  )
})

function View({ address }: { readonly address: Address }) {
  switch (address.view) {
    case 'contexts':
      return <ContextsView />
    case 'settings':
      return <SettingsView section={address.section} onDoor={showDoor} />
    case 'diagnostics':
      return <DiagnosticsView tab={address.tab} />
    case 'start':
      return null
    default:
      return <InContext address={address} />
  }
}

type ContextAddress = Extract<
  Address,
  {
    readonly view:
      | ('edit' | 'drafts' | 'journal')
      | ('overview' | 'policies' | 'webhooks' | 'pipeline' | 'whatif' | 'list' | 'object')
      | ('findings' | 'audit' | 'scratchpad' | 'fleet' | 'events' | 'usage' | 'logs' | 'explorer' | 'compare')
  }
>

function InContext({ address }: { readonly address: ContextAddress }) {
  const list = useContextList()
  const entry = useContextEntry(address.context)
  const session = useSession(address.context)
  // Once connected, the views stay and say themselves how old they are.
  const wasReady = useRef(false)
  if (session?.phase === 'ready') wasReady.current = true
  if (list === null) return null
  const isMerged = isMergedList(address)
  if (!isMerged) {
    if (entry === null) return <NoSuchContext context={address.context} />
    const isClosed = session === null || session.phase === 'closed'
    if (isClosed) wasReady.current = false
    if (!wasReady.current) return <ConnectionView entry={entry} session={session} />
  }
  // One and the same list while contexts join it: what has the focus in it stays.
  return (
    <>
      {!isMerged && entry !== null && <ConnectionBanner entry={entry} session={session} />}
      <ContextContent address={address} />
    </>
  )
}

/** A list of several contexts shows those that are connected, and says itself how the others stand. */
function isMergedList(address: ContextAddress): boolean {
  return address.view === 'list' && address.query.merged.length > 0
}

/** In place of the views of a context that left its kubeconfig. */
function NoSuchContext({ context }: { readonly context: ContextId }) {
  const forget = () => {
    closeContext(context)
    closeAllTabs(context)
  }
  return (
    <EmptyState
      meaning="warning"
      title="There is no such context"
      detail={`No kubeconfig file names ${context} any more. The files are watched: when one names it again, this tab goes on by itself.`}
      actions={
        <>
          <Button look="primary" onPress={() => navigate(addressOf.contexts())}>
            All contexts
          </Button>
          <Button onPress={forget}>Close its tabs</Button>
        </>
      }
    />
  )
}

function ContextContent({ address }: { readonly address: ContextAddress }) {
  switch (address.view) {
    case 'overview':
      return <OverviewView context={address.context} />
    case 'policies':
      return <PoliciesView context={address.context} />
    case 'webhooks':
      return <WebhooksView context={address.context} />
    case 'findings':
      return <FindingsView context={address.context} finding={address.finding} />
    case 'audit':
      return <AuditView context={address.context} place={address.audit} />
    case 'scratchpad':
      return (
        <ScratchpadView context={address.context} scratch={address.scratch} question={address.question} />
      )
    case 'logs':
      return <LogsView context={address.context} place={address.place} />
    case 'compare':
      return <CompareView context={address.context} place={address.compare} />
    case 'explorer':
      return <ExplorerView context={address.context} place={address.place} />
    case 'edit':
      return <EditView key={address.draft} context={address.context} draft={address.draft} />
    case 'drafts':
      return <DraftsView context={address.context} />
    case 'journal':
      return <JournalView context={address.context} />
    case 'events':
      return <EventsView context={address.context} />
    case 'usage':
      return <UsageView context={address.context} />
    case 'fleet':
      return <FleetView context={address.context} />
    case 'pipeline':
      return <PipelineView context={address.context} question={address.question} />
    case 'whatif':
      return <WhatIfView context={address.context} question={address.question} />
    case 'object':
      return (
        <ObjectView
          context={address.context}
          objectRef={address.ref}
          tab={address.tab}
          admission={AdmissionTab}
          logs={LogsTab}
        />
      )
    case 'list':
      return <ListOfKind address={address} />
  }
}

function LogsTab({ context, objectRef }: { readonly context: ContextId; readonly objectRef: ObjectRef }) {
  const isActive = useIsViewActive()
  return <LogsPanel context={context} target={{ type: 'object', ref: objectRef }} isActive={isActive} />
}

function ListOfKind({ address }: { readonly address: Extract<ContextAddress, { readonly view: 'list' }> }) {
  const { context, resource, query } = address
  const kind = useKindInAny([context, ...query.merged], resource)
  return <ResourceListView context={context} resource={resource} kind={kind ?? null} query={query} />
}

/** The kind as the first of the open contexts has it: the list's own one may not be connected. */
function useKindInAny(contexts: readonly ContextId[], resource: Resource): ResourceInfo | null {
  const sessions = useSessions()
  const ready = contexts.find(context =>
    sessions?.some(session => session.context === context && session.phase === 'ready'),
  )
  const discovery = useDiscovery(ready ?? contexts[0] ?? null)
  const same = discovery?.resources.filter(
    one => one.group === resource.group && one.resource === resource.resource,
  )
  return (
    same?.find(one => one.version === resource.version) ?? (contexts.length > 1 ? same?.[0] : null) ?? null
  )
}

function Loading() {
  return useLater(200) ? (
    <EmptyState title="Loading the view" detail="Its code is read when it is first opened." />
  ) : null
}
