import { readFile } from 'node:fs/promises'
import { AppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { ResolvedContext } from '../kubeconfig/index.ts'
import { ExecCredential, type ExecOptions } from './execCredential.ts'
import type { Credential, Grant } from './grant.ts'
import { OidcCredential, type OidcOptions } from './oidc.ts'

export type CredentialOptions = ExecOptions & OidcOptions

export function createCredential(context: ResolvedContext, options: CredentialOptions): Credential {
  const { authentication } = context
  switch (authentication.type) {
    case 'none':
      return fixed('')
    case 'token':
      return fixed(`Bearer ${authentication.token}`)
    case 'basic': {
      const pair = `${authentication.username}:${authentication.password}`
      return fixed(`Basic ${Buffer.from(pair, 'utf8').toString('base64')}`)
    }
    case 'tokenFile':
      return new TokenFile(context, authentication.file, authentication.fallback, options.clock)
    case 'exec':
      return new ExecCredential(context, authentication.plugin, options)
    case 'oidc':
      return new OidcCredential(context, authentication.provider, options)
  }
}

/** No credentials at all: for a socket of our own. */
export const noCredential: Credential = fixed('')

function fixed(authorization: string): Credential {
  const grant: Grant = { authorization, certificate: null }
  return {
    grant: async () => grant,
    renew: async () => false,
    hasChanged: async () => false,
    close: () => undefined,
  }
}

/** Mounted tokens are rewritten while they are in use; client-go reads them once a minute. */
const rereadMillis = 30_000

class TokenFile implements Credential {
  readonly #context: ResolvedContext
  readonly #file: string
  readonly #fallback: string
  readonly #clock: Clock
  #grant: Grant | null = null
  #readAt = Number.NEGATIVE_INFINITY

  constructor(context: ResolvedContext, file: string, fallback: string, clock: Clock) {
    this.#context = context
    this.#file = file
    this.#fallback = fallback
    this.#clock = clock
  }

  async grant(): Promise<Grant> {
    if (this.#grant !== null && this.#clock.elapsed() - this.#readAt < rereadMillis) return this.#grant
    return this.#read()
  }

  async renew(refused: Grant): Promise<boolean> {
    const fresh = await this.#read()
    return fresh.authorization !== refused.authorization
  }

  hasChanged(refused: Grant): Promise<boolean> {
    return this.renew(refused)
  }

  close(): void {
    this.#grant = null
  }

  /** A file that cannot be read for a moment leaves the last token in use. */
  async #read(): Promise<Grant> {
    try {
      const token = (await readFile(this.#file, 'utf8')).trim()
      if (token === '') throw new Error('it is empty')
      this.#grant = { authorization: `Bearer ${token}`, certificate: null }
    } catch (error) {
      if (this.#grant === null && this.#fallback === '') throw this.#unreadable(error)
      this.#grant ??= { authorization: `Bearer ${this.#fallback}`, certificate: null }
    }
    this.#readAt = this.#clock.elapsed()
    return this.#grant
  }

  #unreadable(error: unknown): AppError {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The token file ${this.#file} of the ${this.#context.userLabel} cannot be used: ${reason}.`
    return new AppError({ kind: 'badConfig', context: this.#context.id, message }, { cause: error })
  }
}
