import type { Trace, TraceStep } from './types.ts'

/** A refusal that is predicted and still hangs on something before it of which nobody knows. */
export interface OpenRefusal {
  readonly step: TraceStep
  /** The values that decided, as they do not fit: `70 > 12`; null where they are more than two. */
  readonly values: string | null
  /** Names of what may change the object before it gets there, in order. */
  readonly unless: readonly string[]
}

/** The first step that refuses the object as it is known, where something before may still change it. */
export function openRefusal({ verdict, steps }: Pick<Trace, 'verdict' | 'steps'>): OpenRefusal | null {
  if (verdict !== 'unknown') return null
  const at = steps.findIndex(isOpenDenial)
  const step = steps[at]
  if (step === undefined) return null
  const unless = new Set(steps.slice(0, at).filter(mayChange).map(nameOf))
  return unless.size === 0 ? null : { step, values: decidingValues(step), unless: [...unless] }
}

const isOpenDenial = ({ outcome, certainty, isNotReached }: TraceStep): boolean =>
  outcome === 'denied' && certainty === 'unknown' && isNotReached !== true

function mayChange({ phase, outcome, isNotReached }: TraceStep): boolean {
  const isMutating = phase === 'mutatingPolicy' || phase === 'mutatingWebhook'
  return isMutating && isNotReached !== true && (outcome === 'called' || outcome === 'unknown')
}

const nameOf = ({ webhook, name }: TraceStep): string => webhook ?? name

const opposites: Readonly<Record<string, string>> = {
  '<=': '>',
  '>=': '<',
  '<': '>=',
  '>': '<=',
  '==': '≠',
  '!=': '=',
}

/** One comparison of a path with a path or a literal, each path followed by its value. */
const comparison = /^[\w.]+ \(([^()]{1,24})\) (<=|>=|<|>|==|!=) (?:[\w.]+ \(([^()]{1,24})\)|([^\s()]{1,24}))$/

/** The values of a comparison that is false, as they stand to each other. */
function decidingValues({ expressions = [], field }: TraceStep): string | null {
  const decided = expressions.find(each => each.field === field)
  const [, left, operator = '', right, literal] = comparison.exec(decided?.explanation ?? '') ?? []
  const opposite = opposites[operator]
  const other = right ?? literal
  return left === undefined || other === undefined || opposite === undefined
    ? null
    : `${left} ${opposite} ${other}`
}
