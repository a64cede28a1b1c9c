/**
 * Kinds followed as one small fact for each object, where the objects themselves are not needed: a
 * hundred thousand pods as a hundred thousand words or sums. A kind is opened when discovery knows
 * it, and read by namespaces where all of them may not be read.
 */
export { type CellsOf, type FactStore, factStores } from './factStore.ts'
export { FollowedKind, type FollowSetup } from './followed.ts'
export { MadeState } from './madeState.ts'
