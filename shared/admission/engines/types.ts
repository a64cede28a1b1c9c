import type { FindingObject } from '../findings/types.ts'

/** A product that installs webhooks or policies, recognised by what it is called. */
export interface Engine {
  /** e.g. `kyverno`. */
  readonly id: string
  /** e.g. `Kyverno`. */
  readonly name: string
  /** In a sentence: what it does with webhooks. */
  readonly purpose: string
  /** How it was recognised, e.g. `label app.kubernetes.io/part-of: kyverno`. */
  readonly recognisedBy: string
  /** Configurations, policies and bindings that are its own. */
  readonly objects: readonly EngineObject[]
  /** Kinds whose objects it turns into these, of those that the server offers; with what is known of them. */
  readonly sources: readonly EngineSource[]
}

/** What an engine installed. */
export interface EngineObject extends FindingObject {
  /** The object it was made of, where it names one as its owner. */
  readonly madeOf?: FindingObject
}

/** A kind of which an engine makes webhooks, rules or policies. */
export interface EngineSource {
  readonly group: string
  readonly kind: string
  /** Up to 100 objects, sorted. */
  readonly objects: readonly FindingObject[]
  /** Number of all of them; null where they may not be read, or are not read yet. */
  readonly count: number | null
}
