import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import { onlyACall } from '../../../shared/admission/trace/index.ts'
import { type Attribution, attributionOf, inWords, isBy, whoRefused } from './attribution.ts'
import type { Observation } from './dryRun.ts'

/** The steps of a request that the server allows: all of them let it pass. */
export function stepsOfAllowed(
  trace: Trace,
  observation: Observation,
  differences: string[],
): readonly TraceStep[] {
  if (trace.verdict === 'denied')
    differences.push(
      `The server allows the request (${observation.code}), and it was predicted to be refused${ofStatus(trace)}.`,
    )
  return trace.steps.map(step => passedBy(step, 'the server allows it'))
}

/**
 * The steps of a request that the server refuses: what lies before the one that refused let it pass, what lies
 * after is not reached, and nothing new is known of what the server asks at the same time.
 */
export function stepsOfRefused(
  trace: Trace,
  observation: Observation,
  differences: string[],
): readonly TraceStep[] {
  const { code, message, reason } = observation
  const status = { code, reason, message }
  const who = whoRefused(message, code)
  if (trace.verdict === 'allowed')
    differences.push(
      `The server refuses the request (${code}), and it was predicted to be allowed: ${message}`,
    )
  if (who === null) {
    const isOther = trace.verdict === 'denied' && trace.status !== null && trace.status.message !== message
    if (isOther)
      differences.push(`It was predicted to be refused${ofStatus(trace)}, and the server says: ${message}`)
    return [...trace.steps, unattributed(observation)]
  }
  const at = refusing(trace.steps, who, message)
  tellDifference(trace, { who, refused: trace.steps[at] ?? null, message }, differences)
  // Where none of several can be blamed, the way is known up to them all the same.
  const near = at >= 0 ? at : trace.steps.findIndex(step => isBy(step, who) && mayRefuse(step))
  const from = trace.steps[near]
  if (from === undefined) return [...trace.steps, addedStep(who, status)]
  const steps = trace.steps.map((step, index) => {
    if (index === at) return { ...observed(step, 'denied', deniedReason(step, message)), status }
    if (isBeside(step, from)) return beside(step)
    if (index < near) return passedBy(step, 'something after it refused it')
    return step.outcome === 'notMatched' ? step : { ...step, reason: withoutDoubt(step), isNotReached: true }
  })
  return at >= 0 ? steps : [...steps, addedStep(who, status)]
}

function deniedReason({ outcome, isNotReached, reason }: TraceStep, message: string): string {
  return outcome === 'denied' && isNotReached !== true ? reason : `The server says: ${message}`
}

/**
 * The step that refused: of those of a policy and binding, or of a webhook, the one that was predicted to, with
 * these words if there is such a one; else the one whose answer was open; else the only one there is. A text
 * names no parameter: of several that could have been it none is blamed, which is -1.
 */
function refusing(steps: readonly TraceStep[], who: Attribution, message: string): number {
  const own = steps.flatMap((step, at) => (isBy(step, who) && mayRefuse(step) ? [{ step, at }] : []))
  const reached = own.filter(({ step }) => step.isNotReached !== true)
  const denied = reached.filter(({ step }) => step.outcome === 'denied')
  const said = denied.find(({ step }) => step.status?.message === message) ?? denied[0]
  if (said !== undefined) return said.at
  const open = reached.filter(({ step }) => step.outcome === 'called' || step.outcome === 'unknown')
  const candidates = open.length > 0 ? open : own
  const places = new Set(candidates.map(({ step }) => placeOf(step)))
  return places.size === 1 ? (candidates[0]?.at ?? -1) : -1
}

/** What of a step stays the same when it comes again in a second round. */
const placeOf = ({ name, webhook, binding, param }: TraceStep): string =>
  JSON.stringify([name, webhook, binding, param])

function mayRefuse({ outcome, isNotReached }: TraceStep): boolean {
  return outcome !== 'notMatched' && (outcome !== 'skipped' || isNotReached === true)
}

interface Refused {
  readonly who: Attribution
  /** The step as it was predicted; null where there is none. */
  readonly refused: TraceStep | null
  readonly message: string
}

