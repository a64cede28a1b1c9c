/** Many documents, and one that is as large as they come. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printYaml } from '../../shared/diff/index.ts'
import { isMapping, type ObjectRef } from '../../shared/kube/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { eventually } from './operationsEngine.ts'
import { startWriting, type WritingEngine } from './writesEngine.ts'

let cluster: Cluster
let app: WritingEngine
const never = new AbortController().signal

beforeAll(async () => {
  cluster = await startCluster()
  app = await startWriting(cluster.kubeconfig)
})
afterAll(async () => {
  await app?.stop()
  await cluster?.stop()
})

it('500 documents are applied with progress, cancelled on the way and resumed', async () => {
  const count = 500
  const text = Array.from(
    { length: count },
    (_, index) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: many-${index} }\ndata: { n: "${index}" }\n`,
  ).join('---\n')
  const plan = await app.plan(text)
  expect(plan.steps).toHaveLength(count)
  const id = await app.send(plan)
  const seen = new Set<number>()
  await eventually('a part is done', () => {
    seen.add(app.runOf(id).counts.done)
    return app.runOf(id).counts.done >= 50
  })
  await app.engine.handlers['writes.cancelRun']({ id }, never)
  const cancelled = app.runOf(id)
  expect(cancelled).toMatchObject({ phase: 'cancelled', canResume: true })
  expect(cancelled.counts.sending).toBe(0)
  expect(cancelled.counts.waiting + cancelled.counts.done).toBe(count)
  await app.engine.handlers['writes.resumeRun']({ id, failedToo: false }, never)
  const run = await app.over(id)
  const list = await app.engine.contexts
    .get(app.context)
    .list({ group: '', version: 'v1', resource: 'configmaps' })
  const there = list.items.filter(({ metadata }) => metadata.name.startsWith('many-')).length
  figure('writes.documents', `${there}/${count}`, 'documents applied, cancelled and resumed', 'all')
  expect(there).toBe(count)
  expect(run).toMatchObject({ phase: 'done', counts: { done: count } })
})

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' }

/** A definition of about 1.4 MB of YAML: a schema of many fields with long descriptions. */
function largeDefinition(): string {
  const words = 'What this field means is told at length, as generators of schemas take it from the source. '
  const fields = (depth: number): object =>
    Object.fromEntries(
      Array.from({ length: depth === 0 ? 24 : 6 }, (_, index) => [
        `field${index}`,
        depth === 3
          ? { type: 'string', description: words.repeat(2) }
          : { type: 'object', description: words, properties: fields(depth + 1) },
      ]),
    )
  return printYaml({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'larges.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'larges', singular: 'large', kind: 'Large', listKind: 'LargeList' },
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: fields(0) } },
            },
          },
        },
      ],
    },
  })
}

it('a definition of 1.4 MB is opened, edited and compared without holding up the engine', async () => {
  const text = largeDefinition()
  const bytes = Buffer.byteLength(text)
  expect((await app.write(text)).phase).toBe('done')
  const ref: ObjectRef = { resource: definitions, namespace: '', name: 'larges.example.com' }
  const { handlers } = app.engine
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const timed = async <T>(what: string, work: () => Promise<T>, must: number): Promise<T> => {
    const began = performance.now()
    const result = await work()
    figure(`writes.large.${what}`, Math.round(performance.now() - began), 'ms', `<= ${must}`)
    return result
  }
  const { id } = await timed(
    'open',
    () => handlers['writes.openDraft']({ context: app.context, ref }, never),
    2000,
  )
  const opened = app.draftOf(id).text
  figure('writes.large.size', Math.round(bytes / 1000), 'kB', '>= 1300')
  const edited = opened.replace('What this field means', 'What this one field means')
  expect(edited).not.toBe(opened)
  delay.enable()
  await timed('save', () => handlers['writes.saveDraft']({ id, text: edited }, never), 1000)
  const plan = await timed('plan', () => app.plan(edited, { draft: id }), 5000)
  delay.disable()
  figure('writes.large.blocked', Math.round(delay.max / 1e6), 'ms at most', '<= 50')
  expect(plan.steps[0]?.changes).toHaveLength(1)
  expect(plan.steps[0]?.problem).toBeUndefined()
  await handlers['writes.rebase']({ id, text: edited }, never)
  const run = await app.over(await app.send(plan))
  expect(run.phase).toBe('done')
  const { spec } = await app.get(ref)
  expect(isMapping(spec) && JSON.stringify(spec)).toContain('What this one field means')
})
