/** What a running engine holds: open files from the system, objects from its heap. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'

/** Classes of what is opened and must be closed: sockets, timers, listeners, and our own streams. */
const counted = [
  'TLSSocket',
  'Timeout',
  'Listener',
  'AbortController',
  'Pool',
  'Client',
  'Session',
  'Link',
  'Reflector',
  'CollectionReader',
  'Connection',
  'Phases',
  'Bell',
  'Pulse',
  'RowStore',
  'View',
  'ViewFrames',
]

/** Waits until a claim holds, for 5 s at most: what is counted afterwards says whether it does. */
export async function eventually(claim: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000
  while (!(await claim()) && Date.now() < deadline) await new Promise(resolve => setTimeout(resolve, 50))
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Environment of an engine whose heap can be counted. */
export const countable = (file: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${new URL('./probe.mjs', import.meta.url)}`,
  GATEHOUSE_TEST_HEAP: file,
})

/** Objects of the counted classes that are alive, by class. */
export async function aliveIn(pid: number, file: string): Promise<ReadonlyMap<string, number>> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const deadline = Date.now() + 60_000
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error('the engine wrote no heap snapshot')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly snapshot: {
      readonly meta: {
        readonly node_fields: readonly string[]
        readonly node_types: readonly [readonly string[]]
      }
    }
    readonly nodes: readonly number[]
    readonly strings: readonly string[]
  }
  rmSync(file)
  const { node_fields: fields, node_types: types } = snapshot.meta
  const object = types[0].indexOf('object')
  const alive = new Map(counted.map(name => [name, 0]))
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (nodes[at] !== object) continue
    // The bundler renames classes of equal names, and those that name themselves.
    const name = (strings[nodes[at + 1] ?? 0] ?? '').replace(/^_|\d+$/g, '')
    const count = alive.get(name)
    if (count !== undefined) alive.set(name, count + 1)
  }
  return alive
}
