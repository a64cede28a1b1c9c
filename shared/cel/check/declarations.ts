import type { Type } from './types.ts'

/** One signature of a function. */
export interface Signature {
  /** The server’s name of the overload, e.g. `string_contains`: costs go by it. */
  readonly id: string
  /** True for `receiver.name(…)`; the receiver is then the first of `args`. */
  readonly member: boolean
  readonly args: readonly Type[]
  readonly result: Type
}

/** A type of the name, and the types of its fields. */
export interface TypeProvider {
  /** The type of that full name; undefined when there is none. */
  findStruct(name: string): Type | undefined
  /** Type of a field; undefined for one that the type does not have. */
  findField(structName: string, field: string): Type | undefined
}

/** What names mean to an expression. */
export interface Declarations {
  variable(name: string): Type | undefined
  /** Signatures of a function by its full name, in the order in which they are tried. */
  signatures(name: string): readonly Signature[] | undefined
  /** A type that is written as a name, such as `int` or `net.IP`. */
  typeNamed(name: string): Type | undefined
  readonly provider: TypeProvider
}

/** What a name in an expression turned out to be. */
export type Reference =
  | { readonly type: 'variable'; readonly name: string }
  /** A type used as a value. */
  | { readonly type: 'typeName'; readonly of: Type }
  | {
      readonly type: 'function'
      readonly name: string
      /** Ids of the signatures that fit what is known of the arguments. */
      readonly overloads: readonly string[]
      /** False where what looks like a receiver is part of the name: `sets.contains(…)`. */
      readonly member: boolean
    }
