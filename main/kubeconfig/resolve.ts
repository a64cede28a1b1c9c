import type { Cluster } from './cluster.ts'
import type { JoinedContext } from './islands.ts'
import type { Authentication, ResolvedContext } from './types.ts'

/** @param cluster that of the context, which has no problem */
export function resolveContext(context: JoinedContext, cluster: Cluster): ResolvedContext {
  const { user } = context
  return {
    id: context.id,
    name: context.name,
    source: context.island.path,
    clusterLabel: context.clusterLabel,
    userLabel: context.userLabel,
    server: cluster.server,
    tls: cluster.tls,
    proxyUrl: cluster.proxyUrl,
    disableCompression: cluster.disableCompression,
    namespace: context.namespace,
    authentication: withClusterInfo(user.authentication, cluster),
    ...(user.clientCertificate && { clientCertificate: user.clientCertificate }),
    ...(user.impersonation && { impersonation: user.impersonation }),
  }
}

/** The `cluster` of KUBERNETES_EXEC_INFO, as client.authentication.k8s.io/v1 defines it. */
function withClusterInfo(authentication: Authentication, cluster: Cluster): Authentication {
  if (authentication.type !== 'exec' || !authentication.plugin.provideClusterInfo) return authentication
  const { authority, insecure, serverName } = cluster.tls
  const clusterInfo = {
    server: cluster.server,
    ...(serverName && { 'tls-server-name': serverName }),
    ...(insecure && { 'insecure-skip-tls-verify': true }),
    ...(authority?.type === 'data' && { 'certificate-authority-data': authority.base64 }),
    // A file is named here and read by the session, just before the plugin runs.
    ...(authority?.type === 'file' && { 'certificate-authority': authority.path }),
    ...(cluster.proxyUrl && { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.disableCompression && { 'disable-compression': true }),
    ...(cluster.execConfig === undefined ? {} : { config: cluster.execConfig }),
  }
  return { type: 'exec', plugin: { ...authentication.plugin, clusterInfo } }
}
