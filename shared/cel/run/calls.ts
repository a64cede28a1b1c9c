import { type Expr, operators } from '../syntax/ast.ts'
import { equal } from '../values/equality.ts'
import { compilePattern } from '../values/patterns.ts'
import {
  CelError,
  isError,
  ListValue,
  matchesType,
  OpaqueValue,
  OptionalValue,
  type Result,
  typeNameOf,
  type Value,
} from '../values/value.ts'
import { labelled } from './attributes.ts'
import { CostMeter, type Frame, type Step } from './frame.ts'
import type { Cost, FunctionDefinition } from './functions.ts'
import { setMembership } from './membership.ts'
import { constant, PlanError, type Planned, type Planning } from './planned.ts'
import { minimumCost } from './sizes.ts'

/** Functions that the server evaluates beforehand where their argument is a constant. */
const conversions = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint'],
])

/** Plans a call: operators that decide by one side alone, equality, and functions by their signatures. */
export function planCall(planner: Planning, expr: Expr & { kind: 'call' }): Planned {
  const reference = planner.context.references.get(expr.id)
  const name = reference?.type === 'function' ? reference.name : expr.name
  const isMember = reference?.type === 'function' ? reference.member : expr.target !== null
  const operands = isMember && expr.target !== null ? [expr.target, ...expr.args] : expr.args
  const args = operands.map(operand => planner.plan(operand))
  const steps = args.map(({ run }) => run)
  const special = specialStep(name, steps, expr.id)
  if (special !== null) return { kind: 'step', run: special }
  const all = planner.context.functions.named(name) ?? []
  const fitting = reference?.type === 'function' ? new Set(reference.overloads) : null
  const chosen = all.filter(({ id }) => fitting?.has(id) === true)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const [first, second] = args
  if (only?.id === 'in_list' && first !== undefined && second?.kind === 'constant') {
    const member = second.value instanceof ListValue ? setMembership(first.run, second.value) : null
    if (member !== null) return member
  }
  const call = { name, id: expr.id, args, steps, isMember, all, only }
  const run = functionStep(call)
  if (conversions.has(name) && args.length === 1 && first?.kind === 'constant') return evaluated(run)
  return { kind: 'step', run }
}

/** The value of a call whose arguments never change. */
function evaluated(run: Step): Planned {
  const value = run({
    activation: { resolve: () => undefined },
    cost: new CostMeter(Number.POSITIVE_INFINITY),
    locals: [],
    trace: null,
    isCancelled: () => false,
    elements: 0,
  })
  if (isError(value)) throw new PlanError(value.message)
  return constant(value)
}

function specialStep(name: string, [first, second]: readonly Step[], id: number): Step | null {
  if (first === undefined) return null
  if (name === operators.notStrictlyFalse) return notStrictlyFalse(first)
  if (second === undefined) return null
  switch (name) {
    case operators.and:
      return logical(first, second, false, id)
    case operators.or:
      return logical(first, second, true, id)
    case operators.equals:
      return equality(first, second, true)
    case operators.notEquals:
      return equality(first, second, false)
    case 'or':
      return alternative(first, second, false)
    case 'orValue':
      return alternative(first, second, true)
    default:
      return null
  }
}

/** One side that is `deciding` decides; otherwise an error of either side is the answer. */
function logical(left: Step, right: Step, deciding: boolean, id: number): Step {
  return frame => {
    const one = left(frame)
    if (one === deciding) return deciding
    const other = right(frame)
    if (other === deciding) return deciding
    if (typeof one !== 'boolean') return noBoolean(one, id)
    return typeof other === 'boolean' ? !deciding : noBoolean(other, id)
  }
}

const noBoolean = (value: Result, id: number): CelError =>
  isError(value) ? labelled(value, id) : new CelError('no such overload', id)

function equality(left: Step, right: Step, whenEqual: boolean): Step {
  return frame => {
    const one = left(frame)
    const other = right(frame)
    const own = whenEqual && one instanceof OpaqueValue ? one.equalityCost : null
    frame.cost.charge(own ?? minimumCost([one, other]))
    if (isError(one)) return one
    if (isError(other)) return other
    if (whenEqual && one instanceof OpaqueValue && other !== null && !one.isComparableWith(other))
      return new CelError('no such overload')
    return equal(one, other) === whenEqual
  }
}

/** True for all but `false`: a macro goes on past elements that fail. */
function notStrictlyFalse(operand: Step): Step {
  return frame => {
    const value = operand(frame)
    frame.cost.charge(1)
    return typeof value === 'boolean' ? value : true
  }
}

