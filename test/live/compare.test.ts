import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeText } from '../../shared/manifest/index.ts'
import type { Cluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { type Running, startBoth } from './running.ts'

let cluster: Cluster
let product: Running
let context: string
let folder: string

const overlooked = { serverFields: true, defaults: true, paths: [] }
const configMaps = { group: '', version: 'v1', resource: 'configmaps' }
const secrets = { group: '', version: 'v1', resource: 'secrets' }

const manifest = (name: string, value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\ndata: {key: "${value}"}\n`
const secret = (name: string, value: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}, namespace: shop}\nstringData: {same: "1", other: "${value}"}\n`

beforeAll(async () => {
  ;({ cluster, product } = await startBoth())
  await cluster.apply('apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n')
  for (const name of ['same', 'changed']) await cluster.apply(manifest(name, '1'))
  await cluster.apply([secret('one', 'aaaa'), secret('two', 'bbbb')].join('---\n'))
  context = (await product.ready()).id
  folder = await mkdtemp(join(tmpdir(), 'compare-'))
})

afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

it('a kind is equal to itself, and what only one context has is told', async () => {
  const asked = { after: context, resource: configMaps, namespaces: [], overlooked }
  const itself = product.client.open('compare.kind', { ...asked, before: context })
  const same = await itself.until(({ phase }) => phase !== 'reading')
  itself.close()
  const { stdout } = await cluster.kubectl(['get', 'configmaps', '-A', '-o', 'name'])
  expect(same).toMatchObject({
    phase: 'done',
    counts: { same: stdout.trim().split('\n').length, different: 0, onlyBefore: 0, onlyAfter: 0 },
  })
  await product.client.call('contexts.open', { context: 'sample' })
  const sessions = product.client.open('contexts.sessions', {})
  await sessions.until(all => all.some(each => each.context === 'sample' && each.phase === 'ready'))
  sessions.close()
  const other = product.client.open('compare.kind', { ...asked, before: 'sample' })
  const found = await other.until(({ phase }) => phase !== 'reading')
  other.close()
  expect(found.rows).toContainEqual({
    namespace: 'shop',
    name: 'same',
    state: 'onlyAfter',
    changes: 0,
    fields: [],
  })
  expect(found.counts.onlyBefore).toBeGreaterThan(0)
})

it('Secrets are compared by key, and no value is told', async () => {
  const of = (name: string) => ({ context, ref: { resource: secrets, namespace: 'shop', name } })
  expect(await product.client.call('compare.secrets', { before: of('one'), after: of('two') })).toEqual([
    'other',
  ])
})

it('a folder of manifests is held against the cluster by its own dry run, and nothing is written', async () => {
  await mkdir(join(folder, 'deep'))
  await writeFile(join(folder, 'a.yaml'), `${manifest('same', '1')}---\n${manifest('changed', '2')}`)
  await writeFile(
    join(folder, 'deep/b.yml'),
    encodeText(manifest('absent', '1').replaceAll('\n', '\r\n'), { charset: 'utf-16le', hasMark: true }),
  )
  await writeFile(join(folder, 'deep/c.json'), '{"apiVersion":"v1","kind":"Unheard","metadata":{"name":"x"}}')
  await writeFile(join(folder, 'deep/d.yaml'), secret('one', 'cccc'))
  await writeFile(join(folder, 'README.md'), 'no manifest')
  const drift = product.client.open('compare.drift', { context, path: folder, namespace: '', overlooked })
  const told = await drift.until(({ phase }) => phase === 'done' || phase === 'failed')
  expect(told.error).toBeUndefined()
  const rows = told.rows.map(({ file, line, state, fields }) => ({ file, line, state, fields }))
  expect(rows).toHaveLength(5)
  for (const row of [
    { file: 'a.yaml', line: 1, state: 'same', fields: [] },
    { file: 'a.yaml', line: 6, state: 'different', fields: ['data.key'] },
    { file: 'deep/b.yml', line: 1, state: 'missing', fields: [] },
    { file: 'deep/c.json', line: 1, state: 'refused', fields: [] },
    { file: 'deep/d.yaml', line: 1, state: 'different', fields: ['data.other'] },
  ])
    expect(rows).toContainEqual(row)
  figure('compare.drift', `${rows.length}/5`, 'documents', 'all')

  const { id } = told
  const { text: csv } = await product.client.call('compare.exportDrift', { id, format: 'csv' })
  expect(csv).toContain('a.yaml,6,ConfigMap,shop,changed,different,1,data.key,')
  const { text: patch } = await product.client.call('compare.exportDrift', { id, format: 'patch' })
  expect(patch).toMatch(/^-.*key: "?1"?$/m)
  expect(patch).toMatch(/^\+.*key: "?2"?$/m)
  expect(patch + csv).not.toContain(Buffer.from('cccc').toString('base64'))
  drift.close()
  await expect(product.client.call('compare.exportDrift', { id, format: 'csv' })).rejects.toMatchObject({
    body: { kind: 'gone' },
  })
  const { stdout } = await cluster.kubectl(['get', 'configmaps', '-n', 'shop', '-o', 'name'])
  expect(stdout).not.toContain('absent')
})

it('a path that is not there says so', async () => {
  const drift = product.client.open('compare.drift', {
    ...{ context, path: join(folder, 'nowhere'), namespace: '', overlooked },
  })
  const told = await drift.until(({ phase }) => phase === 'failed')
  expect(told.error).toMatchObject({ kind: 'badConfig', reason: 'ENOENT' })
  drift.close()
})
