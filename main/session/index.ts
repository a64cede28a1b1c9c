/**
 * One open context: its HTTP client, its authentication (certificates, tokens, exec plugins,
 * OIDC, impersonation) and its health, with the reason in words when it is not well.
 */
export { type ConsentedRequest, consentTo } from './consent.ts'
export { createPluginPath } from './loginShell.ts'
export { orAborted } from './orAborted.ts'
export { parseJson } from './response.ts'
export { openSession } from './session.ts'
export type {
  ApiRequest,
  ApiResponse,
  ChannelEnd,
  ChannelRequest,
  ChannelSocket,
  ClusterSession,
  OpenedSession,
  SessionTarget,
} from './types.ts'
export { dryRunDeleteBody, dryRunDeletion, noDryRunText, protectedContext, takesDryRun } from './writes.ts'
