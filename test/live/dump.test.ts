/** Dumps that kubectl makes of a real cluster, opened again: the rows are those that kubectl printed. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommandResult, runCommand } from '../cluster/harness/command.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { comparedKinds, fill, kindName } from './content.ts'
import { figure } from './figures.ts'
import { type Printed, parsePrinted, sameRows } from './printed.ts'

const cli = join(import.meta.dirname, '../../dist/main/cli.js')
/** No embedded table knows the one; the other never stands still, as it has nothing to measure. */
const apart = new Set(['flowschemas.flowcontrol.apiserver.k8s.io', 'horizontalpodautoscalers.autoscaling'])
const kinds = comparedKinds.map(kindName).filter(kind => !apart.has(kind))
/** What `kubectl cluster-info dump` holds of them. */
const clusterInfoKinds = ['pods', 'services', 'nodes', 'events', 'deployments.apps']

let cluster: Cluster
let folder: string

/** What kubectl printed at the moment of a dump. */
interface Moment {
  readonly at: number
  readonly tables: ReadonlyMap<string, Printed>
}
const moments = new Map<string, Moment>()

beforeAll(async () => {
  cluster = await startCluster()
  await fill(cluster)
  await cluster.kubectl(['wait', '--for=condition=Available', 'deployment', '--all', '-A', '--timeout=20s'])
  await kubectl(['delete', 'horizontalpodautoscalers', '--all', '-A'])
  folder = join(cluster.dir, 'dumps')
  await mkdir(folder)
  const all = [...kinds, 'namespaces'].join(',')
  await atOneMoment('get', kinds, async () => {
    await write(
      'list.yaml',
      (await kubectl(['get', all, '-A', '-o', 'yaml', '--show-managed-fields'])).stdout,
    )
    const { stdout } = await kubectl(['get', all, '-A', '-o', 'json'])
    await write('list.json.gz', gzipSync(stdout))
    await mustGather(stdout)
  })
  await atOneMoment('cluster-info', clusterInfoKinds, async () => {
    await kubectl(['cluster-info', 'dump', '-A', '--output-directory', join(folder, 'tree')])
    await write('stream.txt', (await kubectl(['cluster-info', 'dump', '-A', '-o', 'yaml'])).stdout)
  })
}, 240_000)
afterAll(() => cluster?.stop())

async function kubectl(args: readonly string[]): Promise<CommandResult> {
  const result = await cluster.kubectl(args)
  expect(result.code, `kubectl ${args.join(' ')}: ${result.stderr}`).toBe(0)
  return result
}

/** Dumps until nothing changed meanwhile: a cluster has events of its own. */
async function atOneMoment(name: string, of: readonly string[], dump: () => Promise<void>): Promise<void> {
  const print = async () => {
    const tables = new Map<string, Printed>()
    for (const kind of of)
      tables.set(kind, parsePrinted((await kubectl(['get', kind, '-A', '-o', 'wide'])).stdout))
    return tables
  }
  let tables = await print()
  for (let tries = 0; tries < 6; tries++) {
    const at = Date.now()
    await dump()
    const after = await print()
    const span = Date.now() - at + 60_000
    const isSame = of.every(
      kind => sameRows(after.get(kind) ?? nothing, tables.get(kind) ?? nothing, span).length === 0,
    )
    moments.set(name, { at, tables: after })
    if (isSame) return
    tables = after
  }
  throw new Error(`the cluster did not stand still for a dump (${name})`)
}

const nothing: Printed = { header: [], rows: [] }

async function write(name: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

/** As `oc adm inspect` lays its files out. */
async function mustGather(list: string): Promise<void> {
  const { items } = JSON.parse(list) as {
    readonly items: readonly {
      readonly apiVersion: string
      readonly kind: string
      readonly metadata: { readonly name: string; readonly namespace?: string }
    }[]
  }
  for (const item of items) {
    const { name, namespace } = item.metadata
    const group = item.apiVersion.includes('/') ? item.apiVersion.replace(/\/.*/, '') : 'core'
    const scope = namespace === undefined ? 'cluster-scoped-resources' : join('namespaces', namespace)
    const file = `${name.replaceAll(':', '-')}.yaml`
    await write(
      join('must-gather', scope, group, item.kind.toLowerCase(), file),
      `---\n${JSON.stringify(item)}\n`,
    )
  }
}

async function compare(id: string, path: string, at: string, compared: readonly string[]): Promise<void> {
  const moment = moments.get(at)
  if (moment === undefined) throw new Error(`there is no dump ${at}`)
  const found: string[] = []
  let rows = 0
  for (const kind of compared) {
    const ours = await runCommand(
      process.execPath,
      [cli, 'get', kind, '-A', '-o', 'wide', '--snapshot', join(folder, path)],
      { env: { HOME: cluster.dir, XDG_CONFIG_HOME: join(cluster.dir, 'config') } },
    )
    // A loaded machine may take long enough for a word of patience.
    const said = ours.stderr.replace(/^Reading .* …\n/, '')
    expect([ours.code, said], `${path} ${kind}`).toEqual([0, ''])
    const theirs = moment.tables.get(kind) ?? nothing
    const [first] = sameRows(parsePrinted(ours.stdout), theirs, Date.now() - moment.at)
    if (first !== undefined) found.push(`${kind}: ${first}`)
    rows += theirs.rows.length
  }
  figure(id, `${compared.length - found.length}/${compared.length}`, 'lists', 'all')
  figure(`${id}.rows`, rows, 'rows', 'report')
  expect(found).toEqual([])
}

/** Those that say something new after the first dump: a custom kind, several ages, wide columns, cluster scope. */
const someKinds = kinds.filter(kind =>
  /^(?:pods|nodes|events|deployments|customresourcedefinitions|lanterns)/.test(kind),
)

it('kubectl get -o yaml', () => compare('dump.equal.yaml', 'list.yaml', 'get', kinds))
it('kubectl get -o json, packed', () => compare('dump.equal.json', 'list.json.gz', 'get', someKinds))
it('a must-gather', () => compare('dump.equal.must-gather', 'must-gather', 'get', someKinds))
it('kubectl cluster-info dump into a folder', () =>
  compare('dump.equal.tree', 'tree', 'cluster-info', clusterInfoKinds))
it('kubectl cluster-info dump in one stream', () =>
  compare('dump.equal.stream', 'stream.txt', 'cluster-info', clusterInfoKinds))
