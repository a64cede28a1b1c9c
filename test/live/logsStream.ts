import { randomUUID } from 'node:crypto'
import type {
  LogFilter,
  LogOptions,
  LogTarget,
  LogView,
  PodLogFrame,
  PodLogLine,
} from '../../shared/ipc/index.ts'
import type { Client, OpenStream } from '../client/index.ts'
import type { Cluster } from '../cluster/harness/index.ts'

export const everything: LogFilter = {
  text: '',
  isPattern: false,
  isCaseSensitive: false,
  isInverted: false,
  levels: [],
  fields: [],
  hidden: [],
  around: 0,
}

export const endView = (count = 500, filter: Partial<LogFilter> = {}): LogView => ({
  window: { start: 'end', count },
  filter: { ...everything, ...filter },
  search: null,
  isPaused: false,
})

export const followed: LogOptions = {
  containers: null,
  isAll: false,
  follow: true,
  tail: null,
  sinceSeconds: null,
  previous: false,
}

export interface Following {
  readonly session: string
  readonly stream: OpenStream<'logs.follow'>
}

export function openLog(
  client: Client,
  context: string,
  target: LogTarget,
  options: Partial<LogOptions> = {},
  view: LogView = endView(),
): Following {
  const session = randomUUID()
  return {
    session,
    stream: client.open('logs.follow', {
      context,
      session,
      target,
      options: { ...followed, ...options },
      view,
    }),
  }
}

const resourceOf = {
  pods: { group: '', version: 'v1', resource: 'pods' },
  deployments: { group: 'apps', version: 'v1', resource: 'deployments' },
} as const

export const objectTarget = (kind: keyof typeof resourceOf, name: string): LogTarget => ({
  type: 'object',
  ref: { resource: resourceOf[kind], namespace: 'default', name },
})

export const linesOf = (frame: PodLogFrame): readonly PodLogLine[] =>
  frame.entries.filter(entry => entry.type === 'line')
export const textsOf = (frame: PodLogFrame): readonly string[] => linesOf(frame).map(({ text }) => text)
export const marksOf = (frame: PodLogFrame): readonly string[] =>
  frame.entries.flatMap(entry => (entry.type === 'mark' ? [entry.text] : []))

/** Everything that a session holds, through `logs.save`. */
export async function savedLines(client: Client, session: string, path: string): Promise<string> {
  const { readFile, rm } = await import('node:fs/promises')
  const saved = await client.call('logs.save', {
    session,
    isFiltered: false,
    hasTimes: false,
    hasSources: false,
    path,
  })
  const text = await readFile(saved.path, 'utf8')
  await rm(saved.path)
  return text
}

export interface PodChoice {
  readonly labels?: Readonly<Record<string, string>>
  readonly restartPolicy?: 'Always' | 'Never' | 'OnFailure'
  readonly containers: readonly {
    readonly name: string
    readonly command?: readonly string[]
    readonly image?: string
  }[]
  readonly initContainers?: PodChoice['containers']
}

/** Makes a pod that runs commands of this machine. */
export async function makePod(cluster: Cluster, name: string, choice: PodChoice): Promise<void> {
  const { labels = {}, restartPolicy = 'Always' } = choice
  const containersOf = (containers: PodChoice['containers'] = []) =>
    containers.map(container => ({ image: 'none', ...container }))
  await cluster.apply(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', labels },
      spec: {
        restartPolicy,
        terminationGracePeriodSeconds: 1,
        containers: containersOf(choice.containers),
        ...(choice.initContainers === undefined
          ? {}
          : { initContainers: containersOf(choice.initContainers) }),
      },
    }),
  )
}

export const shell = (script: string): readonly string[] => ['/bin/sh', '-c', script]

/** A program that writes numbered lines at a rate, evenly, and then idles. */
export function counter(count: number, perSecond: number, width = 0): readonly string[] {
  const script = `
    const [count, rate, width] = [${count}, ${perSecond}, ${width}]
    const pad = 'x'.repeat(width)
    let next = 1
    const began = performance.now()
    const tick = () => {
      const due = Math.min(count, Math.floor((performance.now() - began) / 1000 * rate))
      let text = ''
      for (; next <= due; next++) text += 'n ' + next + ' ' + pad + '\\n'
      if (text !== '') require('node:fs').writeSync(1, text)
      if (next <= count) setTimeout(tick, 10)
      else setInterval(() => undefined, 1 << 30)
    }
    tick()`
  return [process.execPath, '-e', script]
}
