import { useState } from 'react'
import type { Discovery } from '../../shared/ipc/index.ts'
import type { ContextId, ResourceInfo } from '../../shared/kube/index.ts'
import {
  type Address,
  addressOf,
  firstListOf,
  navigate,
  useDiscovery,
  useForwards,
  useSession,
  useSettings,
  useSnapshot,
} from '../live/index.ts'
import {
  groupKinds,
  type KindGroup,
  kindKey,
  kindMatches,
  listKey,
  pluralTitle,
  preferredKinds,
  useListFacts,
} from '../resources/index.ts'
import { Button, FilterField, Icon, MeaningMark } from '../ui/index.ts'
import { togglePin } from './actions.ts'
import styles from './ClusterNav.module.css'
import { runningForwards } from './dock/dockTitles.ts'
import { showInDock } from './dock/useDockKeeping.ts'
import type { FindingBadge } from './findingBadge.ts'
import { asLeft } from './tabStore.ts'
import { useFindingBadge } from './useFindingBadge.ts'

export interface ClusterNavProps {
  readonly context: ContextId
  readonly address: Address
}

const startsOpen: ReadonlySet<string> = new Set(['Workloads'])

/** Where to go within a context: admission, pinned kinds, and every kind that discovery offers. */
export function ClusterNav({ context, address }: ClusterNavProps) {
  const discovery = useDiscovery(context)
  const [filter, setFilter] = useState('')
  return (
    <nav className={styles.nav} aria-label="Cluster">
      <div className={styles.filter}>
        <FilterField label="Filter kinds" value={filter} onChange={setFilter} takesSlash={false} />
      </div>
      <div className={styles.scroll}>
        <ul>
          <Item title="Overview" isCurrent={address.view === 'overview'} to={addressOf.overview(context)} />
          <Item title="Events" isCurrent={address.view === 'events'} to={addressOf.events(context)} />
          <Item title="Usage" isCurrent={address.view === 'usage'} to={addressOf.usage(context)} />
          <ForwardsItem />
          <Item
            title="Compare"
            isCurrent={address.view === 'compare'}
            to={asLeft(context, addressOf.compare(context))}
          />
          <Item
            title="API explorer"
            isCurrent={address.view === 'explorer'}
            to={asLeft(context, addressOf.explorer(context))}
          />
        </ul>
        <h2 className={styles.heading}>Admission</h2>
        <ul>
          <Item
            title="Pipeline"
            isCurrent={address.view === 'pipeline'}
            to={asLeft(context, addressOf.pipeline(context))}
          />
          <Item title="Policies" isCurrent={address.view === 'policies'} to={addressOf.policies(context)} />
          <Item title="Webhooks" isCurrent={address.view === 'webhooks'} to={addressOf.webhooks(context)} />
          <Item
            title="What happens if"
            isCurrent={address.view === 'whatif'}
            to={asLeft(context, addressOf.whatIf(context))}
          />
          <FindingsItem context={context} isCurrent={address.view === 'findings'} />
          <Item
            title="Audit"
            isCurrent={address.view === 'audit'}
            to={asLeft(context, addressOf.audit(context))}
          />
          <Item
            title="Scratchpad"
            isCurrent={address.view === 'scratchpad'}
            to={asLeft(context, addressOf.scratchpad(context))}
          />
          <Item title="Fleet" isCurrent={address.view === 'fleet'} to={addressOf.fleet(context)} />
        </ul>
        <Pinned context={context} address={address} discovery={discovery} />
        <h2 className={styles.heading}>Resources</h2>
        {discovery === null || (discovery.resources.length === 0 && discovery.readAt === 0) ? (
          <p className={styles.note}>Kinds appear once the context is connected.</p>
        ) : (
          <Groups context={context} address={address} discovery={discovery} filter={filter} />
        )}
      </div>
    </nav>
  )
}

/** Forwards of all contexts stand in the dock: they run on whatever is in front. */
function ForwardsItem() {
  const running = runningForwards(useForwards())
  return (
    <li className={styles.item}>
      <button type="button" className={styles.link} onClick={() => showInDock('forwards')}>
        <span className={styles.text}>Port-forwards</span>
        {running > 0 && <span className={styles.count}>{running}</span>}
      </button>
    </li>
  )
}

function FindingsItem({ context, isCurrent }: { readonly context: ContextId; readonly isCurrent: boolean }) {
  const badge = useFindingBadge(context, isCurrent)
  return (
    <Item
      title="Findings"
      isCurrent={isCurrent}
      to={asLeft(context, addressOf.findings(context))}
      badge={badge === null ? undefined : <Badge badge={badge} />}
    />
  )
}

