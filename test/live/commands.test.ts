/** The command line beside kubectl on the same cluster. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type CommandResult, runCommand } from '../cluster/harness/command.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { fill } from './content.ts'
import { figure } from './figures.ts'
import { parsePrinted, sameRows } from './printed.ts'

const cli = join(import.meta.dirname, '../../dist/main/cli.js')
/** Kinds that say something new of the command line: age columns, wide columns, no namespace, a custom kind. */
const printedKinds = [
  'pods',
  'services',
  'nodes',
  'events',
  'deployments.apps',
  'cronjobs.batch',
  'clusterroles.rbac.authorization.k8s.io',
  'lanterns.example.com',
]

let cluster: Cluster
/** A kubeconfig of two contexts, `first` and `second`, of the same cluster. */
let both: string

beforeAll(async () => {
  cluster = await startCluster()
  await fill(cluster)
  await cluster.kubectl(['wait', '--for=condition=Available', 'deployment', '--all', '-A', '--timeout=20s'])
  both = join(cluster.dir, 'both.kubeconfig')
  const { contexts, ...rest } = parse(await readFile(cluster.kubeconfig, 'utf8')) as {
    readonly contexts: readonly [object]
  }
  const named = ['first', 'second'].map(name => ({ ...contexts[0], name }))
  await writeFile(both, JSON.stringify({ ...rest, contexts: named, 'current-context': 'first' }))
})
afterAll(() => cluster?.stop())

const gatehouse = (...args: readonly string[]): Promise<CommandResult> =>
  runCommand(process.execPath, [cli, ...args], {
    env: { KUBECONFIG: both, HOME: cluster.dir, XDG_CONFIG_HOME: join(cluster.dir, 'config') },
  })

/** Both at once, so that ages are told at nearly the same moment. */
async function askBoth(...args: readonly string[]) {
  const from = Date.now()
  const [ours, theirs] = await Promise.all([gatehouse('get', ...args), cluster.kubectl(['get', ...args])])
  expect([ours.code, ours.stderr], args.join(' ')).toEqual([0, ''])
  return { ours: ours.stdout, theirs: theirs.stdout, span: Date.now() - from }
}

it('gatehouse get prints what kubectl get prints: header, rows in order, cells', async () => {
  const found: string[] = []
  for (const kind of printedKinds) {
    const { ours, theirs, span } = await askBoth(kind, '-A', '-o', 'wide')
    const [first] = sameRows(parsePrinted(ours), parsePrinted(theirs), span)
    if (first !== undefined) found.push(`${kind}: ${first}`)
  }
  figure('commands.equal', `${printedKinds.length - found.length}/${printedKinds.length}`, 'lists', 'all')
  expect(found).toEqual([])
  const { ours, theirs, span } = await askBoth('pods', '-n', 'lists')
  expect(sameRows(parsePrinted(ours), parsePrinted(theirs), span)).toEqual([])
})

it('without ages in it the output is the same to the byte', async () => {
  const { ours, theirs } = await askBoth('clusterroles.rbac.authorization.k8s.io')
  expect(ours).toBe(theirs)
})

it.each(['configmaps', 'deployments.apps', 'lanterns.example.com'])(
  'names, JSON and YAML of %s are those of kubectl',
  async kind => {
    const names = await askBoth(kind, '-A', '-o', 'name')
    expect(names.ours).toBe(names.theirs)
    const json = await askBoth(kind, '-A', '-o', 'json')
    expect(JSON.parse(json.ours)).toEqual(JSON.parse(json.theirs))
    const yaml = await askBoth(kind, '-A', '-o', 'yaml')
    expect(parse(yaml.ours, { version: '1.1' })).toEqual(parse(yaml.theirs, { version: '1.1' }))
  },
)

it('one object by name, rows by label, and one namespace of several are those of kubectl', async () => {
  const one = await askBoth('configmap', 'stays', '-n', 'lists', '-o', 'yaml')
  expect(parse(one.ours)).toEqual(parse(one.theirs))
  for (const args of [
    ['svc', '-A', '-l', 'fixed=yes', '-o', 'name'],
    ['cm', '-A', '-l', 'fixed in (yes), set!=olive', '-o', 'name'],
    ['pods', '-A', '--field-selector', 'metadata.namespace=lists', '-o', 'name'],
  ]) {
    const { ours, theirs } = await askBoth(...args)
    expect(ours.trim().split('\n').length).toBeGreaterThan(1)
    expect(ours).toBe(theirs)
  }
  const several = await gatehouse('get', 'cm', '-n', 'lists,kube-system')
  expect(new Set(parsePrinted(several.stdout).rows.map(([namespace]) => namespace))).toEqual(
    new Set(['lists', 'kube-system']),
  )
})

it('several contexts stand in one table, each row with its context', async () => {
  const { stdout } = await gatehouse('get', 'lanterns', '-A', '--context', 'first', '--context', 'second')
  const { header, rows } = parsePrinted(stdout)
  expect(header.slice(0, 3)).toEqual(['CONTEXT', 'NAMESPACE', 'NAME'])
  expect(rows.map(([context, , name]) => `${context} ${name}`)).toEqual([
    'first leaves',
    'first stays',
    'second leaves',
    'second stays',
  ])
})

it.each([
  { args: ['get', 'nothings'], code: 1, says: /no kind “nothings”/ },
  { args: ['get', 'pods', '--context', 'nowhere'], code: 2, says: /No context is called “nowhere”/ },
  { args: ['get', 'pods', 'absent', '-n', 'lists'], code: 1, says: /pods "absent" not found/ },
  { args: ['get', 'pods', '-A', '-n', 'lists'], code: 2, says: /contradict/ },
  { args: ['get', 'pods', '-o', 'nonsense'], code: 2, says: /nonsense/ },
  { args: ['get'], code: 2, says: /kind/ },
  { args: ['get', 'pods', '--kubeconfig', '/nowhere/config'], code: 2, says: /config/ },
])('$args fails with code $code and says why', async ({ args, code, says }) => {
  const result = await gatehouse(...args)
  expect([result.stdout, result.code]).toEqual(['', code])
  expect(result.stderr).toMatch(says)
})
