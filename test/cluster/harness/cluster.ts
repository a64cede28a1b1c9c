import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBinary } from './binary.ts'
import type { CommandResult, Service } from './command.ts'
import { runCommand, startService } from './command.ts'
import type { Webhook } from './webhook.ts'
import { connectWebhook } from './webhook.ts'

export interface ClusterOptions {
  /** `default` serves what a stock server does, `all` every alpha and beta API too. */
  readonly profile?: 'default' | 'all'
  /** Fake nodes; 2 if absent. */
  readonly nodes?: number
  /** The state folder; a temporary one if absent. */
  readonly dir?: string
  readonly port?: number
  /** Keep the folder after stop, and start on what an earlier run kept there. */
  readonly keep?: boolean
  /** Write an audit log; see `Cluster.auditLog`. */
  readonly audit?: boolean
  readonly apiServerFlags?: readonly string[]
}

/** `admin` by client certificate, `token` by bearer token; `viewer` and `team` have no rights until a test binds a role. */
export type ClusterUser = 'admin' | 'token' | 'viewer' | 'team'

export interface KubectlOptions {
  readonly input?: string
  /** Impersonates this user (--as). */
  readonly as?: string
  /** Uses this user's kubeconfig; admin if absent. */
  readonly user?: ClusterUser
  readonly signal?: AbortSignal
}

export type LoadKind =
  | 'pods'
  | 'configmaps'
  | 'secrets'
  | 'services'
  | 'serviceaccounts'
  | 'deployments'
  | 'events'
  | 'namespaces'

export interface LoadOptions {
  readonly kind: LoadKind
  readonly count: number
  readonly namespace?: string
}

export interface SeedOptions {
  readonly count: number
  /** Spread over these, which are made if absent; `seed` if absent. */
  readonly namespaces?: readonly string[]
  /** Begins every name. */
  readonly prefix?: string
  /** Number of the first pod, so that a second call adds to the first. */
  readonly start?: number
}

export interface ChurnOptions {
  readonly kind: 'pods' | 'configmaps'
  /** Operations a second. */
  readonly rate: number
  readonly seconds: number
  /** The same number gives the same operations. */
  readonly seed?: number
  readonly namespace?: string
  readonly signal?: AbortSignal
}

export interface ChurnCounts {
  readonly created: number
  readonly updated: number
  readonly deleted: number
  readonly failed: number
  readonly seconds: number
}

