import type { TraceStep } from '../../../shared/admission/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import type { Meaning } from '../../ui/index.ts'

/** How a step, a card or a station looks: `idle` has no part in the request. */
export type Look = Meaning | 'idle'

/** What a step does with the request, as the least a reader has to know. */
export function lookOf(step: TraceStep): Look {
  if (step.isNotReached === true) return 'idle'
  switch (step.outcome) {
    case 'notMatched':
    case 'skipped':
      return 'idle'
    case 'called':
    case 'unknown':
      return 'unknown'
    case 'passed':
    case 'mutated':
      return 'good'
    case 'warned':
    case 'audited':
    case 'error':
      return 'warning'
    case 'denied':
      // What comes before it may still change what it decides on.
      return step.certainty === 'unknown' ? 'unknown' : 'bad'
    default:
      return assertNever(step.outcome)
  }
}

/** True for what takes part: it matches and is reached. */
export function takesPart(step: TraceStep): boolean {
  return step.outcome !== 'notMatched'
}

/** One or two words for the chip of a step. */
export function outcomeInWords(step: TraceStep): string {
  if (step.isNotReached === true) return 'not reached'
  switch (step.outcome) {
    case 'notMatched':
      return 'does not match'
    case 'skipped':
      return 'skipped'
    case 'called':
      return 'answer unknown'
    case 'passed':
      return passedInWords(step)
    case 'warned':
      return 'warns'
    case 'audited':
      return 'writes to the audit log'
    case 'denied':
      return deniedInWords(step)
    case 'mutated':
      return step.phase === 'schema' ? 'sets defaults or drops fields' : 'mutates'
    case 'error':
      return 'fails, ignored'
    case 'unknown':
      return 'unknown'
    default:
      return assertNever(step.outcome)
  }
}

function deniedInWords({ phase, certainty }: TraceStep): string {
  const isCertain = certainty !== 'unknown'
  switch (phase) {
    case 'authorization':
      return isCertain ? 'forbidden' : 'may be forbidden'
    case 'schema':
      return isCertain ? 'not valid' : 'may not be valid'
    default:
      return isCertain ? 'denies' : 'may deny'
  }
}

function passedInWords({ phase }: TraceStep): string {
  switch (phase) {
    case 'authorization':
      return 'allowed'
    case 'schema':
      return 'valid'
    default:
      return 'passes'
  }
}

const order: readonly Look[] = ['bad', 'unknown', 'warning', 'good', 'idle']

/** The look that decides where several come together. */
export function worst(looks: readonly Look[]): Look {
  return order.find(look => looks.includes(look)) ?? 'idle'
}

export type Meaningful = Exclude<Look, 'idle'>

/** What the shape of a station says, for who does not see it. */
export const meaningInWords: Readonly<Record<Meaningful, string>> = {
  good: 'passes',
  warning: 'passes with warnings',
  bad: 'ends the request',
  unknown: 'cannot be known from here',
}
