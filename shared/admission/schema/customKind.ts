import type { GroupVersionKind } from '../../cel/kubernetes/index.ts'
import type { JsonObject } from '../values/index.ts'
import type { FieldProblem } from './problem.ts'
import type { RuleOutcome } from './rules.ts'

/** How versions of a custom resource become each other. */
export type Conversion = 'None' | 'Webhook'

export interface Stored {
  readonly object: JsonObject
  readonly problem?: FieldProblem
}

/** A kind as one version of a CustomResourceDefinition defines it. */
export interface CustomKind {
  readonly kind: GroupVersionKind
  readonly isNamespaced: boolean
  readonly hasStatus: boolean
  readonly conversion: Conversion
  /** Names of all versions, served or not. */
  readonly versions: readonly string[]
  /** With which the server warns of every request in this version; null where it does not. */
  readonly deprecation: string | null
  /** As the server reads what was sent: fields that are unknown dropped, defaults filled in. */
  pruneAndDefault(object: JsonObject): {
    readonly object: JsonObject
    readonly problems: readonly FieldProblem[]
  }
  /** As the server takes over what a mutation left: defaults filled in, everything else as it is. */
  withDefaults(object: JsonObject): JsonObject
  /**
   * As it comes back from where it is stored, in the version that is stored: what that does not have is gone,
   * and metadata of wrong types. A problem where it cannot be converted to that version.
   */
  stored(object: JsonObject): Stored
  /**
   * As the strategy prepares it: a write to the status keeps the rest as stored, and the other way round;
   * what only the server writes in the metadata is as stored.
   */
  prepare(object: JsonObject, old: JsonObject | null, subresource: string): JsonObject
  /** Metadata, schema and lists, without the rules. */
  validate(object: JsonObject, old: JsonObject | null, subresource?: string): RuleOutcome
  /** Rules of `x-kubernetes-validations`; the server asks them where `validate` finds nothing that blocks. */
  validateRules(object: JsonObject, old: JsonObject | null): RuleOutcome
  /** Both, as the server does it. */
  validateAll(object: JsonObject, old: JsonObject | null, subresource?: string): RuleOutcome
}
