import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import { type Attribution, isBy, whoWarned } from './attribution.ts'
import { observed } from './passage.ts'

/**
 * Puts the warnings of the server to the steps that gave them. What the server warns of was reached, whatever
 * was predicted; what was reached and does not warn, did not.
 */
export function withWarnings(
  trace: Trace,
  steps: readonly TraceStep[],
  warnings: readonly string[],
  differences: string[],
): readonly TraceStep[] {
  const seen = new Set(warnings)
  let next = steps
  for (const warning of seen) next = withWarning(next, warning, { trace, differences })
  const missing = new Set(trace.warnings.filter(warning => !seen.has(warning)))
  for (const warning of missing) {
    const who = whoWarned(warning)
    // The server ended the request before it could warn.
    if (who !== null && !next.some(step => isBy(step, who) && step.isNotReached !== true)) continue
    differences.push(`The server does not warn: ${warning}`)
    if (who === null || warnings.some(each => isOf(each, who))) continue
    next = next.map(step =>
      isBy(step, who) && step.outcome === 'warned'
        ? observed(step, 'passed', 'It was predicted to warn, which the server does not.')
        : step,
    )
  }
  return next
}

function withWarning(
  steps: readonly TraceStep[],
  warning: string,
  { trace, differences }: { readonly trace: Trace; readonly differences: string[] },
): readonly TraceStep[] {
  const isPredicted = trace.warnings.includes(warning)
  const tell = (): void => {
    if (!isPredicted) differences.push(`The server warns, which was not predicted: ${warning}`)
  }
  const who = whoWarned(warning)
  if (who === null) {
    // It may come from a webhook, of which nobody could know.
    if (!trace.steps.some(({ outcome, webhook }) => webhook !== undefined && outcome === 'called')) tell()
    return steps
  }
  const own = steps.flatMap((step, at) => (isBy(step, who) ? [{ step, at }] : []))
  // What denies may warn as well, and is told by its denial.
  if (own.some(({ step }) => step.outcome === 'denied' && step.isNotReached !== true)) return steps
  const predicted = own.filter(({ step }) => step.outcome === 'warned')
  if (isPredicted && predicted.length > 0) {
    const places = new Set(predicted.map(({ at }) => at))
    return steps.map((step, at) => (places.has(at) ? observed(step, 'warned', step.reason) : step))
  }
  const ranked = own.map(each => ({ ...each, rank: rankOf(trace.steps[each.at] ?? each.step) }))
  const [best] = ranked.toSorted((one, other) => one.rank - other.rank)
  if (best === undefined || best.step.outcome === 'notMatched') tell()
  if (best === undefined) return steps
  return steps.with(best.at, observed(best.step, 'warned', `The server warns: ${warning}`))
}

const isOf = (warning: string, { name, binding }: Attribution): boolean => {
  const who = whoWarned(warning)
  return who?.name === name && who.binding === binding
}

/** Whose warning it most likely is: what was open, then what was not reached, then what was to pass. */
function rankOf({ outcome, isNotReached }: TraceStep): number {
  if (outcome === 'unknown') return 0
  if (outcome === 'notMatched') return 3
  return isNotReached === true ? 1 : 2
}