/** A running control plane. */
export interface Cluster {
  readonly dir: string
  readonly kubeconfig: string
  readonly tokenKubeconfig: string
  readonly server: string
  readonly caFile: string
  readonly caPem: string
  readonly version: string
  /** The components' log. */
  readonly log: string
  /** The audit log, one JSON event a line, if asked for. */
  readonly auditLog: string | undefined
  readonly readyMillis: number
  readonly webhook: Webhook
  userKubeconfig(user: ClusterUser): string
  /** The real kubectl. A failure is a result, not an exception. */
  kubectl(args: readonly string[], options?: KubectlOptions): Promise<CommandResult>
  /** Applies objects with kubectl (server-side); throws with its message if it fails. */
  apply(yamlText: string): Promise<void>
  load(options: LoadOptions): Promise<void>
  /** Copies pods that look alive, and that nothing runs, straight into etcd: thousands a second. */
  seed(options: SeedOptions): Promise<void>
  churn(options: ChurnOptions): Promise<ChurnCounts>
  /** Writes, reads or deletes a key of etcd, for objects that the API would refuse. */
  readonly etcd: {
    put(key: string, value: string): Promise<void>
    get(key: string): Promise<string>
    delete(key: string): Promise<void>
  }
  /** Ends the server and keeps what it has; `bringUp` starts it again at the same address. */
  takeDown(): Promise<void>
  bringUp(): Promise<void>
  /** Both: the server goes away for some seconds and comes back. */
  restart(): Promise<void>
  /** Ends the server at once, as a crash would; `bringUp` starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface ReadyLine {
  readonly kubeconfig: string
  readonly tokenKubeconfig: string
  readonly server: string
  readonly caFile: string
  readonly webhookURL: string
  readonly webhookServiceIP: string
  readonly webhookServicePort: number
  readonly auditLog?: string
  readonly log: string
  readonly version: string
  readonly readyMillis: number
}

/**
 * Starts a control plane and waits until pods can be made and run (3 s on two
 * idle cores, after the build). It ends with `stop`, or when this process does.
 *
 * @throws ClusterUnavailableError when this machine cannot run it.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const binary = await ensureBinary()
  const dir = options.dir ?? join(tmpdir(), `gatehouse-cluster-${randomUUID()}`)
  const flags = upFlags(dir, options)
  const process = new RestartableService(binary, dir, flags, options.keep ?? false)
  const ready = (await process.start().catch((error: unknown) => {
    throw withLogTail(error, dir)
  })) as ReadyLine
  const caPem = readFileSync(ready.caFile, 'utf8')
  const userKubeconfig = (user: ClusterUser): string => join(dir, `${user}.kubeconfig`)
  const tool = async (...args: readonly string[]): Promise<string> => await runTool(binary, args)
  return {
    dir,
    kubeconfig: ready.kubeconfig,
    tokenKubeconfig: ready.tokenKubeconfig,
    server: ready.server,
    caFile: ready.caFile,
    caPem,
    version: ready.version,
    log: ready.log,
    auditLog: ready.auditLog,
    readyMillis: ready.readyMillis,
    webhook: connectWebhook({
      url: ready.webhookURL,
      caPem,
      serviceAddress: ready.webhookServiceIP,
      servicePort: ready.webhookServicePort,
      makeService: async (namespace, name) => {
        await tool(
          'webhook-service',
          '-kubeconfig',
          ready.kubeconfig,
          '-namespace',
          namespace,
          '-name',
          name,
          '-address',
          ready.webhookServiceIP,
          '-port',
          String(ready.webhookServicePort),
        )
      },
    }),
    userKubeconfig,
    ...kubectlOf(binary, dir, userKubeconfig),
    ...writersOf(tool, dir, ready.kubeconfig, binary),
    takeDown: () => process.takeDown(),
    bringUp: async () => void (await process.start()),
    restart: async () => {
      await process.takeDown()
      await process.start()
    },
    crash: () => process.crash(),
    stop: () => process.stop(),
    [Symbol.asyncDispose]: () => process.stop(),
  }
}

/** Some components end the process without a word on standard error: their log has it. */
function withLogTail(error: unknown, dir: string): Error {
  const log = join(dir, 'cluster.log')
  const tail = existsSync(log)
    ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
    : 'there is none'
  return new Error(
    `The test cluster did not start: ${error instanceof Error ? error.message : String(error)}\nend of the log:\n${tail}`,
    {
      cause: error,
    },
  )
}

function upFlags(dir: string, options: ClusterOptions): readonly string[] {
  return [
    'up',
    '-dir',
    dir,
    '-until-stdin-closes',
    '-profile',
    options.profile ?? 'default',
    '-nodes',
    String(options.nodes ?? 2),
    ...(options.port === undefined ? [] : ['-port', String(options.port)]),
    ...(options.audit === true ? ['-audit'] : []),
    ...(options.apiServerFlags ?? []).flatMap(flag => ['-apiserver-flags', flag]),
  ]
}

/** The file that marks a folder as a cluster's. */
const stateFile = 'cluster.json'

/** A cluster process that can end and start again on what it kept. */
class RestartableService {
  #service: Service | undefined
  #startsOnKept: boolean
  readonly #binary: string
  readonly #flags: readonly string[]
  readonly #dir: string
  readonly #keep: boolean

  constructor(binary: string, dir: string, flags: readonly string[], keep: boolean) {
    this.#binary = binary
    this.#dir = dir
    this.#flags = flags
    this.#keep = keep
    this.#startsOnKept = keep
  }

