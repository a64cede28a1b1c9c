import { useEffect, useState } from 'react'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { type ListQuery, useContextEntry, useSession } from '../../live/index.ts'
import {
  ended,
  livenessOf,
  type Notice,
  noticesOf,
  progressText,
  type TableSnapshot,
} from '../../table/index.ts'
import { Age, Banner, Button, EmptyState, useLater } from '../../ui/index.ts'
import { emptyReason } from './emptyReason.ts'

export interface ListStateProps {
  readonly snapshot: TableSnapshot
  readonly plural: string
  readonly contextName: (context: ContextId) => string
  readonly change: (part: Partial<ListQuery>) => void
}

/** Lines above the rows: what holds for all of them, and sources that have none to give. */
export function ListNotices({
  snapshot,
  plural,
  contextName,
  isBlocking,
}: Omit<ListStateProps, 'change'> & { readonly isBlocking: boolean }) {
  const isTold = useIsToldAbove(snapshot)
  const liveness = isTold ? null : livenessOf(snapshot.sources)
  // Without rows the reasons fill the place of the table.
  const notices = isBlocking
    ? []
    : noticesOf(snapshot.sources, plural).filter(({ canRetry }) => !(isTold && canRetry))
  return (
    <>
      {liveness?.state === 'stale' && (
        <Banner
          meaning="warning"
          actions={<RetryButton contexts={snapshot.sources.map(({ context }) => context)} />}
        >
          <strong>Not live.</strong> What is shown is <Age since={liveness.since} /> old.{' '}
          {ended(liveness.reason.message)}
          {liveness.retryAt !== null && <RetryCountdown at={liveness.retryAt} />}
        </Banner>
      )}
      {liveness?.state === 'relisting' && (
        <Banner meaning="warning">
          <strong>Reading anew.</strong> What is shown is <Age since={liveness.since} /> old;{' '}
          {progressText(liveness.received, liveness.total)} read so far.
        </Banner>
      )}
      {notices.map(notice => (
        <Banner
          key={notice.title}
          meaning={notice.meaning}
          actions={notice.canRetry ? <RetryButton contexts={contextsOf(notice)} /> : undefined}
        >
          <strong>{notice.title}.</strong> {notice.detail} {sourceNames(notice, contextName)}{' '}
          {notice.readableNamespaces.length > 0 && 'Shown are the namespaces that you may read.'}
        </Banner>
      ))}
    </>
  )
}

/** A connection that is lost or refused is told once, above the views, with the way to try again. */
function useIsToldAbove({ sources }: TableSnapshot): boolean {
  const session = useSession(sources[0]?.context ?? '')
  return session !== null && session.phase !== 'ready' && session.phase !== 'closed'
}

/** What stands in place of the rows when there are none. */
export function ListPlace({
  snapshot,
  plural,
  query,
  contextName,
  change,
}: ListStateProps & { readonly query: ListQuery }) {
  const isPatient = useLater(200)
  const isTold = useIsToldAbove(snapshot)
  const [source] = snapshot.sources
  const isDump = useContextEntry(source?.context ?? '')?.origin === 'snapshot' && query.merged.length === 0
  // Of a merged list the line above tells how each context stands.
  const [notice] = query.merged.length > 0 ? [] : noticesOf(snapshot.sources, plural)
  if (snapshot.error !== null) {
    return (
      <EmptyState
        meaning="bad"
        title={`${plural} cannot be shown`}
        detail={snapshot.error.message}
        causes={snapshot.error.causes}
        actions={
          <Button onPress={() => change({ labelSelector: '', fieldSelector: '' })}>
            Clear the selectors
          </Button>
        }
      />
    )
  }
  if (isTold && notice?.canRetry === true) {
    return (
      <EmptyState
        title={`${plural} come once the connection is back`}
        detail="What is wrong with it is told above, with the way to try again."
      />
    )
  }
  if (notice !== undefined) {
    return (
      <EmptyState
        meaning={notice.meaning}
        title={notice.title}
        detail={`${notice.detail} ${sourceNames(notice, contextName)} ${isDenied(notice) ? 'A namespace that you know of can be typed under Namespaces above.' : ''}`}
        causes={notice.causes}
        actions={<NoticeActions notice={notice} change={change} />}
      />
    )
  }
  const reason = emptyReason(snapshot, query, plural, isDump)
  // Work under 200 ms shows no sign of itself.
  if (reason.isPassing && !isPatient) return null
  return (
    <EmptyState
      title={reason.title}
      detail={reason.detail}
      actions={
        reason.canClear ? (
          <>
            {query.filter !== '' && <Button onPress={() => change({ filter: '' })}>Clear the filter</Button>}
            {(query.labelSelector !== '' || query.fieldSelector !== '') && (
              <Button onPress={() => change({ labelSelector: '', fieldSelector: '' })}>
                Clear the selectors
              </Button>
            )}
            {query.namespaces.length > 0 && (
              <Button onPress={() => change({ namespaces: [] })}>All namespaces</Button>
            )}
          </>
        ) : undefined
      }
    />
  )
}

function isDenied({ sources }: Notice): boolean {
  return sources.some(({ status, namespace }) => status.phase === 'denied' && namespace === '')
}

function NoticeActions({
  notice,
  change,
}: {
  readonly notice: Notice
  readonly change: ListStateProps['change']
}) {
  const { readableNamespaces } = notice
  return (
    <>
      {readableNamespaces.length > 1 && (
        <Button look="primary" onPress={() => change({ namespaces: readableNamespaces })}>
          {`Show the ${readableNamespaces.length} you may read`}
        </Button>
      )}
      {readableNamespaces.slice(0, 8).map(namespace => (
        <Button key={namespace} onPress={() => change({ namespaces: [namespace] })}>
          {`Namespace ${namespace}`}
        </Button>
      ))}
      {notice.canRetry && <RetryButton contexts={contextsOf(notice)} />}
      {notice.isRequestWrong && (
        <Button onPress={() => change({ labelSelector: '', fieldSelector: '' })}>Clear the selectors</Button>
      )}
    </>
  )
}

function RetryButton({ contexts }: { readonly contexts: readonly ContextId[] }) {
  const retry = () => {
    for (const context of new Set(contexts)) void engine.call('contexts.retry', { context })
  }
  return <Button onPress={retry}>Try again now</Button>
}

function RetryCountdown({ at }: { readonly at: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return at > now ? ` Next try in ${Math.ceil((at - now) / 1000)} s.` : ' Trying again…'
}

function contextsOf(notice: Notice): readonly ContextId[] {
  return notice.sources.map(({ context }) => context)
}

function sourceNames(notice: Notice, contextName: (context: ContextId) => string): string {
  const names = new Set(notice.sources.map(({ context }) => contextName(context)))
  return names.size > 1 ? `(${[...names].join(', ')})` : ''
}
