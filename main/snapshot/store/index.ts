/**
 * Objects in memory, by resource, with versions, a bounded history of changes and listeners.
 * Knows nothing of HTTP and nothing of what the kinds mean.
 */
export { type Collection, keyOf } from './collection.ts'
export type { Change } from './history.ts'
export { PackedObject, type Stored, unpacked } from './packed.ts'
export { SnapshotStore, type StoredResource, type StoreListener } from './store.ts'
