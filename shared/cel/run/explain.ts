import { childrenOf, type Expr, operators } from '../syntax/ast.ts'
import { describeValue } from '../values/describe.ts'
import { CelError, ListValue, MapValue, OptionalValue, type Result, type Value } from '../values/value.ts'
import type { Observed, ObservedElement } from './frame.ts'

type Trace = ReadonlyMap<number, Observed>

/** A part of an expression that had a say in its value. */
export interface Deciding {
  readonly expr: Expr
  /** Its text in the expression, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly value: Result
}

/** An element at which a macro was decided. */
export interface DecidingElement {
  /** The macro, e.g. `all`, and its text in the expression. */
  readonly macro: string
  readonly start: number
  readonly end: number
  readonly element: ObservedElement
}

export interface Explanation {
  /** The source with the values of its deciding parts: `object.spec.replicas (7) <= 5`. */
  readonly text: string
  /** Those parts, in the order of the source. */
  readonly parts: readonly Deciding[]
  /** Elements that decided macros, outer ones first. */
  readonly elements: readonly DecidingElement[]
}

/**
 * Explains the value of an evaluated expression by what decided it: of `a && b` that is false only the
 * side that is false, of a choice the branch that was taken, of `all` and `exists` the element at which
 * they ended.
 * @param trace of an evaluation with `trace: true`
 * @param tell a part's value in words, where not every value may be told
 */
export function explain(
  source: string,
  expr: Expr,
  trace: Trace,
  tell: (value: Result, expr: Expr) => string = inWords,
): Explanation {
  const found = new Explainer(trace)
  found.visit(expr)
  const parts = [...found.parts.values()].sort((one, other) => one.start - other.start)
  let text = ''
  let at = 0
  for (const { expr: part, end, value } of [...parts].sort((one, other) => one.end - other.end)) {
    text += `${source.slice(at, end)} (${tell(value, part)})`
    at = end
  }
  return { text: text + source.slice(at), parts, elements: found.elements }
}

function inWords(value: Result): string {
  return value instanceof CelError ? value.message : describeValue(value)
}

class Explainer {
  /** By where they end, so that one place gets one value. */
  readonly parts = new Map<number, Deciding>()
  readonly elements: DecidingElement[] = []
  readonly #trace: Trace

  constructor(trace: Trace) {
    this.#trace = trace
  }

  visit(expr: Expr): void {
    switch (expr.kind) {
      case 'literal':
        return
      case 'ident':
      case 'select':
        this.#path(expr)
        return
      case 'call':
        this.#call(expr)
        return
      case 'comprehension':
        this.#macro(expr)
        return
      default:
        for (const child of childrenOf(expr)) this.visit(child)
    }
  }

  #value(expr: Expr): Result | undefined {
    return this.#trace.get(expr.id)?.last
  }

  /** A path is told with its last value; where it broke off, with what broke it. */
  #path(expr: Expr & { kind: 'select' | 'ident' | 'call' }): void {
    const value = this.#value(expr)
    if (value !== undefined) {
      if (!(value instanceof CelError) && isLarge(value) && expr.kind === 'ident') return
      this.#add(expr, value)
    } else this.#operand(expr)
    this.#keys(expr)
  }

  /** Goes back to where a path broke off. */
  #operand(expr: Expr): void {
    if (expr.kind === 'select') this.visit(expr.operand)
    else if (expr.kind === 'call' && expr.args[0] !== undefined) this.visit(expr.args[0])
  }

  /** Keys in brackets that are not written out have values of their own. */
  #keys(expr: Expr): void {
    if (expr.kind === 'select') this.#keys(expr.operand)
    if (expr.kind !== 'call') return
    const [operand, key] = expr.args
    if (operand !== undefined) this.#keys(operand)
    if (key !== undefined && key.kind !== 'literal') this.visit(key)
  }

  #call(expr: Expr & { kind: 'call' }): void {
    const [first, second, third] = expr.args
    switch (expr.name) {
      case operators.and:
        this.#logical(expr, false)
        return
      case operators.or:
        this.#logical(expr, true)
        return
      case operators.conditional: {
        if (first === undefined) return
        this.visit(first)
        const branch = this.#value(first) === true ? second : third
        if (branch !== undefined) this.visit(branch)
        return
      }
      case operators.index:
      case operators.optIndex:
      case operators.optSelect:
        this.#path(expr)
        return
      default:
        this.#function(expr)
    }
  }

  /** The side that decided; both where neither did alone. */
  #logical({ args }: Expr & { kind: 'call' }, deciding: boolean): void {
    const decisive = args.filter(side => this.#value(side) === deciding)
    const seen = decisive.length > 0 ? decisive.slice(0, 1) : args.filter(side => this.#trace.has(side.id))
    for (const side of seen) this.visit(side)
  }

  /** A function of something large is told by its result, others by what they were given. */
  #function(expr: Expr & { kind: 'call' }): void {
    const operands = expr.target === null ? expr.args : [expr.target, ...expr.args]
    const value = this.#value(expr)
    const isOperator = !/^[A-Za-z]/.test(expr.name)
    const ofLarge = operands.some(operand => {
      const given = this.#value(operand)
      return given !== undefined && !(given instanceof CelError) && isLarge(given)
    })
    if (!isOperator && ofLarge && value !== undefined && typeof value !== 'boolean') this.#add(expr, value)
    else for (const operand of operands) this.visit(operand)
    if (value instanceof CelError && value.node === expr.id) this.#add(expr, value)
  }

  /** `all` that is false and `exists` that is true ended at an element, which decided. */
  #macro(expr: Expr & { kind: 'comprehension' }): void {
    const observed = this.#trace.get(expr.id)
    const decided =
      observed?.last instanceof CelError ||
      (expr.macro === 'all' && observed?.last === false) ||
      (expr.macro === 'exists' && observed?.last === true)
    const isBinding = expr.macro === 'optMap' || expr.macro === 'optFlatMap' || expr.macro === 'sortBy'
    if (decided && observed?.element !== undefined) {
      this.elements.push({ macro: expr.macro, start: expr.start, end: expr.end, element: observed.element })
      this.visit(expr.step)
    } else if (isBinding) this.visit(expr.result)
    else if (observed === undefined || typeof observed.last === 'boolean') this.visit(expr.range)
    else this.#add(expr, observed.last)
  }

  #add(expr: Expr, value: Result): void {
    // What a macro adds has no text.
    if (expr.start >= 0 && expr.end > expr.start)
      this.parts.set(expr.end, { expr, start: expr.start, end: expr.end, value })
  }
}

/** Values of many parts, which say little when they are cut short. */
function isLarge(value: Value): boolean {
  const inside = value instanceof OptionalValue ? (value.value ?? null) : value
  return inside instanceof ListValue || inside instanceof MapValue
}
