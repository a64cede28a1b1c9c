import { typeNameOfType } from '../check/types.ts'
import { type Expr, operators } from '../syntax/ast.ts'
import { goTypeName } from '../values/goTypes.ts'
import { CelError, OptionalValue, TypeValue, UintValue, type Value } from '../values/value.ts'
import type { Attribute } from './attribute.ts'
import { Choice, isKey, labelled, Path } from './attributes.ts'
import { planCall } from './calls.ts'
import { planComprehension } from './fold.ts'
import { observe, type Step } from './frame.ts'
import { planList, planMap, planStruct } from './literals.ts'
import {
  baseCost,
  constant,
  type Local,
  type PlanContext,
  PlanError,
  type Planned,
  type Planning,
} from './planned.ts'

/**
 * Turns a checked expression into something that can be run over and over.
 * @throws PlanError where a constant part has no value
 */
export function plan(expr: Expr, context: PlanContext): Step {
  return new Planner(context).plan(expr).run
}

class Planner implements Planning {
  readonly context: PlanContext
  /** Variables of macros in scope, innermost last. */
  readonly #scopes: Local[] = []
  #nextSlot = 0

  constructor(context: PlanContext) {
    this.context = context
  }

  plan(expr: Expr): Planned {
    const planned = this.#unobserved(expr)
    // A path writes down its parts itself.
    const isPath = planned.kind === 'attribute' && planned.attribute instanceof Path
    if (!this.context.traced || (isPath && expr.kind !== 'call')) return planned
    const { id } = expr
    const run: Step = frame => {
      const result = planned.run(frame)
      if (frame.trace !== null) observe(frame.trace, id, result)
      return result
    }
    return { ...planned, run }
  }

  newSlot(): number {
    return this.#nextSlot++
  }

  /** Plans within the scope of variables. */
  within<T>(locals: readonly Local[], planned: () => T): T {
    this.#scopes.push(...locals)
    const result = planned()
    this.#scopes.length -= locals.length
    return result
  }

  #unobserved(expr: Expr): Planned {
    const reference = this.context.references.get(expr.id)
    if (reference?.type === 'variable') {
      // The server takes every name of a type for one that it knows, be it a variable.
      if (this.context.types.get(expr.id)?.kind === 'type')
        throw new PlanError(`reference to undefined type: ${reference.name}`)
      return this.#variable(reference.name, expr.id)
    }
    if (reference?.type === 'typeName' && expr.kind !== 'struct')
      return constant(new TypeValue(typeNameOfType(reference.of)))
    switch (expr.kind) {
      case 'literal':
        return constant(literalValue(expr))
      case 'ident':
        return this.#variable(expr.name, expr.id)
      case 'select':
        return this.#select(expr)
      case 'call':
        return this.#call(expr)
      case 'list':
        return planList(this, expr)
      case 'map':
        return planMap(this, expr)
      case 'struct':
        return planStruct(this, expr)
      case 'comprehension':
        return planComprehension(this, expr)
    }
  }

  #variable(name: string, id: number): Planned {
    const read = this.#reading(name, id)
    if (!this.context.traced) return attributePlan(new Path(read))
    return attributePlan(
      new Path(frame => {
        const result = read(frame)
        if (frame.trace !== null) observe(frame.trace, id, result)
        return result
      }),
    )
  }

  #reading(name: string, id: number): Step {
    const local = this.#scopes.findLast(candidate => candidate.name === name)
    if (local === undefined)
      return frame => {
        const value = frame.activation.resolve(name)
        return value === undefined ? new CelError(`no such attribute(s): ${name}`, id) : value
      }
    const { slot, initial } = local
    return frame => {
      const known = frame.locals[slot]
      if (known !== undefined) return known
      const first = initial === null ? null : initial(frame)
      frame.locals[slot] = first
      return first
    }
  }

  #select(expr: Expr & { kind: 'select' }): Planned {
    const attribute = this.#attributeOf(expr.operand)
    const { id, field, testOnly } = expr
    attribute.addQualifier({
      id,
      isOptional: false,
      isTest: testOnly,
      key: field,
      compute: null,
      isByPath: false,
    })
    if (!testOnly) return attributePlan(attribute)
    // Asking whether a field is there costs what leads to it, nothing for itself; of a choice the server
    // takes that off although it never charged it.
    const isChoice = attribute instanceof Choice
    const run: Step = frame => {
      const present = attribute.resolve(frame)
      if (isChoice) frame.cost.charge(-baseCost.access)
      return present instanceof OptionalValue ? present.value !== undefined : present
    }
    return { kind: 'attribute', attribute, run }
  }

  /** The path that an expression is; of any other expression a path that begins with it. */
  #attributeOf(expr: Expr): Attribute {
    const planned = this.plan(expr)
    return planned.kind === 'attribute' ? planned.attribute : new Path(planned.run)
  }

  #call(expr: Expr & { kind: 'call' }): Planned {
    const [first, second, third] = expr.args
    if (first !== undefined && second !== undefined) {
      if (expr.name === operators.index) return this.#index(expr.id, first, second, false)
      if (expr.name === operators.optIndex || expr.name === operators.optSelect)
        return this.#index(expr.id, first, second, true)
      if (expr.name === operators.conditional && third !== undefined)
        return this.#conditional(expr.id, first, second, third)
    }
    return planCall(this, expr)
  }

  #index(id: number, operand: Expr, at: Expr, isOptional: boolean): Planned {
    const attribute = this.#attributeOf(operand)
    const key = this.plan(at)
    if (key.kind === 'constant' && !isKey(key.value))
      throw new PlanError(`invalid qualifier type: ${goTypeName(key.value)}`)
    // A key that is a path is resolved without the cost of its variable.
    const compute = key.kind === 'attribute' ? resolving(key.attribute) : key.run
    attribute.addQualifier({
      id,
      isOptional,
      isTest: false,
      key: key.kind === 'constant' ? key.value : undefined,
      compute: key.kind === 'constant' ? null : compute,
      isByPath: key.kind === 'attribute' && !this.#isLocal(at),
    })
    return attributePlan(attribute)
  }

  /** Whether an expression is a variable of a macro. */
  #isLocal(expr: Expr): boolean {
    return expr.kind === 'ident' && this.#scopes.some(({ name }) => name === expr.name)
  }

  #conditional(id: number, condition: Expr, whenTrue: Expr, whenFalse: Expr): Planned {
    const { run } = this.plan(condition)
    return attributePlan(new Choice(id, run, this.#attributeOf(whenTrue), this.#attributeOf(whenFalse)), id)
  }
}

const resolving =
  (attribute: Attribute): Step =>
  frame =>
    attribute.resolve(frame)

/** A path that stands for itself costs 1, a choice nothing. */
function attributePlan(attribute: Attribute, id: number | null = null): Planned {
  const cost = attribute instanceof Choice ? 0 : baseCost.access
  const run: Step = frame => {
    const result = attribute.resolve(frame)
    frame.cost.charge(cost)
    return result instanceof CelError && id !== null ? labelled(result, id) : result
  }
  return { kind: 'attribute', attribute, run }
}

function literalValue({ literal }: Expr & { kind: 'literal' }): Value {
  if (literal.type === 'null') return null
  return literal.type === 'uint' ? new UintValue(literal.value) : literal.value
}
