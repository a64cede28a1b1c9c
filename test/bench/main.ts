import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { TreeNode } from '../../shared/ipc/index.ts'
import { type Client, connectClient } from '../client/index.ts'
import { isLive, viewOf } from '../live/running.ts'
import { pause } from './browser.ts'
import { largeDefinition } from './corpus.ts'
import { report, reportSpread } from './figures.ts'
import { ownerOfAll, podBelow } from './objects.ts'
import {
  type Crowd,
  type CrowdOptions,
  type Folder,
  type MeasuredApp,
  startCrowd,
  startMeasured,
  withFolder,
} from './product.ts'

const pods = { group: '', version: 'v1', resource: 'pods' }
const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' }
/** Longest that main may compute in one go, in milliseconds. */
const longest = 20

/** The longest that main computes in one go, at the largest things that are asked of it. */
export function benchMain(): Promise<void> {
  return withFolder(async folder => {
    await measureList(folder)
    await measureLarge(folder)
    await measureKinds(folder)
    await measureContexts(folder)
    await measureObjects(folder)
  })
}

const isChanged = ({ ref, state }: TreeNode, phase: string): boolean =>
  ref.name === podBelow.name && state === phase

interface Subject {
  readonly crowd: Crowd
  readonly app: MeasuredApp
  readonly client: Client
  readonly context: string
}

async function measureList(folder: Folder): Promise<void> {
  await onCrowd(folder, 50_000, {}, async ({ app, client, context }) => {
    await timed('list-50000', app, () =>
      client
        .open('tables.view', viewOf(context, pods, { count: 120 }))
        .until(frame => isLive(frame) && frame.total === 50_000, 120_000),
    )
  })
}

async function measureLarge(folder: Folder): Promise<void> {
  const count = 100_000
  await onCrowd(folder, count, {}, async ({ app, client, context }) => {
    const asked = viewOf(context, pods, { count: 120 })
    const view = client.open('tables.view', asked)
    const first = await view.until(frame => isLive(frame) && frame.total === count, 120_000)
    await timed('sort-100000', app, async () => {
      view.update({ sort: { column: 'Restarts', descending: true } })
      view.update({ sort: { column: 'IP', descending: true } })
      await view.until(frame => frame.keys[0] !== first.keys[0], 60_000)
    })
    await timed('filter-100000', app, async () => {
      for (const filter of ['w', 'we', 'web', 'web-1', 'web-19', 'web-199']) {
        view.update({ filter })
        await pause(80)
      }
      await view.until(frame => frame.matching < count / 10, 60_000)
    })
    const overview = client.open('overview.view', { context })
    await timed('overview-100000', app, () =>
      overview.until(({ workloads }) => workloads.some(({ total }) => total === count), 120_000),
    )
    const { window: _window, ...whole } = asked
    for (const format of ['names', 'csv'] as const)
      await timed(`copy-100000-${format}`, app, () =>
        client.call('tables.copy', { ...whole, format, keys: [] }),
      )
    await timed('search-100000', app, () =>
      client.call('tables.search', { context, text: 'web-19', limit: 50 }),
    )
  })
}

async function measureKinds(folder: Folder): Promise<void> {
  const count = 2000
  const crowd = await startCrowd(10, 0, { kinds: count })
  try {
    await onServer(folder, crowd, async ({ app, client, context }) => {
      await timed('discovery-2000', app, async () => {
        await client.call('contexts.open', { context })
        await client
          .open('resources.discovery', { context })
          .until(found => found.resources.length > count, 30_000)
      })
    })
  } finally {
    await crowd.stop()
  }
}

async function measureContexts(folder: Folder): Promise<void> {
  const one = [{ name: 'first', server: 'https://127.0.0.1:1' }]
  const file = await folder.kubeconfig('reloaded', one)
  const many = await folder.kubeconfig(
    'many',
    Array.from({ length: 500 }, (_, at) => ({ name: `context-${at}`, server: `https://127.0.0.1:1/${at}` })),
  )
  const app = await startMeasured({ kubeconfig: file })
  const client = await connectClient(app.address)
  try {
    const list = client.open('contexts.list', {})
    await list.until(({ contexts }) => contexts.length > 0)
    const { readFile } = await import('node:fs/promises')
    const text = await readFile(many)
    await timed('kubeconfig-500', app, async () => {
      await writeFile(file, text)
      await list.until(({ contexts }) => contexts.length > 499, 30_000)
    })
  } finally {
    client.close()
    await app.stop()
  }
}

async function measureObjects(folder: Folder): Promise<void> {
  const definition = largeDefinition()
  const options = { owned: 2000, ...(existsSync(definition) && { definition }) }
  await onCrowd(folder, 10, options, async ({ app, client, context, crowd }) => {
    if (options.definition !== undefined)
      await timed('definition', app, async () => {
        const ref = { resource: definitions, namespace: '', name: 'applicationsets.argoproj.io' }
        const opened = client.open('objects.watch', { context, ref })
        await opened.until(({ object }) => object !== null, 30_000)
      })
    await timed('tree-2000', app, async () => {
      const lines = new Set<string>()
      const began = performance.now()
      const tree = client.open('graph.tree', { context, ref: ownerOfAll }, frame => {
        for (const { id } of frame.nodes) lines.add(id)
      })
      await tree.until(frame => frame.complete && lines.size >= 1900, 30_000)
      report('tree.2000.complete', performance.now() - began, 'ms', '1000')
      const changes: number[] = []
      for (const phase of ['Failed', 'Running', 'Failed', 'Running', 'Failed']) {
        await pause(300)
        const changed = performance.now()
        crowd.changeOne(phase)
        await tree.until(({ nodes }) => nodes.some(each => isChanged(each, phase)), 10_000)
        changes.push(performance.now() - changed)
      }
      reportSpread('tree.2000.change', changes, '50')
    })
  })
}

async function onCrowd(
  folder: Folder,
  count: number,
  options: CrowdOptions,
  run: (subject: Subject) => Promise<void>,
): Promise<void> {
  const crowd = await startCrowd(count, 0, options)
  try {
    await onServer(folder, crowd, async subject => {
      const { client, context } = subject
      await client.call('contexts.open', { context })
      await client
        .open('contexts.sessions', {})
        .until(all => all.some(one => one.context === context && one.phase === 'ready'))
      await run(subject)
    })
  } finally {
    await crowd.stop()
  }
}

async function onServer(
  folder: Folder,
  crowd: Crowd,
  run: (subject: Subject) => Promise<void>,
): Promise<void> {
  const kubeconfig = await folder.kubeconfig('main', [{ name: 'crowd', server: crowd.server }])
  const app = await startMeasured({ kubeconfig })
  const client = await connectClient(app.address)
  try {
    const list = await client.open('contexts.list', {}).until(({ contexts }) => contexts.length > 1)
    const entry = list.contexts.find(({ name }) => name === 'crowd')
    if (entry === undefined) throw new Error('the context is not listed')
    await run({ app, client, context: entry.id, crowd })
  } finally {
    client.close()
    await app.stop()
  }
}

/** Reports the longest turn of main’s event loop while something is done. */
async function timed(name: string, app: MeasuredApp, run: () => Promise<unknown>): Promise<void> {
  await pause(300)
  await app.watchLoop()
  const began = performance.now()
  await run()
  const taken = performance.now() - began
  const loop = await app.loop()
  report(`main.${name}.longest-task`, loop.longestTask, 'ms', String(longest))
  report(`main.${name}.tasks-over-20`, loop.tasks, 'tasks', '0')
  report(`main.${name}.time`, taken, 'ms')
}