function Badge({ badge: { meaning, count, text } }: { readonly badge: FindingBadge }) {
  return (
    <span className={styles.badge} title={text}>
      {meaning !== undefined && <MeaningMark meaning={meaning} />}
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

function Groups({
  context,
  address,
  discovery,
  filter,
}: ClusterNavProps & { readonly discovery: Discovery; readonly filter: string }) {
  const groups = groupKinds(discovery.resources.filter(kind => kindMatches(kind, filter)))
  // Of a connection that is lost or refused the line above the views tells.
  const failures = useSession(context)?.phase === 'ready' ? discovery.failures : []
  return (
    <>
      {groups.map(group => (
        <Group
          key={group.title}
          group={group}
          context={context}
          address={address}
          isSearch={filter.trim() !== ''}
        />
      ))}
      {groups.length === 0 && <p className={styles.note}>{`No kind matches “${filter}”.`}</p>}
      {failures.map(({ groupVersion, error }) => (
        <p key={groupVersion} className={styles.failure} title={error.message}>
          <MeaningMark meaning="warning" />
          <span>
            <strong>{groupVersion}</strong> could not be read: {error.message}
          </span>
        </p>
      ))}
    </>
  )
}

interface GroupProps extends ClusterNavProps {
  readonly group: KindGroup
  readonly isSearch: boolean
}

function Group({ group, context, address, isSearch }: GroupProps) {
  const holdsCurrent = group.kinds.some(kind => isCurrentKind(kind, address))
  const [wish, setWish] = useState<boolean | null>(null)
  const isOpen = isSearch || (wish ?? (startsOpen.has(group.title) || holdsCurrent))
  return (
    <div>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        onClick={() => setWish(!isOpen)}
        title={group.title}
      >
        <span className={styles.text}>{group.title}</span>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      </button>
      {isOpen && (
        <ul className={styles.kinds}>
          {group.kinds.map(kind => (
            <KindItem
              key={kindKey(kind)}
              kind={kind}
              context={context}
              address={address}
              isAmbiguous={group.kinds.some(other => other !== kind && other.kind === kind.kind)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function Pinned({ context, address, discovery }: ClusterNavProps & { readonly discovery: Discovery | null }) {
  const pinned = useSettings()?.pinned ?? []
  if (pinned.length === 0 || discovery === null) return null
  const kinds = new Map(preferredKinds(discovery.resources).map(kind => [kindKey(kind), kind]))
  const here = pinned.flatMap(key => kinds.get(key) ?? [])
  if (here.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>Pinned</h2>
      <ul>
        {here.map(kind => (
          <KindItem key={kindKey(kind)} kind={kind} context={context} address={address} />
        ))}
      </ul>
    </>
  )
}

interface KindItemProps extends ClusterNavProps {
  readonly kind: ResourceInfo
  /** Another kind of the same name stands beside it: the group tells them apart. */
  readonly isAmbiguous?: boolean
}

function KindItem({ kind, context, address, isAmbiguous = false }: KindItemProps) {
  const key = kindKey(kind)
  const facts = useListFacts(listKey(context, key))
  const isPinned = useSettings()?.pinned.includes(key) ?? false
  const isCurrent = isCurrentKind(kind, address)
  const plural = pluralTitle(kind)
  const status = useSnapshot(context)?.status
  const isAway = status?.phase === 'ready' && !status.held.includes(`${kind.group}/${kind.resource}`)
  const title = isAmbiguous && kind.group !== '' ? `${plural} · ${kind.group}` : plural
  return (
    <Item
      title={title}
      isAway={isAway}
      isCurrent={isCurrent}
      to={asLeft(context, firstListOf(context, kind))}
      count={facts === null || facts.contexts > 1 || facts.liveness.state === 'absent' ? null : facts.total}
    >
      {isCurrent && (
        <Button
          look="quiet"
          label={isPinned ? `Unpin ${title}` : `Pin ${title}`}
          isPressed={isPinned}
          onPress={() => togglePin(key)}
        >
          <Icon name="pin" />
        </Button>
      )}
    </Item>
  )
}

interface ItemProps {
  readonly title: string
  readonly isCurrent: boolean
  /** The dump holds none of it. */
  readonly isAway?: boolean
  readonly to: string
  readonly count?: number | null
  readonly badge?: React.ReactNode
  readonly children?: React.ReactNode
}

function Item({ title, isCurrent, isAway = false, to, count = null, badge, children }: ItemProps) {
  return (
    <li className={`${styles.item} ${isCurrent ? styles.current : ''} ${isAway ? styles.away : ''}`}>
      <a
        className={styles.link}
        href={to}
        title={isAway ? `${title}: not in the dump` : title}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          // A list that is here already keeps its filter and namespaces.
          if (!isCurrent) navigate(to)
        }}
      >
        <span className={styles.text}>{title}</span>
        {count !== null && <span className={styles.count}>{new Intl.NumberFormat().format(count)}</span>}
        {badge}
      </a>
      {children}
    </li>
  )
}

function isCurrentKind(kind: ResourceInfo, address: Address): boolean {
  const resource =
    address.view === 'list' ? address.resource : address.view === 'object' ? address.ref.resource : null
  return resource !== null && resource.group === kind.group && resource.resource === kind.resource
}
