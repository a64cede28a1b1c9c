import { assertNever, isNotInDump } from '../../../shared/errors/index.ts'
import type { ContextEntry, SessionState, SourceStatus } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { progressText } from '../../table/index.ts'
import type { Meaning } from '../../ui/index.ts'

/** How one context of a merged list stands, in words. */
export interface ContextWords {
  readonly context: ContextId
  readonly name: string
  /** Index into the palette of context colours. */
  readonly colour: number
  /** Undefined while something is under way. */
  readonly meaning: Meaning | undefined
  /** Two or three words: `live`, `not open`, `login needed`. */
  readonly state: string
  /** Why, and what is shown meanwhile; empty when there is nothing to say. */
  readonly detail: string
  readonly action: 'open' | 'retry' | null
  /** Namespaces that may be read where the whole is denied. */
  readonly readableNamespaces: readonly string[]
  /** Under way, and so neither well nor in trouble. */
  readonly isPassing: boolean
}

export interface ContextFacts {
  readonly context: ContextId
  readonly entry: ContextEntry | null
  readonly session: SessionState | null
  readonly statuses: readonly SourceStatus[]
  readonly plural: string
}

type Words = Omit<ContextWords, 'context' | 'name' | 'colour'>

/** The words for one context: of its entry, else of its connection, else of what it gives to the list. */
export function contextWords(facts: ContextFacts): ContextWords {
  const { context, entry } = facts
  return { context, name: entry?.name ?? context, colour: entry?.colour ?? 0, ...wordsOf(facts) }
}

const plain: Words = {
  meaning: undefined,
  state: '',
  detail: '',
  action: null,
  readableNamespaces: [],
  isPassing: false,
}

function wordsOf({ entry, session, statuses, plural }: ContextFacts): Words {
  if (session === null || session.phase === 'closed') return closedWords(entry)
  const reason = session.reason?.message ?? ''
  const kept = statuses.some(({ status }) => status.phase === 'stale') ? ' What is shown of it is old.' : ''
  switch (session.phase) {
    case 'loginNeeded':
      return { ...plain, meaning: 'warning', state: 'login needed', detail: reason + kept, action: 'retry' }
    case 'unreachable':
      return { ...plain, meaning: 'bad', state: 'unreachable', detail: reason + kept, action: 'retry' }
    case 'connecting':
      return { ...plain, state: 'connecting', detail: reason + kept, isPassing: true }
    case 'ready':
      return asDump(entry, worst(statuses.map(status => sourceWords(status, plural))))
    default:
      return assertNever(session.phase)
  }
}

/** Nothing that comes from files is live. */
function asDump(entry: ContextEntry | null, words: Words): Words {
  return entry?.origin === 'snapshot' && words.state === 'live' ? { ...words, state: 'dump' } : words
}

function closedWords(entry: ContextEntry | null): Words {
  if (entry === null)
    return {
      ...plain,
      meaning: 'warning',
      state: 'no such context',
      detail: 'No kubeconfig file names it any more.',
    }
  if (entry.problem !== undefined)
    return { ...plain, meaning: 'bad', state: 'cannot be opened', detail: entry.problem.message }
  return {
    ...plain,
    meaning: 'unknown',
    state: 'not open',
    detail: `Nothing has been sent to ${entry.server === '' ? 'its server' : entry.server}.`,
    action: 'open',
  }
}

function sourceWords({ status, resource, namespace }: SourceStatus, plural: string): Words {
  const where = namespace === '' ? '' : ` in namespace ${namespace}`
  switch (status.phase) {
    case 'live':
      return {
        ...plain,
        meaning: 'good',
        state: 'live',
        detail: resource === undefined ? '' : `Read as ${resource.version}, which this server has.`,
      }
    case 'waiting':
      return { ...plain, state: 'waiting', isPassing: true }
    case 'loading':
      return { ...plain, state: `reading ${progressText(status.received, status.total)}`, isPassing: true }
    case 'relisting':
      return {
        ...plain,
        meaning: 'warning',
        state: 'reading anew',
        detail: `What is shown of it is old; ${progressText(status.received, status.total)} read so far.`,
      }
    case 'stale':
      return {
        ...plain,
        meaning: 'warning',
        state: 'stale',
        detail: `${status.reason.message} What is shown of it is old.`,
        action: 'retry',
      }
    case 'denied':
      return {
        ...plain,
        meaning: 'unknown',
        state: 'denied',
        detail: deniedText(status.error.message, status.readableNamespaces),
        readableNamespaces: status.readableNamespaces,
      }
    case 'loginNeeded':
      return {
        ...plain,
        meaning: 'warning',
        state: 'login needed',
        detail: status.error.message,
        action: 'retry',
      }
    case 'kindGone':
      if (isNotInDump(status.error))
        return { ...plain, meaning: 'unknown', state: 'not in the dump', detail: status.error.message }
      return { ...plain, meaning: 'warning', state: 'kind not served', detail: `It serves no ${plural}.` }
    case 'failed':
      return {
        ...plain,
        meaning: 'bad',
        state: `not readable${where}`,
        detail: status.error.message,
        action: status.error.kind === 'invalid' ? null : 'retry',
      }
    default:
      return assertNever(status)
  }
}

function deniedText(message: string, readable: readonly string[]): string {
  if (readable.length === 0) return message
  const shown = readable.length === 1 ? `namespace ${readable[0]}` : `namespaces ${readable.join(', ')}`
  return `${message} Shown: ${shown}.`
}

const order: readonly (Meaning | undefined)[] = ['bad', 'warning', 'unknown', undefined, 'good']

/** Of several namespaces of one context, the one there is most to say of. */
function worst(all: readonly Words[]): Words {
  const [first = { ...plain, state: 'waiting', isPassing: true }] = [...all].sort(
    (a, b) => order.indexOf(a.meaning) - order.indexOf(b.meaning),
  )
  return first
}

/** `3 of 5 contexts live`. */
export function summaryText(all: readonly ContextWords[]): string {
  const live = all.filter(({ meaning }) => meaning === 'good').length
  return live === all.length ? `All ${all.length} contexts live` : `${live} of ${all.length} contexts live`
}
