import {
  accumulatorName,
  type Comprehension,
  type Entry,
  type Expr,
  type LiteralValue,
  type MapEntry,
} from './ast.ts'
import { CelSyntaxError } from './issue.ts'

/** Where a node was written. */
export interface Span {
  readonly at: number
  readonly start: number
  readonly end: number
}

/** Levels that the server’s parser goes down before it refuses an expression. */
const deepest = 250

/**
 * Nodes that an expression may have once its macros are expanded. `optMap` writes its receiver twice, so
 * that a chain of thirty would have more than memory holds; expressions of use have some thousands.
 */
const mostNodes = 500_000

/** Makes nodes with ids of their own, and refuses trees that are too deep. */
export class Builder {
  #nextId = 1
  readonly #depths = new WeakMap<Expr, number>()

  id(): number {
    if (this.#nextId > mostNodes) {
      const message = `an expression of more than ${mostNodes} nodes is not compiled here`
      throw new CelSyntaxError([{ message, at: -1 }])
    }
    return this.#nextId++
  }

  literal(span: Span, literal: LiteralValue): Expr {
    return { kind: 'literal', id: this.id(), ...span, literal }
  }

  ident(span: Span, name: string): Expr {
    return { kind: 'ident', id: this.id(), ...span, name }
  }

  select(span: Span, operand: Expr, field: string, testOnly = false): Expr {
    return this.#deeper({ kind: 'select', id: this.id(), ...span, operand, field, testOnly }, [operand])
  }

  call(span: Span, name: string, args: readonly Expr[], target: Expr | null = null): Expr {
    const children = target === null ? args : [target, ...args]
    return this.#deeper({ kind: 'call', id: this.id(), ...span, name, target, args }, children)
  }

  list(span: Span, elements: readonly Expr[], optional: readonly number[] = []): Expr {
    return this.#deeper({ kind: 'list', id: this.id(), ...span, elements, optional }, elements, 0)
  }

  map(span: Span, entries: readonly MapEntry[]): Expr {
    const children = entries.flatMap(({ key, value }) => [key, value])
    return this.#deeper({ kind: 'map', id: this.id(), ...span, entries }, children, 0)
  }

  struct(span: Span, typeName: string, fields: readonly (Entry & { readonly field: string })[]): Expr {
    const children = fields.map(({ value }) => value)
    return this.#deeper({ kind: 'struct', id: this.id(), ...span, typeName, fields }, children, 0)
  }

  comprehension(span: Span, parts: Omit<Comprehension, 'kind' | 'id' | keyof Span>): Expr {
    const children = [parts.range, parts.initial, parts.condition, parts.step, parts.result]
    return this.#deeper({ kind: 'comprehension', id: this.id(), ...span, ...parts }, children)
  }

  accumulator(span: Span): Expr {
    return this.ident(span, accumulatorName)
  }

  /** The same expression once more, with ids of its own. */
  copy(expr: Expr): Expr {
    const copies = (exprs: readonly Expr[]): readonly Expr[] => exprs.map(child => this.copy(child))
    switch (expr.kind) {
      case 'literal':
      case 'ident':
        return { ...expr, id: this.id() }
      case 'select':
        return { ...expr, id: this.id(), operand: this.copy(expr.operand) }
      case 'call': {
        const target = expr.target === null ? null : this.copy(expr.target)
        return { ...expr, id: this.id(), target, args: copies(expr.args) }
      }
      case 'list':
        return { ...expr, id: this.id(), elements: copies(expr.elements) }
      case 'map': {
        const entries = expr.entries.map(entry => ({
          ...entry,
          id: this.id(),
          key: this.copy(entry.key),
          value: this.copy(entry.value),
        }))
        return { ...expr, id: this.id(), entries }
      }
      case 'struct': {
        const fields = expr.fields.map(field => ({ ...field, id: this.id(), value: this.copy(field.value) }))
        return { ...expr, id: this.id(), fields }
      }
      case 'comprehension':
        return {
          ...expr,
          id: this.id(),
          range: this.copy(expr.range),
          initial: this.copy(expr.initial),
          condition: this.copy(expr.condition),
          step: this.copy(expr.step),
          result: this.copy(expr.result),
        }
    }
  }

  #deeper(expr: Expr, children: readonly Expr[], own = 1): Expr {
    // What macros add counts for nothing.
    const depth =
      (expr.start < 0 ? 0 : own) + Math.max(0, ...children.map(child => this.#depths.get(child) ?? 0))
    if (depth > deepest) throw new CelSyntaxError([{ message: 'max recursion depth exceeded', at: -1 }])
    this.#depths.set(expr, depth)
    return expr
  }
}

/** Refuses what is nested too deeply as it is read. */
export function tooDeep(): CelSyntaxError {
  return new CelSyntaxError([{ message: `expression recursion limit exceeded: ${deepest}`, at: -1 }])
}

export { deepest }
