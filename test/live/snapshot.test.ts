/**
 * The in-memory API server beside a real one: loaded with the real server's objects, it must give
 * the same answers to the same requests.
 */
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createSnapshotServer, type SnapshotServer, SnapshotStore } from '../../main/snapshot/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { type Answer, dryRunCases, seen, type Write } from './dryRunCases.ts'
import { fillCluster } from './sampleOnCluster.ts'

type Ask = (path: string, accept?: string, post?: object) => Promise<Answer>
type Send = (write: Write) => Promise<Answer>

const tableForm = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const metadataForm = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
const discoveryForm = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

let cluster: Cluster
let server: SnapshotServer
let real: Ask
let snapshot: Ask
let sendReal: Send
let sendSnapshot: Send

/** Groups of which all resources are compared; the versions are those that the snapshot serves. */
interface Kind {
  readonly root: string
  readonly group: string
  readonly resource: string
}
let compared: readonly Kind[] = []

/** Version of each copied object on the real server. */
const copiedVersions = new Map<string, string>()

beforeAll(async () => {
  cluster = await startCluster({ profile: 'all' })
  const connection = await connect(cluster)
  real = (path, accept = 'application/json', post) =>
    ask(connection.open, path, { ...connection.headers, accept }, post)
  sendReal = write => send(connection.open, write, connection.headers)
  await fillCluster(cluster)
  const socketPath = join(tmpdir(), `gatehouse-compare-${process.pid}.sock`)
  const store = new SnapshotStore()
  // The real server is asked by a member of system:masters.
  const user = { username: 'admin', groups: ['system:masters', 'system:authenticated'] }
  server = createSnapshotServer(store, { user, dryRuns: { webhooks: new Map() } })
  await server.listen(socketPath)
  const open: Open = options => httpRequest({ socketPath, ...options })
  snapshot = (path, accept = 'application/json', post) => ask(open, path, { accept }, post)
  sendSnapshot = write => send(open, write, {})
  await copy(store)
})
afterAll(async () => {
  await server?.close()
  await cluster?.stop()
})

interface Connection {
  readonly open: Open
  readonly headers: Record<string, string>
}

async function connect({ tokenKubeconfig, caPem, server: address }: Cluster): Promise<Connection> {
  const { users } = parse(await readFile(tokenKubeconfig, 'utf8')) as {
    readonly users: readonly { readonly user: { readonly token: string } }[]
  }
  const { hostname, port } = new URL(address)
  return {
    open: options => httpsRequest({ hostname, port, ca: caPem, ...options }),
    headers: { authorization: `Bearer ${users[0]?.user.token}` },
  }
}

interface Options {
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
}

type Open = (options: Options) => ReturnType<typeof httpRequest>

function send(open: Open, write: Write, headers: Record<string, string>): Promise<Answer> {
  const { method, path, body, type = 'application/json', headers: more = {} } = write
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  // Said by hand, as a DELETE is taken to have no body.
  const length = { 'content-type': type, 'content-length': String(Buffer.byteLength(text ?? '')) }
  const sent = { ...headers, ...more, ...(text === undefined ? {} : length) }
  return exchange(open, { path, method, headers: sent }, text)
}

function ask(open: Open, path: string, headers: Record<string, string>, post?: object): Promise<Answer> {
  const method = post === undefined ? 'GET' : 'POST'
  const sent = post === undefined ? headers : { ...headers, 'content-type': 'application/json' }
  return exchange(
    open,
    { path, method, headers: sent },
    post === undefined ? undefined : JSON.stringify(post),
  )
}

function exchange(open: Open, options: Options, body: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = open(options)
    request.on('error', reject)
    request.on('response', response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.end(body)
  })
}

const json = <T>({ text }: Answer): T => JSON.parse(text) as T

interface List {
  readonly kind: string
  readonly apiVersion: string
  readonly items: readonly KubeObject[]
}

/** Copies every object of the kinds that the snapshot serves, definitions first. */
async function copy(store: SnapshotStore): Promise<void> {
  const definitions: Kind = {
    root: '/apis/apiextensions.k8s.io/v1',
    group: 'apiextensions.k8s.io',
    resource: 'customresourcedefinitions',
  }
  await copyKind(store, definitions)
  const groups = [
    ...json<Discovery>(await snapshot('/api', discoveryForm)).items,
    ...json<Discovery>(await snapshot('/apis', discoveryForm)).items,
  ]
  compared = groups.flatMap(({ metadata: { name = '' }, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources
        .filter(({ verbs, resource }) => verbs.includes('watch') && resource !== 'customresourcedefinitions')
        .map(({ resource }) => ({
          root: name === '' ? `/api/${version}` : `/apis/${name}/${version}`,
          group: name,
          resource,
        })),
    ),
  )
  for (const kind of compared) await copyKind(store, kind)
}

async function copyKind(store: SnapshotStore, { root, group, resource }: Kind): Promise<void> {
  const { kind, apiVersion, items } = json<List>(await real(`${root}/${resource}`))
  for (const item of items) {
    const { namespace = '', name, resourceVersion = '' } = item.metadata
    copiedVersions.set(`${root}/${resource}/${namespace}/${name}`, resourceVersion)
    store.load({ group, resource }, { ...item, apiVersion, kind: kind.replace(/List$/, '') })
  }
}

interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources: readonly { readonly resource: string; readonly verbs: readonly string[] }[]
    }[]
  }[]
}

