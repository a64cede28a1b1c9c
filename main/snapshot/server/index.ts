/** The Kubernetes API over HTTP on a store: routing, lists, watches, discovery, reviews, dry runs. */

export { containerStatusOf, type LogRequest, type PodLogs } from './podLog.ts'
export { createSnapshotServer, type SnapshotServer } from './server.ts'
export { StatusError } from './status.ts'
export type { WebhookScript } from './writes/index.ts'
