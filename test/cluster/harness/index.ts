/**
 * The test cluster from TypeScript: `startCluster` runs a real Kubernetes
 * control plane (etcd, API server, controllers, scheduler) with fake nodes
 * whose pods really run, and an admission webhook server that records what it
 * is asked; `startProxy` puts a proxy before it that cuts, stalls and garbles
 * on command. Both are processes of their own that end with this one. The
 * binary is built when its sources are newer; where that cannot be done,
 * `ClusterUnavailableError` says why, and tests skip with its message.
 */
export { ClusterUnavailableError } from './binary.ts'
export type {
  ChurnCounts,
  ChurnOptions,
  Cluster,
  ClusterOptions,
  ClusterUser,
  KubectlOptions,
  LoadKind,
  LoadOptions,
  SeedOptions,
} from './cluster.ts'
export { startCluster } from './cluster.ts'
export type { CommandResult } from './command.ts'
export { type OldServer, startOldServer } from './old.ts'
export type { ActiveFault, Fault, FaultMatch, FaultProxy, ProxyStats } from './proxy.ts'
export { startProxy } from './proxy.ts'
export type { Webhook, WebhookAnswer, WebhookClientConfig, WebhookRecord } from './webhook.ts'
