/**
 * An API server in memory, over HTTP/1.1 on a Unix socket or named pipe, never on a network.
 * `startSample` runs the sample cluster in a thread of its own; `createSnapshotServer` serves any
 * `SnapshotStore`. Its clients reach it over HTTP alone, as they reach any cluster.
 */

export { sampleEntry } from './sampleEntry.ts'
export { createSnapshotServer, type SnapshotServer } from './server/index.ts'
export { type Sample, startSample } from './start.ts'
export { SnapshotStore } from './store/index.ts'
