import type { Trace, TraceStatus, TraceStep } from '../../../shared/admission/index.ts'
import { type OpenRefusal, openRefusal } from '../../../shared/admission/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import type { CheckAnswer, TraceQuestion } from '../../../shared/ipc/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { Meaning } from '../../ui/index.ts'
import { titleOf } from '../pipeline/stepWords.ts'

/** The end of a request's way, for the chip at the top. */
export interface VerdictWords {
  readonly meaning: Meaning
  readonly text: string
}

export function verdictInWords(trace: Trace): VerdictWords {
  switch (trace.verdict) {
    case 'allowed':
      return {
        meaning: 'good',
        text:
          trace.warnings.length === 0
            ? 'allowed'
            : `allowed with ${counted(trace.warnings.length, 'warning')}`,
      }
    case 'denied':
      return { meaning: 'bad', text: deniedInWords(trace) }
    case 'unknown':
      return { meaning: 'unknown', text: unknownInWords(trace) }
    case 'incomplete':
      return { meaning: 'unknown', text: incompleteInWords(trace) }
    default:
      return assertNever(trace.verdict)
  }
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** That a prediction is of before the connection was lost, in the time of the reader; null where it is not. */
export function staleInWords({ staleSince }: Pick<Trace, 'staleSince'>): string | null {
  return staleSince === undefined ? null : `as of ${clock.format(staleSince)}, connection lost`
}

/** What the server said, and whether that still holds. */
export function answerInWords(
  { allowed, code, differences }: Pick<CheckAnswer, 'allowed' | 'code' | 'differences'>,
  isStale: boolean,
): string {
  const said = allowed ? 'server: allowed' : `server: refused · ${code}`
  if (isStale) return `${said}, before a change`
  return differences.length > 0 ? `${said}, not as predicted` : said
}

/** How the answer stands to what was predicted, as the end of its sentence. */
export function asPredicted(
  { allowed, differences }: Pick<CheckAnswer, 'allowed' | 'differences'>,
  verdict: Trace['verdict'] | undefined,
): string {
  if (differences.length > 0) return '.'
  if (verdict === (allowed ? 'allowed' : 'denied')) return ', as predicted.'
  return '. It was not known before; nothing else is otherwise than predicted.'
}

/** The step that ended the request, rather than one that only may; null where none did. */
export function endingStep(steps: readonly TraceStep[]): TraceStep | null {
  const denied = steps.filter(step => step.outcome === 'denied' && step.isNotReached !== true)
  const seen = denied.find(({ certainty }) => certainty === 'observed')
  return seen ?? denied.find(({ certainty }) => certainty !== 'unknown') ?? denied[0] ?? null
}

/** Index of the step that the server showed to refuse; null while none did. */
export function refusingStep(steps: readonly TraceStep[]): number | null {
  const at = steps.findIndex(({ outcome, certainty }) => outcome === 'denied' && certainty === 'observed')
  return at < 0 ? null : at
}

function deniedInWords({ steps, status }: Trace): string {
  const step = endingStep(steps)
  const code = (status ?? step?.status)?.code
  const end = code === undefined ? '' : ` · ${codeText(code)}`
  switch (step?.phase) {
    case undefined:
      return `denied${end}`
    case 'authorization':
      return `forbidden${end}`
    case 'schema':
      return `not valid${end}`
    default:
      return `denied by ${step === null ? '' : titleOf(step)}${end}`
  }
}

function unknownInWords({ verdict, steps }: Trace): string {
  const refusal = openRefusal({ verdict, steps })
  if (refusal !== null) {
    const values = refusal.values === null ? '' : ` (${refusal.values})`
    return `${shortName(titleOf(refusal.step))} refuses${values} unless ${unlessInWords(refusal, shortName)}`
  }
  const open = steps.filter(
    step => step.isNotReached !== true && ['called', 'unknown'].includes(step.outcome),
  )
  const webhooks = new Set(open.flatMap(step => step.webhook ?? []))
  if (webhooks.size > 0 && open.every(step => step.webhook !== undefined))
    return `depends on ${counted(webhooks.size, 'webhook')}`
  const may = endingStep(steps)
  if (open.length === 0 && may !== null) return `may be denied by ${titleOf(may)}`
  return open.length === 0 ? 'cannot be known' : `depends on ${counted(open.length, 'unknown step')}`
}

/** What would have to happen for the request not to be refused. */
function unlessInWords({ unless }: OpenRefusal, named: (name: string) => string): string {
  const [only = ''] = unless
  return unless.length === 1
    ? `${named(only)} changes it`
    : `an earlier webhook (of ${unless.length}) changes the object`
}

/** Longest name that a chip shows whole. */
const mostName = 24

/** Domain names say what they are at their beginning. */
function shortName(name: string): string {
  if (name.length <= mostName) return name
  const begin = name.split('.').slice(0, 2).join('.')
  return `${begin.length <= mostName ? begin : name.slice(0, mostName)}…`
}

function incompleteInWords({ gaps }: Trace): string {
  return `incomplete: ${counted(gaps.length, 'thing')} not readable`
}

/** What became of the object, as the last line of the steps. */
export function endInWords(trace: Trace, operation: TraceQuestion['operation']): string {
  switch (trace.verdict) {
    case 'allowed':
      return allowedEnd[operation]
    case 'denied':
      return 'The request would be refused; nothing would change'
    case 'unknown':
      return openInWords(trace)
    case 'incomplete':
      return 'Not all could be read that decides'
    default:
      return assertNever(trace.verdict)
  }
}

function openInWords(trace: Trace): string {
  const refusal = openRefusal(trace)
  return refusal === null
    ? 'Whether it goes through is not known from here'
    : `The request would be refused unless ${unlessInWords(refusal, name => name)}`
}

const allowedEnd: Readonly<Record<TraceQuestion['operation'], string>> = {
  CREATE: 'The object would be stored',
  UPDATE: 'The object would be stored',
  DELETE: 'The object would be deleted',
  CONNECT: 'The connection would be made',
}

export function statusText({ code, reason }: Pick<TraceStatus, 'code' | 'reason'>): string {
  return reason === '' ? codeText(code) : `${code} ${reason}`
}

/** The code of a status; a server that drops the connection gives none. */
export function codeText(code: number): string {
  return code === 0 ? 'no answer' : String(code)
}
