/**
 * One open context: its HTTP client, its authentication (certificates, tokens, exec plugins,
 * OIDC, impersonation) and its health, with the reason in words when it is not well.
 */
export { createPluginPath } from './loginShell.ts'
export { openSession } from './session.ts'
export type {
  ApiRequest,
  ApiResponse,
  ClusterSession,
  OpenedSession,
  SessionTarget,
} from './types.ts'
export { dryRunDeleteBody, noDryRunText, takesDryRun } from './writes.ts'
