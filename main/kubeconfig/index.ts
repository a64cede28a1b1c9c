/**
 * Kubeconfig files: which there are, what contexts they hold, and what it takes to reach one.
 * Reads files and nothing else; credentials are handed to the session alone.
 */
export { createKubeconfig } from './kubeconfig.ts'
export { isProtectedBy } from './list.ts'
export type {
  Authentication,
  ExecPlugin,
  Impersonation,
  Kubeconfig,
  Material,
  OidcProvider,
  ResolvedContext,
} from './types.ts'
