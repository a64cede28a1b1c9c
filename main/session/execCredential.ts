import { AppError, type AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import { redactText } from '../diagnostics/index.ts'
import type { ExecPlugin, ResolvedContext } from '../kubeconfig/index.ts'
import type { Credential, Grant } from './grant.ts'
import { commandLine, findCommand, type ProcessOutcome, runProcess } from './process.ts'
import { readMaterial } from './tls.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface ExecOptions {
  readonly clock: Clock
  readonly env: Environment
  /** PATH for plugins: that of the user's login shell where it can be had. */
  readonly pluginPath: () => Promise<string>
  /** Milliseconds a plugin may take. Some wait for a login in the browser. */
  readonly execTimeout: number
}

/** Renewed this long before it expires, so that no request leaves with a token about to die. */
const expiryMarginMillis = 10_000

interface Held extends Grant {
  /** Milliseconds since the epoch; infinite when the plugin names none. */
  readonly expiresAt: number
}

/**
 * Credentials of an exec plugin (client.authentication.k8s.io v1 and v1beta1). One run at a time,
 * shared by all who wait; none before the first request of an opened context.
 */
export class ExecCredential implements Credential {
  readonly #context: ResolvedContext
  readonly #plugin: ExecPlugin
  readonly #options: ExecOptions
  readonly #closed = new AbortController()
  #held: Held | null = null
  #running: Promise<Held> | null = null

  constructor(context: ResolvedContext, plugin: ExecPlugin, options: ExecOptions) {
    this.#context = context
    this.#plugin = plugin
    this.#options = options
  }

  async grant(): Promise<Grant> {
    if (this.#held !== null && this.#held.expiresAt - expiryMarginMillis > this.#options.clock.now()) {
      return this.#held
    }
    return this.#run()
  }

  async renew(refused: Grant): Promise<boolean> {
    // Another request may have renewed meanwhile: then its outcome is the newer one.
    if (this.#running === null && this.#held !== null && this.#held !== refused) return true
    await this.#run()
    return true
  }

  async hasChanged(): Promise<boolean> {
    return false
  }

  close(): void {
    this.#closed.abort()
  }

  #run(): Promise<Held> {
    this.#running ??= this.#runOnce().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #runOnce(): Promise<Held> {
    const plugin = this.#plugin
    if (plugin.interactiveMode === 'Always') {
      throw this.#failure(
        `The exec plugin of the ${this.#context.userLabel} insists on a terminal (interactiveMode: Always), which Gatehouse does not give it.`,
      )
    }
    const path = await this.#options.pluginPath()
    const command = await findCommand(plugin.command, path)
    if (command === null) throw this.#notFound(path)
    const outcome = await runProcess({
      command,
      args: plugin.args,
      env: await this.#environment(path),
      timeout: this.#options.execTimeout,
      clock: this.#options.clock,
      signal: this.#closed.signal,
    })
    this.#held = this.#accept(outcome)
    return this.#held
  }

  async #environment(path: string): Promise<Environment> {
    const { apiVersion, clusterInfo, provideClusterInfo, env } = this.#plugin
    const { 'certificate-authority': _file, ...cluster } = clusterInfo
    const { authority } = this.#context.tls
    const data =
      provideClusterInfo && authority?.type === 'file'
        ? await readMaterial(
            authority,
            `certificate authority of the ${this.#context.clusterLabel}`,
            this.#context,
          )
        : null
    const spec = {
      ...(provideClusterInfo && {
        cluster: {
          ...cluster,
          ...(data !== null && { 'certificate-authority-data': Buffer.from(data).toString('base64') }),
        },
      }),
      interactive: false,
    }
    return {
      ...this.#options.env,
      PATH: path,
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
      KUBERNETES_EXEC_INFO: JSON.stringify({ apiVersion, kind: 'ExecCredential', spec }),
    }
  }

  #accept(outcome: ProcessOutcome): Held {
    const name = commandLine(this.#plugin.command, this.#plugin.args)
    switch (outcome.type) {
      case 'cancelled':
        throw new AppError({
          kind: 'cancelled',
          context: this.#context.id,
          message: 'The context was closed.',
        })
      case 'timeout': {
        const seconds = Math.round(this.#options.execTimeout / 1000)
        throw this.#failure(
          `The exec plugin ${name} did not end within ${seconds} s and was stopped.`,
          outcome.stderr,
        )
      }
      case 'failed':
        throw this.#failure(`The exec plugin ${name} could not be started: ${outcome.reason}.`)
      case 'ended': {
        if (outcome.code !== 0) {
          const how =
            outcome.code === null ? `was ended by ${outcome.signal}` : `ended with exit code ${outcome.code}`
          throw this.#failure(`The exec plugin ${name} ${how}.`, outcome.stderr)
        }
        const held = parseExecCredential(outcome.stdout, this.#plugin.apiVersion)
        if (typeof held === 'string') throw this.#failure(`The exec plugin ${name} ${held}.`, outcome.stderr)
        return held
      }
    }
  }

  #notFound(path: string): AppError {
    const places = path === '' ? 'PATH is empty' : `PATH is ${path}`
    return this.#failure(
      `The exec plugin ${this.#plugin.command} of the ${this.#context.userLabel} was not found.`,
      places,
    )
  }

  #failure(message: string, stderr = ''): AppError {
    const { installHint } = this.#plugin
    const lines = redactText(stderr)
      .split('\n')
      .map(line => line.trimEnd())
    const causes = [...lines, ...installHint.split('\n')].filter(line => line !== '')
    const body: AppErrorBody = {
      kind: 'loginNeeded',
      context: this.#context.id,
      message: redactText(message),
      reason: 'ExecPlugin',
      ...(causes.length === 0 ? {} : { causes }),
    }
    return new AppError(body)
  }
}

/** What a plugin printed, or what is wrong with it as the end of a sentence. */
function parseExecCredential(stdout: string, apiVersion: string): Held | string {
  let printed: unknown
  try {
    printed = JSON.parse(stdout)
  } catch {
    return stdout.trim() === '' ? 'printed nothing' : 'printed something that is no JSON'
  }
  const kind = text(field(printed, 'kind'))
  const version = text(field(printed, 'apiVersion'))
  if (kind !== 'ExecCredential')
    return `printed a ${kind || 'thing without a kind'} instead of an ExecCredential`
  if (version !== apiVersion) return `answered in apiVersion ${version || 'none'} instead of ${apiVersion}`
  const status = field(printed, 'status')
  const token = text(field(status, 'token'))
  const certificate = text(field(status, 'clientCertificateData'))
  const key = text(field(status, 'clientKeyData'))
  if ((certificate === '') !== (key === '')) return 'printed half of a client certificate and key'
  if (token === '' && certificate === '') return 'printed neither a token nor a client certificate'
  const expires = Date.parse(text(field(status, 'expirationTimestamp')))
  return {
    authorization: token === '' ? '' : `Bearer ${token}`,
    certificate: certificate === '' ? null : { certificate, key },
    expiresAt: Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires,
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
