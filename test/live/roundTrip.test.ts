/**
 * Every manifest of the corpus, opened, one line changed, saved: the text differs in that line alone, and
 * its dry run is what kubectl gets for the same file.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMapping, type KubeObject, type ResourceInfo } from '../../shared/kube/index.ts'
import {
  applyEdits,
  decodeText,
  editsFor,
  encodeText,
  expandLists,
  jsonOf,
  parseManifest,
  rangeOf,
} from '../../shared/manifest/index.ts'
import { pathOf, placeOf } from '../admission/address.ts'
import { corpusFolder } from '../admission/corpus.ts'
import { ApiServer } from '../admission/server.ts'
import { inParallel } from '../admission/writing.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'

const isThere = existsSync(corpusFolder)
if (!isThere) console.warn(`skipped: no corpus of manifests at ${corpusFolder} (set GATEHOUSE_SHARED)`)

/** Another one changes other lines. */
const seed = Number(process.env.GATEHOUSE_SOAK_SEED ?? 7)

let cluster: Cluster
let server: ApiServer
let agent: Agent
let offered: readonly ResourceInfo[]
let folder: string

beforeAll(async () => {
  if (!isThere) return
  cluster = await startCluster()
  server = new ApiServer(cluster)
  agent = new Agent({ keepAlive: true, maxSockets: 4, ca: cluster.caPem })
  offered = await server.resources()
  folder = mkdtempSync(join(tmpdir(), 'round-trip-'))
})
afterAll(async () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  agent?.destroy()
  server?.close()
  await cluster?.stop()
})

describe.skipIf(!isThere)('manifests of public projects', () => {
  it('are saved with one line changed, and dry runs of them are those of kubectl', async () => {
    const files = readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(?:yaml|invalid)$/.test(file))
      .sort()
    const outcomes = await inParallel(files, 3, async (file, at = files.indexOf(file)) => roundTrip(file, at))
    const wrong = outcomes.filter(outcome => outcome !== '')
    figure('roundtrip.files', `${files.length - wrong.length}/${files.length}`, 'files', 'all')
    expect(wrong).toEqual([])
  }, 240_000)
})

/** What went wrong; empty where nothing did. */
async function roundTrip(file: string, number: number): Promise<string> {
  const { text, encoding } = decodeText(readFileSync(join(corpusFolder, file)))
  const saved = withOneLineChanged(text, number)
  const changed = linesThatDiffer(text, saved)
  if (parseManifest(text).problems.every(({ severity }) => severity !== 'error') && changed !== 1)
    return `${file}: ${changed} lines differ`
  const path = join(folder, `${number}.yaml`)
  writeFileSync(path, encodeText(saved, encoding))
  const [ours, theirs] = await Promise.all([dryRuns(saved), kubectl(path)])
  const objects = ours.flatMap(({ object }) => object ?? [])
  const faults = ours.flatMap(({ faults: told }) => told ?? [])
  // Where one object is refused kubectl prints none.
  if (faults.length === 0 && jsonOf(objects.map(comparable)) !== jsonOf(theirs.objects.map(comparable)))
    return `${file}: the dry runs differ\n ours ${jsonOf(objects.map(comparable))}\n kubectl ${jsonOf(theirs.objects.map(comparable))} ${theirs.failure}`
  const isSame =
    faults.length === 0 ? theirs.failure === '' : faults.every(fault => theirs.failure.includes(fault))
  return isSame ? '' : `${file}: the errors differ\n ours ${faults.join('; ')}\n kubectl ${theirs.failure}`
}

/** One single value of the first document, on one line, is another one. */
function withOneLineChanged(text: string, number: number): string {
  const [first] = parseManifest(text).documents
  if (first?.object === null || first === undefined) return text
  const places = [...leavesOf(first.object, [])].filter(({ path }) => {
    const range = rangeOf(text, 0, path)
    return range !== null && !text.slice(range.from, range.to).includes('\n')
  })
  const place = places[(number * 7919 + seed) % Math.max(1, places.length)]
  if (place === undefined) return text
  const after = structuredClone(first.object) as unknown as Record<string, unknown>
  let owner: Record<string | number, unknown> = after
  for (const step of place.path.slice(0, -1)) owner = owner[step] as Record<string | number, unknown>
  const last = place.path.at(-1) ?? ''
  owner[last] = otherThan(owner[last])
  return applyEdits(text, editsFor(text, 0, after))
}

