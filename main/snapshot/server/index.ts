/** The Kubernetes API over HTTP on a store: routing, lists, watches, discovery, reviews. */
export { createSnapshotServer, type SnapshotServer } from './server.ts'