function tellDifference(trace: Trace, { who, refused, message }: Refused, differences: string[]): void {
  if (refused?.outcome === 'denied' && refused.isNotReached !== true) {
    const text = refused.status?.message ?? message
    // Of the validation of an object only a part can be predicted; the server tells all that is wrong at once.
    if (who.phase !== 'schema' && !isSame(text, message))
      differences.push(`The server words it differently. It says: ${message} Predicted was: ${text}`)
    return
  }
  const predicted = trace.steps.find(
    ({ outcome, isNotReached, certainty }) =>
      outcome === 'denied' && isNotReached !== true && certainty !== 'unknown',
  )
  if (predicted !== undefined && !isBy(predicted, who))
    differences.push(
      `${capital(inWords(who))} refuses it, and ${inWords(attributionOf(predicted))} was predicted to.`,
    )
}

/** Of a call that fails the server tells how its network says so, which nothing can predict. */
function isSame(predicted: string, message: string): boolean {
  const call = /failed calling webhook "[^"]*": failed to call webhook: Post "[^"]*": /
  const [begin] = call.exec(predicted) ?? []
  return predicted === message || (begin !== undefined && call.exec(message)?.[0] === begin)
}

/** What the server takes all at once, or in no order: of the others nothing is known where one of them refuses. */
const takenTogether: ReadonlySet<TraceStep['phase']> = new Set([
  'mutatingPolicy',
  'validatingPolicy',
  'validatingWebhook',
])

function isBeside(step: TraceStep, from: TraceStep): boolean {
  return takenTogether.has(from.phase) && step.phase === from.phase && step.round === from.round
}

/** A step beside the one that refused: it is reached, and what was predicted of it stands. */
function beside(step: TraceStep): TraceStep {
  if (step.isNotReached !== true) return step
  const { isNotReached: _, ...rest } = step
  const reason = 'It is reached, which was not predicted; what it decides is not known.'
  return rest.outcome === 'skipped' ? { ...rest, outcome: 'unknown', certainty: 'unknown', reason } : rest
}

/** A step that let the request pass, by what the server did with it. */
function passedBy(step: TraceStep, because: string): TraceStep {
  if (step.isNotReached === true) {
    const { isNotReached: _, ...rest } = step
    if (rest.outcome === 'notMatched') return rest
    return observed(
      rest,
      'passed',
      `It was predicted not to be reached, and let the request pass: ${because}.`,
    )
  }
  switch (step.outcome) {
    case 'called':
      return observed(step, 'passed', calledReason(step, because))
    case 'unknown':
      return observed(step, 'passed', `It let the request pass, or does not apply to it: ${because}.`)
    case 'denied':
      return observed(
        step,
        'passed',
        step.certainty === 'unknown'
          ? `It let the request pass: ${because}.`
          : `It was predicted to refuse the request, and let it pass: ${because}.`,
      )
    case 'error':
      return observed(step, 'error', `It let the request pass: ${because}. ${step.reason}`)
    case 'passed':
    case 'warned':
      return { ...step, certainty: 'observed' }
    default:
      return step
  }
}

/** The reason of a step without what it leaves open. */
function withoutDoubt({ reason }: Pick<TraceStep, 'reason'>): string {
  const end = reason.indexOf(onlyACall)
  return end < 0 ? reason : reason.slice(0, end).trim()
}

function calledReason({ reason, failurePolicy }: TraceStep, because: string): string {
  const why = withoutDoubt({ reason })
  const isIgnored = failurePolicy === 'Ignore'
  const open = isIgnored ? ', or could not be called, which its failure policy ignores' : ''
  return `It let the request pass${open}: ${because}. ${why}`
}

/** A step as the server showed it; what was left open of it is so no more. */
export function observed(step: TraceStep, outcome: TraceStep['outcome'], reason: string): TraceStep {
  const { branches: _branches, status: _status, isNotReached: _reached, ...rest } = step
  return { ...rest, outcome, certainty: 'observed', reason: reason.trim() }
}

function addedStep(who: Attribution, status: NonNullable<Trace['status']>): TraceStep {
  return {
    ...who,
    round: 0,
    outcome: 'denied',
    certainty: 'observed',
    reason: `The server says that ${inWords(who)} refuses it; nothing that was read tells why.`,
    status,
  }
}

function unattributed({ code, reason, message }: Observation): TraceStep {
  const why =
    code === 409
      ? 'Not admission refuses it, but the store: '
      : code === 404
        ? 'What it is about is not there: '
        : 'The server does not say who refuses it: '
  return {
    phase: 'builtIn',
    kind: '',
    name: '',
    round: 0,
    outcome: 'denied',
    certainty: 'observed',
    reason: `${why}${message}`,
    status: { code, reason, message },
  }
}

function ofStatus({ status }: Trace): string {
  return status === null ? '' : ` (${status.code}: ${status.message})`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