interface TableRow {
  readonly cells: readonly unknown[]
  readonly conditions?: unknown
  readonly object: KubeObject | null
}

interface Table {
  readonly columnDefinitions: readonly object[] | null
  /** Null in some tables without rows. */
  readonly rows: readonly TableRow[] | null
}

const duration = /^(\d+[ydhms]){1,2}$/
/** Ages were told at different times; the rest of the cell must be equal. */
const withoutAges = (cell: unknown): unknown =>
  typeof cell !== 'string'
    ? cell
    : duration.test(cell)
      ? 'AGE'
      : cell.replace(/\((\d+[ydhms]){1,2} ago\)/, '(AGE ago)')

const named = ({ rows }: Table) =>
  new Map(
    (rows ?? []).map(({ cells, conditions, object }) => [
      `${object?.metadata.namespace ?? ''}/${object?.metadata.name}`,
      { cells: cells.map(withoutAges), conditions, version: object?.metadata.resourceVersion },
    ]),
  )

it('tables of every kind have the columns and the cells of the real server', async () => {
  const different: object[] = []
  let rows = 0
  let kinds = 0
  for (const { root, resource } of compared) {
    const theirs = json<Table>(await real(`${root}/${resource}`, tableForm))
    const ours = json<Table>(await snapshot(`${root}/${resource}`, tableForm))
    expect(ours.columnDefinitions, resource).toEqual(theirs.columnDefinitions)
    if ((ours.rows ?? []).length === (theirs.rows ?? []).length)
      expect(ours.rows === null, `${resource}: null for no rows`).toBe(theirs.rows === null)
    const wanted = named(theirs)
    for (const [name, row] of named(ours)) {
      const other = wanted.get(name)
      // The real cluster lives on: what changed since it was copied is left out.
      if (other === undefined || other.version !== copiedVersions.get(`${root}/${resource}/${name}`)) continue
      if (
        JSON.stringify(row.cells) !== JSON.stringify(other.cells) ||
        JSON.stringify(row.conditions) !== JSON.stringify(other.conditions)
      )
        different.push({
          resource,
          name,
          ours: [row.cells, row.conditions],
          theirs: [other.cells, other.conditions],
        })
      rows++
    }
    if ((ours.rows ?? []).length > 0) kinds++
  }
  console.log(`compared ${rows} rows of ${kinds} kinds`)
  expect(different).toEqual([])
  expect(kinds).toBeGreaterThan(25)
  expect(rows).toBeGreaterThan(100)
})

describe('discovery', () => {
  it('describes each group-version as the real server does', async () => {
    for (const root of new Set(compared.map(({ root: path }) => path))) {
      const theirs = json<{ readonly resources: readonly object[] }>(await real(root))
      const ours = json<{ readonly resources: readonly object[] }>(await snapshot(root))
      const withoutHash = theirs.resources.map(resource => ({ ...resource, storageVersionHash: undefined }))
      const byName = (list: readonly object[]) =>
        [...list].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
      expect({ ...ours, resources: byName(ours.resources) }, root).toEqual({
        ...theirs,
        resources: byName(withoutHash.map(entry => JSON.parse(JSON.stringify(entry)) as object)),
      })
    }
  })

  it('is aggregated under the same type, with a tag', async () => {
    for (const ask of [real, snapshot]) {
      const { headers, text } = await ask('/apis', discoveryForm)
      expect(headers['content-type']).toBe(discoveryForm)
      expect(headers.etag).toMatch(/^"[0-9A-F]{128}"$/)
      expect(JSON.parse(text)).toMatchObject({
        kind: 'APIGroupDiscoveryList',
        apiVersion: 'apidiscovery.k8s.io/v2',
      })
    }
  })
})

interface WatchLine {
  readonly type: string
  readonly object: {
    readonly kind: string
    readonly metadata?: { readonly annotations?: object }
    readonly columnDefinitions?: unknown
    readonly rows?: readonly { readonly cells: readonly unknown[]; readonly object: KubeObject }[]
  }
}

/** A bookmark of whole objects carries the empty parts of its Go type on the real server. */
const fieldsOf = (type: string, object: object): readonly string[] =>
  type === 'BOOKMARK' && !('rows' in object) ? [] : Object.keys(object).sort()

/** What is fixed about a watch: the order and shape of its lines. */
const shapes = ({ text }: Answer) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as WatchLine)
    .map(({ type, object }) => ({
      type,
      kind: object.kind,
      columns: object.columnDefinitions,
      cells: object.rows?.[0]?.cells.map(withoutAges),
      annotations: object.rows?.[0]?.object.metadata.annotations ?? object.metadata?.annotations,
      fields: fieldsOf(type, object),
    }))

const streamed =
  'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1'

