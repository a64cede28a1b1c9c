import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Discovery, SourcePhase } from '../../shared/ipc/index.ts'
import type { ResourceInfo } from '../../shared/kube/index.ts'
import type { Cluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { type Running, startBoth, viewOf } from './running.ts'

let cluster: Cluster
let product: Running
let context: string
let discovery: Discovery

beforeAll(async () => {
  ;({ cluster, product } = await startBoth({ profile: 'all' }))
  context = (await product.ready()).id
  discovery = await product.client.open('resources.discovery', { context }).until(({ readAt }) => readAt > 0)
})
afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
})

const nameOf = ({ group, version, resource }: ResourceInfo): string =>
  `${resource}.${version}.${group || 'core'}`

/** Opens one kind as its verbs allow. Answers what went wrong, or null. */
async function openKind(info: ResourceInfo): Promise<string | null> {
  const can = (verb: string): boolean => info.verbs.includes(verb)
  if (!can('list') && !can('get'))
    return can('create') ? null : `offers no verb that Gatehouse knows: ${info.verbs}`
  if (!can('list')) return null
  const view = product.client.open('tables.view', viewOf(context, info))
  try {
    const ended: readonly SourcePhase['phase'][] = ['live', 'failed', 'denied', 'kindGone', 'loginNeeded']
    const frame = await view.until(({ sources }) =>
      sources.every(({ status }) => ended.includes(status.phase)),
    )
    const status = frame.sources[0]?.status
    if (status?.phase !== 'live') return `its list is ${JSON.stringify(status)}`
    // A watch names its columns with the first row; an empty list has none to name.
    if (frame.total > 0 && frame.columns.length === 0) return 'its list has no columns'
    const [key] = frame.keys
    const row = frame.rows.find(candidate => candidate.key === key)
    return row === undefined || !can('get') ? null : await openObject(info, row.namespace, row.name)
  } finally {
    view.close()
  }
}

async function openObject(info: ResourceInfo, namespace: string, name: string): Promise<string | null> {
  const { group, version, resource } = info
  const ref = { resource: { group, version, resource }, namespace, name }
  const opened = product.client.open('objects.watch', { context, ref })
  try {
    const state = await opened.until(({ status }) => status.phase !== 'loading')
    if (state.status.phase !== 'live') return `its object ${name} is ${JSON.stringify(state.status)}`
    return state.object?.metadata.name === name && state.object.kind === info.kind
      ? null
      : 'another object came'
  } finally {
    opened.close()
  }
}

it('every resource that discovery offers lists, watches and opens as its verbs allow', async () => {
  const failures: string[] = []
  for (const info of discovery.resources) {
    const failure = await openKind(info).catch((error: Error) => error.message)
    if (failure !== null) failures.push(`${nameOf(info)}: ${failure}`)
  }
  const total = discovery.resources.length
  figure('resources', `${total - failures.length}/${total}`, 'kinds', 'all')
  expect(failures).toEqual([])
  expect(discovery.failures).toEqual([])
})

it('discovery has every resource that kubectl and the API reference have', async () => {
  const served = await cluster.kubectl(['api-resources', '--no-headers', '-o', 'name'])
  const names = served.stdout.trim().split('\n')
  const ours = new Set(
    discovery.resources.map(({ group, resource }) => (group === '' ? resource : `${resource}.${group}`)),
  )
  figure(
    'resources.kubectl',
    `${names.filter(name => ours.has(name)).length}/${names.length}`,
    'kinds',
    'all',
  )
  expect(names.filter(name => !ours.has(name))).toEqual([])

  const shared = process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../shared')
  const table = join(shared, 'reference/api-operations.tsv')
  if (!existsSync(table)) {
    console.log(
      'The API reference’s table was not compared: it is neither in ../shared nor in GATEHOUSE_SHARED.',
    )
    return
  }
  const wanted = new Set<string>()
  for (const line of readFileSync(table, 'utf8').trim().split('\n').slice(1)) {
    const [group = '', version = '', resource = '', subresource = ''] = line.split('\t')
    // The path below a proxy belongs to what is behind it.
    wanted.add([group, version, resource, subresource.replace('/{path}', '')].join('/'))
  }
  const offered = new Set(
    discovery.resources.flatMap(({ group, version, resource, subresources }) => [
      [group, version, resource, ''].join('/'),
      ...subresources.map(({ name }) => [group, version, resource, name].join('/')),
    ]),
  )
  const missing = [...wanted].filter(key => !offered.has(key))
  figure('resources.reference', `${wanted.size - missing.length}/${wanted.size}`, 'resources', 'all')
  expect(missing).toEqual([])
})

it('a CRD that is created while a context is open appears in discovery and lists, without a reconnect', async () => {
  const stream = product.client.open('resources.discovery', { context })
  await stream.until(({ resources }) => resources.length > 0)
  await cluster.apply(crd)
  await stream.until(({ resources }) => resources.some(({ resource }) => resource === 'lanterns'), 15_000)
  await cluster.apply(lantern)
  const view = product.client.open(
    'tables.view',
    viewOf(context, { group: 'example.com', version: 'v1', resource: 'lanterns' }),
  )
  const frame = await view.until(({ total }) => total === 1)
  expect(frame.rows[0]?.name).toBe('north')
  expect(frame.columns.map(({ name }) => name)).toContain('Oil')
  view.close()
  stream.close()
})

const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lanterns.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lanterns, singular: lantern, kind: Lantern, shortNames: [lan]}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns: [{name: Oil, type: string, jsonPath: .spec.oil}]
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {oil: {type: string}}}}
`
const lantern = `
apiVersion: example.com/v1
kind: Lantern
metadata: {name: north, namespace: default}
spec: {oil: whale}
`
