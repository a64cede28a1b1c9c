import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { startService } from '../cluster/harness/command.ts'
import { type App, type AppOptions, startApp } from '../e2e/app.ts'
import type { LoopAnswer, MemoryAnswer } from './probe.ts'

/** The built product with a probe in its engine. */
export interface MeasuredApp extends App {
  /** Memory after a collection. */
  memory(): Promise<MemoryAnswer>
  /** From now on turns of the event loop are timed. */
  watchLoop(): Promise<void>
  /** What was seen since `watchLoop`. */
  loop(): Promise<LoopAnswer>
}

const probe = join(import.meta.dirname, 'probe.ts')

export async function startMeasured(options: AppOptions): Promise<MeasuredApp> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const socketPath = join(folder, 'probe')
  const app = await startApp({
    ...options,
    env: {
      ...options.env,
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${pathToFileURL(probe)} ${options.env?.NODE_OPTIONS ?? ''} ${process.env.GATEHOUSE_BENCH_NODE_OPTIONS ?? ''}`,
      GATEHOUSE_BENCH_PROBE: socketPath,
    },
  })
  return {
    ...app,
    memory: async () => (await ask(socketPath, 'memory')) as MemoryAnswer,
    watchLoop: async () => void (await ask(socketPath, 'watch')),
    loop: async () => (await ask(socketPath, 'loop')) as LoopAnswer,
    stop: async () => {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function ask(socketPath: string, question: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath, () => socket.write(question))
    socket.once('error', reject)
    createInterface({ input: socket }).once('line', line => {
      socket.destroy()
      resolve(JSON.parse(line))
    })
  })
}

export interface Crowd {
  /** Address for kubeconfigs. */
  readonly server: string
  /** Puts one of the pods below the Deployment into a phase. */
  changeOne(phase: string): void
  stop(): Promise<void>
}

export interface CrowdOptions {
  /** Objects below one Deployment, besides the pods. */
  readonly owned?: number
  /** 1: the pods have figures of use, as of a metrics server. */
  readonly metrics?: 0 | 1
  /** Kinds served besides those that there always are. */
  readonly kinds?: number
  /** A file with a CustomResourceDefinition to serve. */
  readonly definition?: string
}

/** Starts the in-memory server with so many pods, changing at so many changes a second. */
export async function startCrowd(pods: number, churn = 0, options: CrowdOptions = {}): Promise<Crowd> {
  const service = await startService(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'crowd.ts'),
    `--pods=${pods}`,
    `--churn=${churn}`,
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  ])
  return {
    server: (service.ready as { server: string }).server,
    changeOne: phase => service.send(phase),
    stop: () => service.stop(),
  }
}

export interface WrittenContext {
  readonly name: string
  readonly server: string
  /** Program of an exec plugin; none for no credentials. */
  readonly plugin?: string
}

export interface Folder {
  readonly path: string
  /** Writes a kubeconfig and answers its path. */
  kubeconfig(name: string, contexts: readonly WrittenContext[]): Promise<string>
}

/** Runs with a folder for kubeconfigs, which is gone afterwards. */
export async function withFolder(run: (folder: Folder) => Promise<void>): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const kubeconfig = async (name: string, contexts: readonly WrittenContext[]): Promise<string> => {
    const file = join(path, name)
    await writeFile(file, kubeconfigText(contexts))
    return file
  }
  try {
    await run({ path, kubeconfig })
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

/** In the block style in which kubectl and the clouds' tools write. */
function kubeconfigText(contexts: readonly WrittenContext[]): string {
  const lines = ['apiVersion: v1', 'kind: Config', `current-context: ${contexts[0]?.name ?? ''}`, 'clusters:']
  for (const { name, server } of contexts)
    lines.push('- cluster:', `    server: ${server}`, `  name: ${name}`)
  lines.push('contexts:')
  for (const { name } of contexts)
    lines.push('- context:', `    cluster: ${name}`, `    user: ${name}`, `  name: ${name}`)
  lines.push('users:')
  for (const { name, plugin } of contexts) {
    lines.push(`- name: ${name}`)
    if (plugin === undefined) continue
    lines.push(
      '  user:',
      '    exec:',
      '      apiVersion: client.authentication.k8s.io/v1',
      '      args:',
      '      - get-token',
      `      command: ${plugin}`,
      '      interactiveMode: Never',
    )
  }
  return `${lines.join('\n')}\n`
}
