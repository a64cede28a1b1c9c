import { namesInWords, type SourceNote } from '../../../shared/admission/index.ts'
import { type AppErrorBody, isNotInDump } from '../../../shared/errors/index.ts'
import { Age, Banner, EmptyState } from '../../ui/index.ts'

/** What holds for the whole view: lost connection, kinds that may not be read or are not served. */
export function SourceBanners({
  sources,
  error,
}: {
  readonly sources: readonly SourceNote[]
  readonly error: AppErrorBody | null
}) {
  const stale = sources.filter(source => source.state === 'stale')
  const since = Math.min(...stale.map(source => source.since ?? Number.POSITIVE_INFINITY))
  const unreadable = sources.filter(source => source.state === 'unreadable')
  const denied = unreadable.filter(source => source.error?.kind === 'denied')
  const away = unreadable.filter(source => isNotInDump(source.error))
  const failed = unreadable.filter(source => source.error?.kind !== 'denied' && !away.includes(source))
  const notServed = sources.filter(source => source.state === 'notServed')
  return (
    <>
      {error !== null && <Banner meaning="bad">{error.message} What is shown may be old.</Banner>}
      {stale.length > 0 && (
        <Banner meaning="warning">
          The connection is lost; this is how it stood{' '}
          {Number.isFinite(since) ? (
            <>
              <Age since={since} /> ago
            </>
          ) : (
            'before'
          )}
          . It is being opened again.
        </Banner>
      )}
      {denied.length > 0 && (
        <Banner meaning="unknown">
          You may not list{' '}
          {namesInWords(
            denied.map(source => source.kind),
            6,
          )}{' '}
          objects at the cluster scope. What depends on them is shown as unknown, not as absent.
        </Banner>
      )}
      {away.length > 0 && (
        <Banner meaning="unknown">
          The dump does not hold all{' '}
          {namesInWords(
            away.map(source => source.kind),
            6,
          )}{' '}
          objects. What depends on them is shown as unknown, not as absent.
        </Banner>
      )}
      {failed.map(source => (
        <Banner key={source.kind} meaning="unknown">
          {source.kind} objects could not be read: {source.error?.message}
        </Banner>
      ))}
      {notServed.length > 0 && (
        <Banner meaning="unknown">
          This server does not offer {notServed.map(source => source.kind).join(', ')}.
        </Banner>
      )}
    </>
  )
}

export interface WholeStateProps {
  readonly sources: readonly SourceNote[]
  /** What the view shows, in plural, e.g. `policies`. */
  readonly plural: string
  /** What it means that there are none. */
  readonly meaning: string
}

/** What stands in place of an empty view: loading, denied, not served, or really none. */
export function WholeState({ sources, plural, meaning }: WholeStateProps) {
  const needed = sources.filter(source => source.kind !== 'Namespace')
  if (needed.some(source => source.state === 'loading')) return <EmptyState title={`Reading ${plural}…`} />
  const unreadable = needed.filter(source => source.state === 'unreadable')
  if (unreadable.length > 0) {
    return (
      <EmptyState
        meaning="unknown"
        title={`Whether there are ${plural} cannot be told`}
        detail={
          unreadable.every(source => isNotInDump(source.error))
            ? `The dump holds no ${plural}. The cluster may well have some.`
            : 'This does not mean that there are none: what may not be read may well be in force.'
        }
        causes={[...new Set(unreadable.map(source => source.error?.message ?? ''))]}
      />
    )
  }
  if (needed.every(source => source.state === 'notServed')) {
    return (
      <EmptyState
        title={`This server offers no ${plural}`}
        detail={`It does not serve ${needed.map(source => source.kind).join(', ')}. Older servers have no such kinds.`}
      />
    )
  }
  return <EmptyState title={`No ${plural}`} detail={meaning} />
}