/** `optional.or(other)` and `optional.orValue(other)`, which look at the other only where it is needed. */
function alternative(left: Step, right: Step, unwraps: boolean): Step {
  return frame => {
    const optional = left(frame)
    if (!(optional instanceof OptionalValue)) return optional
    if (optional.value === undefined) return right(frame)
    return unwraps ? optional.value : optional
  }
}

interface Call {
  readonly name: string
  readonly id: number
  readonly args: readonly Planned[]
  readonly steps: readonly Step[]
  readonly isMember: boolean
  /** Signatures of the name. */
  readonly all: readonly FunctionDefinition[]
  /** The signature, where only one fits what is known of the arguments. */
  readonly only: FunctionDefinition | undefined
}

/** What the arguments of a call come to. */
type Apply = (args: readonly Value[]) => Result

function functionStep(call: Call): Step {
  const { name, id, all, only, args, steps } = call
  const cost = only === undefined ? all.find(({ costByName }) => costByName === true)?.cost : only.cost
  const singleton = all.find(definition => definition.singleton !== undefined)?.singleton
  const apply = labelling(singleton ?? dispatch(call), id)
  const pattern = constantPattern(call)
  if (pattern !== null) return anyNumber(steps, labelling(pattern, id), cost)
  const isDispatched = singleton === undefined && only === undefined && countOf(all) > 1
  const [first, second] = steps
  if (isDispatched || args.length > 2 || first === undefined) return anyNumber(steps, apply, cost)
  if (name === '' || second === undefined) return unary(first, apply, cost)
  return binary(first, second, apply, cost)
}

const countOf = (definitions: readonly FunctionDefinition[]): number =>
  new Set(definitions.map(({ id }) => id)).size

/** Signatures by their place: one that fits, or the first that accepts the values. */
function dispatch({ name, all, only }: Call): Apply {
  const candidates = only === undefined ? all : [only]
  const isUnguarded = candidates.some(definition => definition.isUnguarded === true)
  return args => {
    for (const definition of candidates) if (accepts(definition, args)) return definition.call(args)
    return isUnguarded ? new CelError('no such overload') : noSuchOverload(name, args)
  }
}

/** A pattern that is a constant is read once; the text it is for is all that is looked at later. */
function constantPattern({ all, only, args, isMember }: Call): Apply | null {
  const definition = only ?? all.find(({ member }) => member === isMember)
  const at = definition?.patternAt
  if (definition === undefined || at === undefined) return null
  const argument = args[at]
  if (argument?.kind !== 'constant' || typeof argument.value !== 'string') return null
  const pattern = compilePattern(argument.value)
  if (pattern instanceof CelError) throw new PlanError(pattern.message)
  const ofOverload = only === undefined ? all : [only]
  return values => {
    const fitting = ofOverload.find(candidate => accepts(candidate, values))
    if (fitting !== undefined) return fitting.call(values)
    // The pattern’s own call looks at its text alone.
    return new CelError('no such overload')
  }
}

function labelling(apply: Apply, id: number): Apply {
  return args => {
    const result = apply(args)
    return result instanceof CelError ? labelled(result, id) : result
  }
}

function unary(operand: Step, apply: Apply, cost: Cost | undefined): Step {
  return frame => {
    const value = operand(frame)
    const result = isError(value) ? value : apply([value])
    frame.cost.charge(cost === undefined ? 1 : cost([value], result))
    return result
  }
}

/** Both sides are looked at before an error of one is told. */
function binary(left: Step, right: Step, apply: Apply, cost: Cost | undefined): Step {
  return frame => {
    const one = left(frame)
    const other = right(frame)
    const result = isError(one) ? one : isError(other) ? other : apply([one, other])
    frame.cost.charge(cost === undefined ? 1 : cost([one, other], result))
    return result
  }
}

/** Ends at the first argument that fails, and then costs nothing unless that was the last. */
function anyNumber(steps: readonly Step[], apply: Apply, cost: Cost | undefined): Step {
  return (frame: Frame) => {
    const values: Value[] = []
    for (const step of steps) {
      const value = step(frame)
      if (isError(value)) {
        if (values.length === steps.length - 1)
          frame.cost.charge(cost === undefined ? 1 : cost([...values, value], value))
        return value
      }
      values.push(value)
    }
    const result = apply(values)
    frame.cost.charge(cost === undefined ? 1 : cost(values, result))
    return result
  }
}

function accepts({ args: wanted }: FunctionDefinition, args: readonly Value[]): boolean {
  if (wanted.length !== args.length) return false
  for (let at = 0; at < wanted.length; at++) {
    const [type, value] = [wanted[at], args[at]]
    if (type === undefined || value === undefined || !matchesType(type, value)) return false
  }
  return true
}

function noSuchOverload(name: string, args: readonly Value[]): CelError {
  return new CelError(`no such overload: ${name}(${args.map(typeNameOf).join(', ')})`)
}
