import path from 'node:path'
import type { SignIn } from '../../shared/ipc/index.ts'
import { materialOf } from './cluster.ts'
import { fieldOf, flagOf, isMapping, listOf, textOf, textsOf } from './fields.ts'
import type { Authentication, ClientCertificate, ExecPlugin, Impersonation, OidcProvider } from './types.ts'

/** One entry of `users`, read against the folder of the file that holds it. */
export interface User {
  readonly authentication: Authentication
  readonly clientCertificate?: ClientCertificate
  readonly impersonation?: Impersonation
  /** Why it cannot be used, as the end of a sentence about it; empty when it can. */
  readonly fault: string
}

export const nobody: User = { authentication: { type: 'none' }, fault: '' }

export function readUser(fields: unknown, folder: string): User {
  const certificate = materialOf(fields, 'client-certificate', folder)
  const key = materialOf(fields, 'client-key', folder)
  const impersonation = readImpersonation(fields)
  const authentication = readAuthentication(fields, folder)
  const pairFault =
    (certificate === null) === (key === null)
      ? ''
      : `has a client ${certificate === null ? 'key without its certificate' : 'certificate without its key'}`
  return {
    authentication,
    ...(certificate && key && { clientCertificate: { certificate, key } }),
    ...(impersonation && { impersonation }),
    fault: pairFault || authenticationFault(fields, authentication) || impersonationFault(impersonation),
  }
}

/** How the user signs in, for the list of contexts. */
export function signInOf(user: User): SignIn {
  const { authentication } = user
  if (authentication.type === 'exec') return { type: 'exec', command: authentication.plugin.command }
  if (authentication.type !== 'none') return { type: authentication.type }
  return { type: user.clientCertificate ? 'clientCertificate' : 'none' }
}

/** In client-go's order: a token or password stands before a plugin, the file of a token before its text. */
function readAuthentication(fields: unknown, folder: string): Authentication {
  const text = (name: string) => textOf(fieldOf(fields, name))
  const token = text('token')
  const tokenFile = text('tokenFile')
  if (tokenFile !== '') return { type: 'tokenFile', file: path.resolve(folder, tokenFile), fallback: token }
  if (token !== '') return { type: 'token', token }
  if (text('username') !== '' || text('password') !== '') {
    return { type: 'basic', username: text('username'), password: text('password') }
  }
  const exec = fieldOf(fields, 'exec')
  if (isMapping(exec)) return { type: 'exec', plugin: readExec(exec, folder) }
  const provider = fieldOf(fields, 'auth-provider')
  if (textOf(fieldOf(provider, 'name')) === 'oidc') {
    return { type: 'oidc', provider: readOidc(fieldOf(provider, 'config'), folder) }
  }
  return { type: 'none' }
}

function readExec(exec: unknown, folder: string): ExecPlugin {
  const command = textOf(fieldOf(exec, 'command'))
  const isRelative = /[/\\]/.test(command) && !path.isAbsolute(command)
  return {
    apiVersion: textOf(fieldOf(exec, 'apiVersion')),
    command: isRelative ? path.join(folder, command) : command,
    args: textsOf(fieldOf(exec, 'args')),
    env: listOf(fieldOf(exec, 'env'))
      .map(item => ({ name: textOf(fieldOf(item, 'name')), value: rawText(fieldOf(item, 'value')) }))
      .filter(item => item.name !== ''),
    installHint: textOf(fieldOf(exec, 'installHint')).trim(),
    provideClusterInfo: flagOf(fieldOf(exec, 'provideClusterInfo')),
    interactiveMode: textOf(fieldOf(exec, 'interactiveMode')) || 'IfAvailable',
    clusterInfo: {},
  }
}

function rawText(value: unknown): string {
  return typeof value === 'string' ? value : textOf(value)
}

function readOidc(config: unknown, folder: string): OidcProvider {
  const text = (name: string) => textOf(fieldOf(config, name))
  const authority = materialOf(config, 'idp-certificate-authority', folder)
  return {
    issuer: text('idp-issuer-url'),
    clientId: text('client-id'),
    clientSecret: text('client-secret'),
    idToken: text('id-token'),
    refreshToken: text('refresh-token'),
    extraScopes: text('extra-scopes'),
    ...(authority && { authority }),
  }
}

function readImpersonation(fields: unknown): Impersonation | null {
  const user = textOf(fieldOf(fields, 'as'))
  const uid = textOf(fieldOf(fields, 'as-uid'))
  const groups = textsOf(fieldOf(fields, 'as-groups'))
  const extra = fieldOf(fields, 'as-user-extra')
  const extras = Object.entries(isMapping(extra) ? extra : {}).map(([key, values]) => [key, textsOf(values)])
  if (user === '' && uid === '' && groups.length === 0 && extras.length === 0) return null
  return { user, uid, groups, extra: Object.fromEntries(extras) as Impersonation['extra'] }
}

function impersonationFault(impersonation: Impersonation | null): string {
  if (impersonation === null || impersonation.user !== '') return ''
  return 'impersonates a uid, groups or extra fields without a user (as)'
}

function authenticationFault(fields: unknown, authentication: Authentication): string {
  const provider = fieldOf(fields, 'auth-provider')
  const hasExec = isMapping(fieldOf(fields, 'exec'))
  if (isMapping(provider) && hasExec) {
    return 'has both exec and auth-provider, of which only one may be given: remove one of them'
  }
  if (authentication.type === 'exec') return execFault(authentication.plugin)
  const name = textOf(fieldOf(provider, 'name'))
  if (isMapping(provider) && authentication.type === 'none') {
    return `uses the auth-provider "${name}", which Kubernetes 1.26 removed: sign in by an exec plugin instead`
  }
  return ''
}

function execFault(plugin: ExecPlugin): string {
  if (plugin.command === '') return 'has an exec plugin without a command'
  if (!/^client\.authentication\.k8s\.io\/v1(beta1)?$/.test(plugin.apiVersion)) {
    const version = plugin.apiVersion || 'none'
    return `has an exec plugin of apiVersion ${version}; supported are client.authentication.k8s.io/v1 and v1beta1`
  }
  if (!['Never', 'IfAvailable', 'Always'].includes(plugin.interactiveMode)) {
    return `has an exec plugin with interactiveMode ${plugin.interactiveMode}; it may be Never, IfAvailable or Always`
  }
  return ''
}
