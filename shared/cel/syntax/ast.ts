/**
 * Syntax trees of CEL after macros were expanded, as the server’s own compiler has them: `has` is a
 * select that tests, `all`, `exists`, `map` and their like are comprehensions.
 */

/** A literal as written; `int` and `uint` are 64 bits wide. */
export type LiteralValue =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'uint'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }

interface Node {
  /** Unique within its tree. */
  readonly id: number
  /** Where errors of this node point, as an offset in UTF-16 units; -1 for what a macro added. */
  readonly at: number
  /** The text that the node was written as; empty for what a macro added. */
  readonly start: number
  readonly end: number
}

export interface Entry {
  readonly id: number
  readonly at: number
  readonly value: Expr
  /** True for `?key: value`. */
  readonly optional: boolean
}

export interface MapEntry extends Entry {
  readonly key: Expr
}

export interface FieldEntry extends Entry {
  readonly field: string
}

export type Expr =
  | (Node & { readonly kind: 'literal'; readonly literal: LiteralValue })
  | (Node & { readonly kind: 'ident'; readonly name: string })
  | (Node & {
      readonly kind: 'select'
      readonly operand: Expr
      readonly field: string
      /** True for `has(operand.field)`. */
      readonly testOnly: boolean
    })
  | (Node & {
      readonly kind: 'call'
      /** Operators have the names of `operators`. */
      readonly name: string
      readonly target: Expr | null
      readonly args: readonly Expr[]
    })
  | (Node & {
      readonly kind: 'list'
      readonly elements: readonly Expr[]
      /** Indices of the elements written as `?element`. */
      readonly optional: readonly number[]
    })
  | (Node & { readonly kind: 'map'; readonly entries: readonly MapEntry[] })
  | (Node & { readonly kind: 'struct'; readonly typeName: string; readonly fields: readonly FieldEntry[] })
  | Comprehension

/**
 * For each element of `range`, as long as `condition` holds, `accumulator` becomes `step`; the value
 * is `result`. Over a map `variable` is the key, and `second`, where it is named, the value; over a
 * list with two variables `variable` is the index.
 */
export type Comprehension = Node & {
  readonly kind: 'comprehension'
  readonly range: Expr
  readonly variable: string
  readonly second: string | null
  readonly accumulator: string
  readonly initial: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
  /** The macro it was written as, e.g. `exists`. */
  readonly macro: string
}

/** Name of the variable in which a macro gathers its result; it cannot be written. */
export const accumulatorName = '@result'

/** Names under which operators are called. */
export const operators = {
  conditional: '_?_:_',
  and: '_&&_',
  or: '_||_',
  not: '!_',
  negate: '-_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  in: '@in',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  index: '_[_]',
  optIndex: '_[?_]',
  optSelect: '_?._',
  notStrictlyFalse: '@not_strictly_false',
  mapInsert: 'cel.@mapInsert',
} as const

/** Nodes directly below a node, in the order in which they were written. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return []
    case 'select':
      return [expr.operand]
    case 'call':
      return expr.target === null ? expr.args : [expr.target, ...expr.args]
    case 'list':
      return expr.elements
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value])
    case 'struct':
      return expr.fields.map(({ value }) => value)
    case 'comprehension':
      return [expr.range, expr.initial, expr.condition, expr.step, expr.result]
  }
}
