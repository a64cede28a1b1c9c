import type { Expr } from '../syntax/ast.ts'
import { ArrayList, EntriesMap } from '../values/containers.ts'
import { showValue } from '../values/show.ts'
import { CelError, isError, OptionalValue, type Result, type Value } from '../values/value.ts'
import type { Frame, Step } from './frame.ts'
import { baseCost, constant, type Planned, type Planning, structType } from './planned.ts'

const absent = Symbol('absent')

/** What an optional element or entry adds. */
function unwrapped(value: Value, fault: () => CelError): Value | CelError | typeof absent {
  if (!(value instanceof OptionalValue)) return fault()
  return value.value === undefined ? absent : value.value
}

/** The values of constants; null where one of them is none. */
function constants(planned: readonly Planned[]): readonly Value[] | null {
  const values: Value[] = []
  for (const each of planned) {
    if (each.kind !== 'constant') return null
    values.push(each.value)
  }
  return values
}

/** A list literal; one of constants is a constant and costs nothing. */
export function planList(planner: Planning, { elements, optional, id }: Expr & { kind: 'list' }): Planned {
  const planned = elements.map(element => planner.plan(element))
  const fixed = optional.length === 0 ? constants(planned) : null
  if (fixed !== null) return constant(new ArrayList(fixed))
  const steps = planned.map(({ run }) => run)
  const isOptional = new Set(optional)
  return charged(baseCost.list, frame => gatherList(frame, steps, isOptional, id))
}

function gatherList(
  frame: Frame,
  steps: readonly Step[],
  isOptional: ReadonlySet<number>,
  id: number,
): Result {
  const values: Value[] = []
  for (let at = 0; at < steps.length; at++) {
    const value = steps[at]?.(frame) ?? null
    if (isError(value)) return value
    if (!isOptional.has(at)) {
      values.push(value)
      continue
    }
    const given = unwrapped(
      value,
      () =>
        new CelError(
          `cannot initialize optional list element from non-optional value ${showValue(value)}`,
          id,
        ),
    )
    if (given === absent) continue
    if (isError(given)) return given
    values.push(given)
  }
  return new ArrayList(values)
}

/** A map literal; one of constants is a constant and costs nothing. */
export function planMap(planner: Planning, { entries, id }: Expr & { kind: 'map' }): Planned {
  const steps = entries.map(({ key, value, optional }) => ({
    key: planner.plan(key),
    value: planner.plan(value),
    optional,
  }))
  const keys = constants(steps.map(({ key }) => key))
  const values = steps.some(({ optional }) => optional) ? null : constants(steps.map(({ value }) => value))
  if (keys !== null && values !== null)
    return constant(EntriesMap.of(keys.map((key, at) => [key, values[at] ?? null])))
  return charged(baseCost.map, frame => {
    const made = EntriesMap.building()
    for (const step of steps) {
      const key = step.key.run(frame)
      if (isError(key)) return key
      const value = step.value.run(frame)
      if (isError(value)) return value
      const given = step.optional ? unwrapped(value, () => notOptional(showValue(key), value, id)) : value
      if (given === absent) made.remove(key)
      else if (isError(given)) return given
      else made.set(key, given)
    }
    return made.finished()
  })
}

export function planStruct(planner: Planning, expr: Expr & { kind: 'struct' }): Planned {
  const { construct } = planner.context
  const type = structType(planner.context, expr)
  const steps = expr.fields.map(({ field, value, optional }) => ({
    field,
    run: planner.plan(value).run,
    optional,
  }))
  return charged(baseCost.struct, frame => {
    const fields = new Map<string, Value>()
    for (const { field, run, optional } of steps) {
      const value = run(frame)
      if (isError(value)) return value
      const given = optional ? unwrapped(value, () => notOptional(field, value, expr.id)) : value
      if (given === absent) fields.delete(field)
      else if (isError(given)) return given
      else fields.set(field, given)
    }
    return construct(type, fields)
  })
}

const notOptional = (field: string, value: Value, id: number): CelError =>
  new CelError(`cannot initialize optional entry '${field}' from non-optional value ${showValue(value)}`, id)

/** What is made costs even where it fails. */
function charged(cost: number, make: Step): Planned {
  const run: Step = frame => {
    const result = make(frame)
    frame.cost.charge(cost)
    return result
  }
  return { kind: 'step', run }
}
