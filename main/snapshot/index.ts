/**
 * An API server in memory, over HTTP/1.1 on a Unix socket or named pipe, never on a network.
 * `SampleCluster` runs the sample cluster in a thread of its own; `createDumps` lists dumps as
 * contexts and reads and serves each in a thread once it is opened; `createSnapshotServer` serves
 * any `SnapshotStore`. Its clients reach it over HTTP alone, as they reach any cluster.
 */

export { createDumps, type Dumps, snapshotHandlers } from './dumps/index.ts'
export { SampleCluster } from './sampleCluster.ts'
export { sampleEntry } from './sampleEntry.ts'
export { createSnapshotServer, type SnapshotServer } from './server/index.ts'
export { SnapshotStore } from './store/index.ts'