interface Leaf {
  readonly path: readonly (string | number)[]
}

/** Another kind is another object, and nobody edits what the server sets. */
const unedited = /^(?:kind|apiVersion|managedFields|\w+Timestamp)$/

function* leavesOf(value: unknown, path: readonly (string | number)[]): Generator<Leaf> {
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* leavesOf(item, [...path, at])
  else if (isMapping(value))
    for (const [name, field] of Object.entries(value)) {
      if (!unedited.test(name)) yield* leavesOf(field, [...path, name])
    }
  else yield { path }
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (value === null) return 'x'
  return typeof value === 'number' ? value + 1 : `${String(value)}x`
}

function linesThatDiffer(before: string, after: string): number {
  const lines = after.split('\n')
  const old = before.split('\n')
  return lines.length === old.length ? lines.filter((line, at) => line !== old[at]).length : -1
}

interface DryRun {
  readonly object?: KubeObject
  /** Parts of what kubectl says too. */
  readonly faults?: readonly string[]
}

async function dryRuns(text: string): Promise<readonly DryRun[]> {
  const { documents, problems } = parseManifest(text)
  if (
    problems.some(({ severity }) => severity === 'error') &&
    documents.every(({ object }) => object === null)
  )
    return [{ faults: ['error'] }]
  const results: DryRun[] = []
  for (const { object } of expandLists(documents)) results.push(await dryRun(object))
  return results
}

/** The request of a server-side apply, to the byte as the product makes it. */
async function dryRun(object: KubeObject): Promise<DryRun> {
  const isNamed = isMapping(object.metadata) && typeof object.metadata.name === 'string'
  const found = placeOf(isNamed ? object : { ...object, metadata: { name: '' } }, offered)
  if (found === null)
    return { faults: [`no matches for kind "${object.kind}" in version "${object.apiVersion}"`] }
  if (!isNamed) return { faults: ['resource name may not be empty'] }
  const isNamespaced = offered.some(
    each => each.namespaced && each.group === found.group && each.resource === found.resource,
  )
  const place = { ...found, namespace: isNamespaced ? (found.namespace ?? 'default') : undefined }
  const { namespace, ...rest } = place
  const query = 'fieldManager=gatehouse&fieldValidation=Strict&dryRun=All'
  const path = pathOf(namespace === undefined ? rest : { ...rest, namespace })
  const answer = await patch(`${cluster.server}${path}?${query}`, jsonOf(object))
  const body: unknown = JSON.parse(answer.text)
  return answer.status < 300 ? { object: body as KubeObject } : { faults: faultsOf(body as StatusAnswer) }
}

interface StatusAnswer {
  readonly message: string
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message: string }[] }
}

/** kubectl prints the causes one by one where there are any. */
function faultsOf({ message, details }: StatusAnswer): readonly string[] {
  const causes = details?.causes ?? []
  return causes.length === 0 ? [oneLine(message)] : causes.map(cause => oneLine(cause.message))
}

function patch(url: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
  const headers = {
    authorization: 'Bearer admin-token',
    accept: 'application/json',
    'content-type': 'application/apply-patch+yaml',
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PATCH', agent, headers }, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject).once('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
      })
    })
    sent.once('error', reject).end(body)
  })
}

interface KubectlRun {
  readonly objects: readonly KubeObject[]
  readonly failure: string
}

async function kubectl(file: string): Promise<KubectlRun> {
  const flags = ['--server-side', '--dry-run=server', '--field-manager=gatehouse', '-o', 'json']
  const { code, stdout, stderr } = await cluster.kubectl(['apply', ...flags, '-f', file])
  const failure = code === 0 ? '' : oneLine(stderr)
  if (stdout.trim() === '') return { objects: [], failure }
  const printed = JSON.parse(stdout) as KubeObject & { readonly items?: readonly KubeObject[] }
  return { objects: printed.kind === 'List' ? (printed.items ?? []) : [printed], failure }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Without what is another in each dry run of an object that does not exist, and without who manages what. */
function comparable(object: KubeObject): unknown {
  const { uid: _uid, creationTimestamp: _at, managedFields: _fields, ...metadata } = object.metadata
  return sorted({ ...object, metadata })
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isMapping(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(name => [name, sorted(value[name])]),
  )
}
