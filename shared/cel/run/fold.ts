import type { Comprehension } from '../syntax/ast.ts'
import { GatheredList, GatheredMap } from '../values/containers.ts'
import { goTypeName } from '../values/goTypes.ts'
import { CelError, isError, ListValue, MapValue, type Result, type Value } from '../values/value.ts'
import { Cancelled, type Frame, type Step } from './frame.ts'
import type { Planned, Planning } from './planned.ts'

interface Fold {
  readonly id: number
  readonly range: Step
  readonly condition: Step
  readonly step: Step
  readonly result: Step
  readonly accumulator: number
  readonly first: number
  readonly second: number | null
}

/** Elements between two looks whether anybody still waits. */
const looksEvery = 128

/** Plans a macro that goes through a list or map. */
export function planComprehension(planner: Planning, expr: Comprehension): Planned {
  const initial = planner.plan(expr.initial)
  const range = planner.plan(expr.range).run
  const [accumulator, first, second] = [planner.newSlot(), planner.newSlot(), planner.newSlot()]
  const gathered = { name: expr.accumulator, slot: accumulator, initial: starting(initial) }
  const variables = [{ name: expr.variable, slot: first, initial: null }]
  if (expr.second !== null) variables.push({ name: expr.second, slot: second, initial: null })
  const fold: Fold = planner.within([gathered], () => ({
    id: expr.id,
    range,
    ...planner.within(variables, () => ({
      condition: planner.plan(expr.condition).run,
      step: planner.plan(expr.step).run,
    })),
    result: planner.plan(expr.result).run,
    accumulator,
    first,
    second: expr.second === null ? null : second,
  }))
  return { kind: 'step', run: frame => folded(frame, fold) }
}

/**
 * What is gathered begins when it is first asked for. A list or map of nothing is then added to in
 * place: gathering stays linear.
 */
function starting({ run }: Planned): Step {
  return frame => {
    const value = run(frame)
    if (value instanceof ListValue && value.size === 0) return new GatheredList()
    return value instanceof MapValue && value.size === 0 ? new GatheredMap() : value
  }
}

/**
 * Runs a macro. What is gathered may be an error meanwhile: `all` and `exists` go on past elements that
 * fail, since a later one may decide.
 */
function folded(frame: Frame, fold: Fold): Result {
  const over = fold.range(frame)
  if (isError(over)) return over
  frame.locals[fold.accumulator] = undefined
  if (over instanceof ListValue) overList(frame, fold, over)
  else if (over instanceof MapValue) overMap(frame, fold, over)
  else {
    const fault =
      fold.second === null
        ? `got '${goTypeName(over)}', expected iterable type`
        : `unsupported comprehension range type: ${goTypeName(over)}`
    return new CelError(fault, fold.second === null ? null : fold.id)
  }
  const result = fold.result(frame)
  return result instanceof GatheredList || result instanceof GatheredMap ? result.finished() : result
}

function overList(frame: Frame, fold: Fold, list: ListValue): void {
  const { locals } = frame
  for (let at = 0; at < list.size; at++) {
    const element = list.find(at)
    if (fold.second === null) locals[fold.first] = element
    else {
      locals[fold.first] = BigInt(at)
      locals[fold.second] = element
    }
    if (!goesOn(frame, fold)) return
    step(frame, fold, BigInt(at), element)
  }
}

function overMap(frame: Frame, fold: Fold, map: MapValue): void {
  const { locals } = frame
  for (const key of map.keys()) {
    locals[fold.first] = key
    const value = fold.second === null && frame.trace === null ? null : (map.find(key) ?? null)
    if (fold.second !== null) locals[fold.second] = value
    if (!goesOn(frame, fold)) return
    step(frame, fold, key, value)
  }
}

const goesOn = (frame: Frame, { condition }: Fold): boolean => condition(frame) !== false

function step(frame: Frame, fold: Fold, at: Value, value: Result): void {
  frame.locals[fold.accumulator] = fold.step(frame)
  if (frame.trace !== null) {
    const known = frame.trace.get(fold.id)
    frame.trace.set(fold.id, { last: null, times: known?.times ?? 0, element: { at, value } })
  }
  frame.elements += 1
  if (frame.elements % looksEvery === 0 && frame.isCancelled()) throw new Cancelled('operation interrupted')
}
