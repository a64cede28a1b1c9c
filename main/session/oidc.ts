import { Agent, request } from 'undici'
import { AppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import { redactText } from '../diagnostics/index.ts'
import type { OidcProvider, ResolvedContext } from '../kubeconfig/index.ts'
import type { Credential, Grant } from './grant.ts'
import { readMaterial } from './tls.ts'
import { trustSystem } from './trust.ts'

const expiryMarginMillis = 10_000
const timeoutMillis = 10_000

export interface OidcOptions {
  readonly clock: Clock
  /** Told of credentials that no request carries, such as a new refresh token. */
  readonly secret?: (value: string) => void
  /** Told of what is wrong on this machine, for the log. */
  readonly warn: (message: string) => void
}

/**
 * The `oidc` auth-provider of kubeconfigs: the id token as it stands, and a refresh with the
 * issuer when it expired. What a refresh gives is kept in memory, since kubeconfig files are
 * never written.
 */
export class OidcCredential implements Credential {
  readonly #context: ResolvedContext
  readonly #provider: OidcProvider
  readonly #options: OidcOptions
  #idToken: string
  #refreshToken: string
  #grant: Grant | null = null
  #refreshing: Promise<void> | null = null

  constructor(context: ResolvedContext, provider: OidcProvider, options: OidcOptions) {
    this.#options = options
    this.#context = context
    this.#provider = provider
    this.#idToken = provider.idToken
    this.#refreshToken = provider.refreshToken
  }

  async grant(): Promise<Grant> {
    if (expiryOf(this.#idToken) - expiryMarginMillis <= this.#options.clock.now()) await this.#refresh()
    const authorization = `Bearer ${this.#idToken}`
    if (this.#grant?.authorization !== authorization) this.#grant = { authorization, certificate: null }
    return this.#grant
  }

  async renew(refused: Grant): Promise<boolean> {
    if (refused.authorization === `Bearer ${this.#idToken}`) await this.#refresh()
    return true
  }

  async hasChanged(): Promise<boolean> {
    return false
  }

  close(): void {
    this.#grant = null
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #refreshOnce(): Promise<void> {
    const { issuer, clientId } = this.#provider
    if (this.#refreshToken === '' || issuer === '' || clientId === '') {
      throw this.#failure(
        'has expired, and the kubeconfig holds no refresh token, issuer and client id to renew it',
      )
    }
    const ca = this.#provider.authority && (await this.#authority())
    if (ca === undefined) trustSystem(this.#options.warn)
    const agent = new Agent({ allowH2: false, connect: { timeout: timeoutMillis, ...(ca && { ca }) } })
    try {
      const endpoint = await this.#tokenEndpoint(agent)
      const answer = await this.#askForToken(agent, endpoint)
      this.#idToken = answer.idToken
      if (answer.refreshToken !== '') this.#refreshToken = answer.refreshToken
      this.#options.secret?.(answer.idToken)
      this.#options.secret?.(answer.refreshToken)
    } catch (error) {
      if (error instanceof AppError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw this.#failure(`could not be renewed at ${issuer}: ${reason}`, error)
    } finally {
      void agent.destroy()
    }
  }

  #authority(): Promise<string> | undefined {
    const { authority } = this.#provider
    return (
      authority &&
      readMaterial(
        authority,
        `identity provider's authority of the ${this.#context.userLabel}`,
        this.#context,
      )
    )
  }

  async #tokenEndpoint(agent: Agent): Promise<string> {
    const issuer = this.#provider.issuer.replace(/\/+$/, '')
    const document = await fetchJson(`${issuer}/.well-known/openid-configuration`, { dispatcher: agent })
    const endpoint = textField(document.value, 'token_endpoint')
    // A token must not go to whoever answers for the issuer under another name.
    if (textField(document.value, 'issuer').replace(/\/+$/, '') !== issuer || endpoint === '') {
      throw this.#failure(`could not be renewed: ${issuer} does not answer as that issuer`)
    }
    return endpoint
  }

  /** Client authentication by header first, then in the form: providers take one or the other. */
  async #askForToken(
    agent: Agent,
    endpoint: string,
  ): Promise<{ readonly idToken: string; readonly refreshToken: string }> {
    const { clientId, clientSecret } = this.#provider
    const form = { grant_type: 'refresh_token', refresh_token: this.#refreshToken }
    const pair = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
    const byHeader = { authorization: `Basic ${pair.toString('base64')}` }
    const inForm = { ...form, client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) }
    let answer =
      clientSecret === ''
        ? await postForm(agent, endpoint, inForm, {})
        : await postForm(agent, endpoint, form, byHeader)
    if (clientSecret !== '' && (answer.status === 400 || answer.status === 401)) {
      answer = await postForm(agent, endpoint, inForm, {})
    }
    const idToken = textField(answer.value, 'id_token')
    if (answer.status !== 200 || idToken === '') {
      const why = textField(answer.value, 'error_description') || textField(answer.value, 'error')
      throw this.#failure(
        `could not be renewed at ${endpoint}: ${why || `status ${answer.status} without an id token`}`,
      )
    }
    return { idToken, refreshToken: textField(answer.value, 'refresh_token') }
  }

  #failure(what: string, cause?: unknown): AppError {
    const message = redactText(`The id token of the ${this.#context.userLabel} ${what}. Sign in again.`)
    return new AppError(
      { kind: 'loginNeeded', context: this.#context.id, message, reason: 'Oidc' },
      { cause },
    )
  }
}

/** Milliseconds since the epoch; 0 for a token that cannot be read, so that it is renewed. */
function expiryOf(token: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    const expires = (payload as { readonly exp?: unknown }).exp
    return typeof expires === 'number' ? expires * 1000 : Number.POSITIVE_INFINITY
  } catch {
    return 0
  }
}

interface JsonAnswer {
  readonly status: number
  readonly value: unknown
}

function postForm(
  dispatcher: Agent,
  url: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<JsonAnswer> {
  return fetchJson(url, {
    dispatcher,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
}

async function fetchJson(url: string, options: Parameters<typeof request>[1]): Promise<JsonAnswer> {
  const answer = await request(url, { headersTimeout: timeoutMillis, bodyTimeout: timeoutMillis, ...options })
  const text = await answer.body.text()
  try {
    return { status: answer.statusCode, value: JSON.parse(text) }
  } catch {
    return { status: answer.statusCode, value: null }
  }
}

function textField(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return ''
  const found = (value as Readonly<Record<string, unknown>>)[name]
  return typeof found === 'string' ? found : ''
}
