import { type AppErrorBody, isNotInDump } from '../../shared/errors/index.ts'
import type { LogSource } from '../../shared/ipc/index.ts'
import type { LogPlace } from '../live/index.ts'
import type { Meaning } from '../ui/index.ts'
import type { LogFacts } from './feed/LogFeed.ts'

export interface EmptyLogs {
  readonly place: LogPlace
  /** What is followed. */
  readonly words: string
  readonly facts: LogFacts | null
  readonly error: AppErrorBody | null
  readonly isDump: boolean
}

export interface EmptyWords {
  readonly title: string
  readonly detail: string
  readonly meaning?: Meaning | undefined
  readonly causes?: readonly string[] | undefined
  /** It is soon over. */
  readonly isPassing: boolean
  /** Lines are there, but the filter lets none through. */
  readonly canClear: boolean
}

/** Why there are no lines, and what may be done about it. */
export function emptyState(logs: EmptyLogs): EmptyWords {
  const { facts, error, words } = logs
  const fails = (failed: AppErrorBody, more: readonly AppErrorBody[] = []) => failure(logs, failed, more)
  if (error !== null) return fails(error)
  if (facts === null) return passing('Reading the logs', `Of ${words}.`)
  if (facts.pending !== undefined)
    return passing(
      'Filtering',
      `${facts.pending.toLocaleString('en')} lines are still to be held against it.`,
    )
  if (facts.held > 0)
    return {
      title: 'No line matches',
      detail: `${facts.held.toLocaleString('en')} are held, and the filter lets none of them through. New ones appear as they come.`,
      isPassing: false,
      canClear: true,
    }
  const [problem, ...problems] = facts.problems
  if (facts.sources.length === 0 && problem !== undefined) return fails(problem, problems)
  return withoutLines(logs, facts.sources)
}

function withoutLines(logs: EmptyLogs, sources: readonly LogSource[]): EmptyWords {
  const { place, words, isDump } = logs
  const { options } = place
  const [reason] = sources.flatMap(source => source.reason ?? [])
  const are = (phase: LogSource['phase']): boolean => sources.every(source => source.phase === phase)
  if (sources.length === 0)
    return lasting(
      'No containers yet',
      isDump
        ? `No pod of ${words} is in the dump.`
        : `No pod of ${words} has a container to read from. When one joins, its lines appear here.`,
    )
  if (options.previous && (are('failed') || are('ended')))
    return lasting(
      'No previous run',
      reason?.message ?? 'No container was restarted, or what it wrote before is not kept any more.',
    )
  if (are('failed') && reason !== undefined) return failure(logs, reason)
  if (are('waiting'))
    return lasting(
      'Waiting to start',
      reason?.message ?? 'No container has begun yet. Its lines appear as soon as it writes any.',
    )
  if (are('connecting')) return passing('Reading the logs', `Of ${words}.`)
  if (are('retrying'))
    return {
      ...lasting('The connection was lost', reason?.message ?? 'It is made anew.'),
      meaning: 'warning',
    }
  const since = options.sinceSeconds === null ? '' : ' in the time chosen under Since'
  if (are('ended'))
    return lasting('Nothing was written', `The containers are over and wrote no line${since}.`)
  return lasting('No lines yet', `Nothing was written${since}. Lines appear here as they come.`)
}

function failure(
  { place, words }: EmptyLogs,
  error: AppErrorBody,
  more: readonly AppErrorBody[] = [],
): EmptyWords {
  if (isNotInDump(error)) return lasting('This dump holds no logs', error.message)
  const others = [...(error.causes ?? []), ...more.map(({ message }) => message)]
  if (error.kind === 'denied')
    return {
      ...lasting(
        'You may not read these logs',
        `That takes the right to list pods and to get pods/log in ${scopeOf(place)}. Whoever runs the cluster can grant it.`,
      ),
      meaning: 'unknown',
      causes: [error.message, ...others],
    }
  return {
    ...lasting(error.kind === 'gone' ? `There is no ${words}` : 'The logs cannot be read', error.message),
    meaning: error.kind === 'gone' ? 'warning' : 'bad',
    causes: others.length === 0 ? undefined : others,
  }
}

function scopeOf({ target }: LogPlace): string {
  const namespace = target.type === 'object' ? target.ref.namespace : target.namespace
  return namespace === '' ? 'all namespaces' : `namespace ${namespace}`
}

function lasting(title: string, detail: string): EmptyWords {
  return { title, detail, isPassing: false, canClear: false }
}

function passing(title: string, detail: string): EmptyWords {
  return { title, detail, isPassing: true, canClear: false }
}
