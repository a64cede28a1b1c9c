import type { Result, Value } from '../values/value.ts'
import type { Frame, Step } from './frame.ts'

/**
 * What stands after a variable or value: `.name`, `[key]`, and their optional forms. The server charges
 * for each that it looks up.
 */
export interface Qualifier {
  readonly id: number
  readonly isOptional: boolean
  /** True for the last part of `has(…)`: whether it is there is all that is asked. */
  readonly isTest: boolean
  /** The key, where it stands in the expression. */
  readonly key: Value | undefined
  /** Finds the key, where it has to be evaluated. */
  readonly compute: Step | null
  /** Whether the key is itself a path. */
  readonly isByPath: boolean
}

/**
 * A variable, value or choice with qualifiers. The server resolves such a path as one, which its costs
 * show: a variable costs 1 with its whole path, and only where the path stands for itself.
 */
export interface Attribute {
  addQualifier(qualifier: Qualifier): void
  resolve(frame: Frame): Result
}
