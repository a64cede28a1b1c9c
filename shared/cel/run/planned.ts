import type { Reference } from '../check/declarations.ts'
import { type Type, types } from '../check/types.ts'
import type { Expr } from '../syntax/ast.ts'
import type { Result, Value } from '../values/value.ts'
import type { Attribute } from './attribute.ts'
import type { Frame, Step } from './frame.ts'
import type { FunctionTable } from './functions.ts'

export interface PlanContext {
  readonly references: ReadonlyMap<number, Reference>
  readonly types: ReadonlyMap<number, Type>
  readonly functions: FunctionTable
  /** Makes a value of a struct type from its fields. */
  readonly construct: (type: Type, fields: ReadonlyMap<string, Value>) => Result
  /** Whether the values of nodes are written down. */
  readonly traced: boolean
}

/** An expression whose parts that never change have no value: the server has no program for it. */
export class PlanError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PlanError'
  }
}

/** A planned node: of a constant its value is known, and of a path that may go on its attribute. */
export type Planned =
  | { readonly kind: 'constant'; readonly value: Value; readonly run: Step }
  | { readonly kind: 'attribute'; readonly attribute: Attribute; readonly run: Step }
  | { readonly kind: 'step'; readonly run: Step }

/** Base costs, in the server’s units. */
export const baseCost = { access: 1, list: 10, map: 30, struct: 40 } as const

export const constant = (value: Value): Planned => ({ kind: 'constant', value, run: () => value })

export interface Local {
  readonly name: string
  readonly slot: number
  /** Evaluates an accumulator that nobody has asked for yet. */
  readonly initial: ((frame: Frame) => Result) | null
}

/** What plans the parts of a node. */
export interface Planning {
  readonly context: PlanContext
  plan(expr: Expr): Planned
  newSlot(): number
  /** Plans within the scope of variables. */
  within<T>(locals: readonly Local[], planned: () => T): T
}

/** The type that a struct literal makes. */
export function structType(context: PlanContext, expr: Expr & { kind: 'struct' }): Type {
  const reference = context.references.get(expr.id)
  return reference?.type === 'typeName' ? reference.of : types.struct(expr.typeName)
}