  async start(): Promise<unknown> {
    if (this.#service !== undefined) throw new Error('the cluster is up already')
    this.#service = await startService(this.#binary, [
      ...this.#flags,
      ...(this.#startsOnKept ? ['-keep'] : []),
    ])
    // Whoever crashes from here on leaves nothing behind, unless asked to keep.
    this.#service.send(this.#keep ? 'keep' : 'discard')
    this.#startsOnKept = true
    return this.#service.ready
  }

  async takeDown(): Promise<void> {
    this.#service?.send('keep')
    await this.#service?.stop()
    this.#service = undefined
  }

  async crash(): Promise<void> {
    await this.#service?.kill()
    this.#service = undefined
  }

  async stop(): Promise<void> {
    await this.#service?.stop()
    this.#service = undefined
    // A running cluster removes its state itself; one that was taken down, or crashed, could not.
    if (!this.#keep && existsSync(join(this.#dir, stateFile)))
      rmSync(this.#dir, { recursive: true, force: true })
    this.#startsOnKept = this.#keep
  }
}

async function runTool(binary: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const { stdout, stderr, code } = await runCommand(binary, args, signal === undefined ? {} : { signal })
  if (code !== 0) throw new Error(`cluster ${args[0]} failed with code ${code}: ${stderr.trim()}`)
  return stdout
}

function kubectlOf(
  binary: string,
  dir: string,
  kubeconfig: (user: ClusterUser) => string,
): Pick<Cluster, 'kubectl' | 'apply'> {
  const kubectl: Cluster['kubectl'] = (args, { input, as, user = 'admin', signal } = {}) =>
    runCommand(
      binary,
      ['kubectl', '--kubeconfig', kubeconfig(user), ...(as === undefined ? [] : [`--as=${as}`]), ...args],
      {
        // The cache would be left in the home folder otherwise.
        env: { KUBECACHEDIR: join(dir, 'kubectl-cache') },
        ...(input === undefined ? {} : { input }),
        ...(signal === undefined ? {} : { signal }),
      },
    )
  return {
    kubectl,
    apply: async yamlText => {
      const done = await kubectl(['apply', '--server-side', '--field-manager=test', '-f', '-'], {
        input: yamlText,
      })
      if (done.code !== 0) throw new Error(`kubectl apply failed: ${done.stderr.trim()}`)
    },
  }
}

type Tool = (...args: readonly string[]) => Promise<string>

function writersOf(
  tool: Tool,
  dir: string,
  kubeconfig: string,
  binary: string,
): Pick<Cluster, 'load' | 'seed' | 'churn' | 'etcd'> {
  const namespaced = (namespace?: string): readonly string[] =>
    namespace === undefined ? [] : ['-namespace', namespace]
  return {
    load: async ({ kind, count, namespace }) => {
      await tool(
        'load',
        '-kubeconfig',
        kubeconfig,
        '-kind',
        kind,
        '-count',
        String(count),
        ...namespaced(namespace),
      )
    },
    seed: async ({ count, namespaces = ['seed'], prefix = '', start = 0 }) => {
      await tool(
        'seed',
        '-dir',
        dir,
        '-count',
        String(count),
        '-namespaces',
        namespaces.join(','),
        '-prefix',
        prefix,
        '-start',
        String(start),
      )
    },
    churn: async ({ kind, rate, seconds, seed = 1, namespace, signal }) => {
      const args = [
        'churn',
        '-kubeconfig',
        kubeconfig,
        '-kind',
        kind,
        '-rate',
        String(rate),
        '-duration',
        `${seconds}s`,
        '-seed',
        String(seed),
        ...namespaced(namespace),
      ]
      return JSON.parse(await runTool(binary, args, signal)) as ChurnCounts
    },
    etcd: {
      put: async (key, value) => void (await tool('etcd', '-dir', dir, '-value', value, 'put', key)),
      get: key => tool('etcd', '-dir', dir, 'get', key),
      delete: async key => void (await tool('etcd', '-dir', dir, 'delete', key)),
    },
  }
}