// Concurrent, because each waits for the end of two watches.
it.concurrent.each([
  ['a table', tableForm, streamed],
  ['metadata', metadataForm, streamed],
  ['objects', 'application/json', streamed],
  [
    'a table, without bookmarks',
    tableForm,
    'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1',
  ],
  ['a table, in the old way', tableForm, 'watch=1&timeoutSeconds=1'],
])('a watch of %s has the lines of the real server', async (_, form, query) => {
  const lines = async (ask: Ask, path: string) => {
    const answer = await ask(`${path}?${query}`, form)
    // Bookmarks after the initial events come when a server pleases; they are no part of the answer.
    const isLate = ({ type, annotations }: ReturnType<typeof shapes>[number]): boolean =>
      type === 'BOOKMARK' && !JSON.stringify(annotations ?? {}).includes('initial-events-end')
    return answer.text === '' ? [] : shapes(answer).filter(line => !isLate(line))
  }
  // Initial events come in no fixed order; columns belong to whichever is first.
  const sorted = (list: ReturnType<typeof shapes>) =>
    list.map(({ columns: _, ...line }) => JSON.stringify(line)).sort()
  const paths = [
    '/api/v1/namespaces/shop/services',
    '/apis/policy.lanternfish.example/v1/replicalimits',
    '/api/v1/namespaces/kube-public/pods',
  ]
  const pairs = paths.map(async path => [path, await lines(snapshot, path), await lines(real, path)] as const)
  for (const [path, ours, theirs] of await Promise.all(pairs)) {
    expect(sorted(ours), path).toEqual(sorted(theirs))
    expect(ours.map(({ columns }) => columns)).toEqual(theirs.map(({ columns }) => columns))
  }
})

interface Status {
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly details?: object
}

it.each([
  ['/api/v1/nothings', 'application/json'],
  ['/apis/apps/v1/nothings', 'application/json'],
  ['/api/v1/namespaces/shop/configmaps/none', 'application/json'],
  ['/apis/apps/v1/namespaces/shop/deployments/none', 'application/json'],
  ['/api/v1/nodes/x/nothing', 'application/json'],
  ['/api/v1/pods?fieldSelector=spec.nothing=x', 'application/json'],
  ['/api/v1/pods?limit=abc', 'application/json'],
  ['/api/v1/pods?resourceVersion=abc', 'application/json'],
  ['/api/v1/pods?resourceVersion=99999999', 'application/json', 'message'],
  ['/api/v1/pods?resourceVersionMatch=Exact', 'application/json'],
  ['/api/v1/pods?watch=1&sendInitialEvents=true', 'application/json'],
  ['/api/v1/pods?includeObject=Everything', tableForm],
  ['/api/v1/pods?labelSelector=%21%21', 'application/json', 'message'],
  ['/api/v1/pods?continue=abc', 'application/json', 'message'],
  ['/api/v1/pods', 'text/csv', 'message'],
  ['/api/v1/pods', metadataForm, 'message'],
])('%s as %s fails as on the real server', async (path, accept, except = '') => {
  const pick = ({ code, reason, message, details }: Status) => ({
    code,
    reason,
    ...(except === 'message' ? {} : { message, details: details ?? {} }),
  })
  const ours = await snapshot(path, accept)
  const theirs = await real(path, accept)
  expect(ours.status).toBe(theirs.status)
  expect(pick(json<Status>(ours))).toEqual(pick(json<Status>(theirs)))
})

it.each(['/apis/nothing.example/v1/things', '/nothing', '/apis/nothing.example'])(
  '%s is no page of either',
  async path => {
    const [ours, theirs] = [await snapshot(path), await real(path)]
    expect([ours.status, ours.text]).toEqual([theirs.status, theirs.text])
  },
)

it('pages have the same lengths and counts', async () => {
  for (const query of ['limit=2', 'limit=2&labelSelector=team', 'limit=100']) {
    const path = `/api/v1/namespaces/shop/services?${query}`
    const counts = async (ask: Ask) => {
      const list = json<{
        readonly items: readonly object[]
        readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number }
      }>(await ask(path))
      return [list.items.length, list.metadata.continue !== undefined, list.metadata.remainingItemCount]
    }
    expect(await counts(snapshot), query).toEqual(await counts(real))
  }
})

it('selectors choose the same objects', async () => {
  for (const query of [
    'labelSelector=team',
    'labelSelector=app.kubernetes.io/name in (web,cart)',
    'labelSelector=!team',
    'labelSelector=team!=shop',
    'fieldSelector=metadata.name=web',
    'fieldSelector=metadata.namespace!=shop',
    'fieldSelector=spec.type=LoadBalancer',
  ]) {
    const path = `/api/v1/services?${encodeURI(query)}`
    const names = async (ask: Ask) =>
      json<List>(await ask(path)).items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    expect(await names(snapshot), query).toEqual(await names(real))
  }
})

describe('dry runs', () => {
  for (const [what, write, except = ''] of dryRunCases)
    it(what, async () => {
      const theirs = seen(await sendReal(write), except)
      expect(seen(await sendSnapshot(write), except)).toEqual(theirs)
    })
})
