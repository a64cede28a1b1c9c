import type { ContextId } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import {
  type Address,
  useAnnouncement,
  useConnectionFigures,
  useContextEntry,
  useDock,
  useEngineConnection,
  useForwards,
  useSession,
  useSessions,
  useSnapshots,
  useTerminals,
} from '../live/index.ts'
import { kindKey, type ListFacts, listKey, useListFacts } from '../resources/index.ts'
import { type Liveness, progressText } from '../table/index.ts'
import { Age, MeaningMark } from '../ui/index.ts'
import { toggleDock } from './dock/dockFocus.ts'
import { runningForwards, runningTerminals } from './dock/dockTitles.ts'
import { showInDock } from './dock/useDockKeeping.ts'
import styles from './StatusLine.module.css'

/** What holds right now: how live the view is, its size and pace, what the connection does. */
export function StatusLine({ address }: { readonly address: Address }) {
  const context = 'context' in address ? address.context : null
  const announcement = useAnnouncement()
  return (
    <footer className={styles.line}>
      {context === null ? <AllContexts /> : <OneContext context={context} address={address} />}
      <output className={styles.said}>{announcement}</output>
      {context !== null && <Figures context={context} />}
      <DockCounts />
      {context !== null && <Guard context={context} />}
    </footer>
  )
}

/** What keeps the context from being changed. */
function Guard({ context }: { readonly context: ContextId }) {
  const entry = useContextEntry(context)
  if (entry === null) return null
  if (entry.origin === 'snapshot') return <span>read only</span>
  if (entry.origin === 'sample') return <span>simulated: changes end with Gatehouse</span>
  return entry.isProtected ? <span>protected</span> : null
}

/** What runs in the dock, wherever one is; each count opens it there. */
function DockCounts() {
  const terminals = runningTerminals(useTerminals())
  const forwards = runningForwards(useForwards())
  const news = useDock(({ news: keys }) => keys.size)
  const isOpen = useDock(state => state.isOpen)
  return (
    <>
      {terminals > 0 && (
        <button type="button" className={styles.opener} onClick={() => showInDock('terminal')}>
          {counted(terminals, 'terminal')}
        </button>
      )}
      {forwards > 0 && (
        <button type="button" className={styles.opener} onClick={() => showInDock('forwards')}>
          {counted(forwards, 'port-forward')}
        </button>
      )}
      {news > 0 && !isOpen && (
        <button type="button" className={styles.opener} onClick={toggleDock}>
          <span className={styles.news} />
          new in the dock
        </button>
      )}
    </>
  )
}

function AllContexts() {
  const dumps = useSnapshots() ?? []
  const unread = new Set(
    dumps.filter(({ status }) => status.phase === 'failed').map(({ context }) => context),
  )
  const open = (useSessions() ?? []).filter(
    ({ phase, context }) => phase !== 'closed' && !unread.has(context),
  ).length
  return <span>{open === 0 ? 'no context is open' : `${open} open`}</span>
}

function OneContext({ context, address }: { readonly context: ContextId; readonly address: Address }) {
  const entry = useContextEntry(context)
  const session = useSession(context)
  const key = address.view === 'list' ? listKey(context, kindKey(address.resource)) : ''
  const facts = useListFacts(key)
  const merged = address.view === 'list' ? address.query.merged.length : 0
  return (
    <>
      <span className={styles.context} data-context-colour={entry?.colour ?? 0}>
        <span className={styles.contextName}>{entry?.name ?? context}</span>
      </span>
      {merged > 0 && <span>{`and ${merged} more ${merged === 1 ? 'context' : 'contexts'}`}</span>}
      {session?.userName !== undefined && <span className={styles.user}>{session.userName}</span>}
      {facts !== null && <List facts={facts} isDump={entry?.origin === 'snapshot' && merged === 0} />}
    </>
  )
}

function List({ facts, isDump }: { readonly facts: ListFacts; readonly isDump: boolean }) {
  const { matching, total, changesPerSecond, liveness } = facts
  // Without the engine nothing is live, whatever was said last.
  const isCutOff = useEngineConnection().status !== 'ready'
  return (
    <>
      {isCutOff ? <CutOff /> : <LivenessWords liveness={liveness} isDump={isDump} />}
      <span>
        {matching === total
          ? `${progressText(total, null)} ${total === 1 ? 'row' : 'rows'}`
          : `${progressText(total, null)} ${total === 1 ? 'row' : 'rows'} · ${progressText(matching, null)} match`}
      </span>
      {!isCutOff && changesPerSecond > 0 && <span>{paceText(changesPerSecond)}</span>}
    </>
  )
}

function CutOff() {
  return (
    <span className={styles.warning}>
      <MeaningMark meaning="warning" />
      not live
    </span>
  )
}

function paceText(changesPerSecond: number): string {
  const rounded = Math.max(1, Math.round(changesPerSecond))
  return `${new Intl.NumberFormat().format(rounded)} ${rounded === 1 ? 'change' : 'changes'}/s`
}

interface LivenessWordsProps {
  readonly liveness: Liveness
  /** Of files: nothing of it is live, and what is not in it was not refused. */
  readonly isDump: boolean
}

function LivenessWords({ liveness, isDump }: LivenessWordsProps) {
  if (isDump && (liveness.state === 'live' || liveness.state === 'absent'))
    return <span>{liveness.state === 'live' ? 'from a dump' : 'not in the dump'}</span>
  switch (liveness.state) {
    case 'live':
      return (
        <span className={styles.good}>
          <MeaningMark meaning="good" />
          live
        </span>
      )
    case 'stale':
    case 'relisting':
      return (
        <span className={styles.warning}>
          <MeaningMark meaning="warning" />
          {liveness.state === 'stale' ? 'stale' : 'reading anew'} · <Age since={liveness.since} />
        </span>
      )
    case 'loading':
      return <span>{`reading ${progressText(liveness.received, liveness.total)}`}</span>
    case 'waiting':
      return <span>waiting for the connection</span>
    case 'absent':
      return (
        <span className={styles.warning}>
          <MeaningMark meaning="warning" />
          not readable
          {liveness.since !== undefined && (
            <>
              {' · '}
              <Age since={liveness.since} />
            </>
          )}
        </span>
      )
    case 'partial':
      return (
        <span className={styles.warning}>
          <MeaningMark meaning="warning" />
          live in part
        </span>
      )
  }
}

function Figures({ context }: { readonly context: ContextId }) {
  const figures = useConnectionFigures(context)
  if (figures === null) return null
  const { watches, requestsUnderWay, medianMillis } = figures
  return (
    <>
      <span>{counted(watches, 'watch', 'watches')}</span>
      <span>
        {requestsUnderWay === 0 ? 'no request' : counted(requestsUnderWay, 'request')} under way
        {medianMillis !== null && ` · answers take ${Math.round(medianMillis)} ms`}
      </span>
    </>
  )
}
