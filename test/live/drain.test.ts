/** Draining a node: what will not move is said before, budgets are respected, and what is held is told. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation, Plan, Run } from '../../shared/ipc/index.ts'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { at, listAt, textAt } from '../../shared/relations/index.ts'
import { figure } from './figures.ts'
import { type EngineUnderTest, eventually, startEngine } from './operationsEngine.ts'

let test: EngineUnderTest
const ns = 'drain'
const signal = new AbortController().signal
const drain = (more: Partial<Extract<Operation, { type: 'drain' }>> = {}): Operation => ({
  type: 'drain',
  grace: -1,
  timeout: 0,
  deletesEmptyDir: false,
  deletesUnmanaged: false,
  podSelector: '',
  ...more,
})
const node = (name: string): ObjectRef => test.ref('nodes', name)

interface Workload {
  readonly name: string
  readonly replicas: number
  readonly budget?: string
  readonly spec?: string
}

const workload = ({ name, replicas, budget, spec = '' }: Workload): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: ${ns}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      terminationGracePeriodSeconds: 1
      containers: [{name: main, image: x}]
      ${spec}
${budget === undefined ? '' : `---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: ${name}, namespace: ${ns}}\nspec: {${budget}, selector: {matchLabels: {app: ${name}}}}`}
---`

const objects = `
apiVersion: v1
kind: Namespace
metadata: {name: ${ns}}
---
${[
  { name: 'web', replicas: 3, budget: 'minAvailable: 2' },
  // Its next pods fit nowhere else, so that the budget holds the second one.
  {
    name: 'tight',
    replicas: 2,
    budget: 'minAvailable: 1',
    spec: 'nodeSelector: {kubernetes.io/hostname: node-1}',
  },
  { name: 'never', replicas: 1, budget: 'maxUnavailable: 0' },
  { name: 'all', replicas: 2, budget: 'minAvailable: 2' },
  { name: 'twice', replicas: 1, budget: 'minAvailable: 0' },
  { name: 'scratch', replicas: 1, spec: 'volumes: [{name: tmp, emptyDir: {}}]' },
]
  .map(workload)
  .join('\n')}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: twice-too, namespace: ${ns}}
spec: {maxUnavailable: 1, selector: {matchLabels: {app: twice}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: ${ns}}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: main, image: x}]}
---
apiVersion: v1
kind: Pod
metadata: {name: lone, namespace: ${ns}}
spec: {nodeName: node-1, terminationGracePeriodSeconds: 1, containers: [{name: main, image: x}]}
`

const again = `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: again, namespace: ${ns}}
spec:
  replicas: 1
  serviceName: again
  selector: {matchLabels: {app: again}}
  template:
    metadata: {labels: {app: again}}
    spec:
      terminationGracePeriodSeconds: 1
      nodeSelector: {kubernetes.io/hostname: node-1}
      tolerations: [{operator: Exists}]
      containers: [{name: main, image: x}]
`

beforeAll(async () => {
  test = await startEngine()
  await test.carryOut({ type: 'cordon' }, node('node-2'))
  await test.cluster.apply(objects)
  await eventually('all pods run on the node that is drained', async () => {
    const pods = await podsOf('')
    return pods.filter(isReady).length === 13
  })
  await eventually('budgets are worked out', async () =>
    (await budgets()).every(
      ({ status }) => ((status as { expectedPods?: number } | undefined)?.expectedPods ?? 0) > 0,
    ),
  )
  await test.carryOut({ type: 'uncordon' }, node('node-2'))
})
afterAll(async () => {
  await test?.stop()
})

const api = () => test.engine.contexts.get(test.context)
const podsOf = async (app: string) => {
  const labelSelector = app === '' ? '' : `app=${app}`
  return (await api().list(test.ref('pods', 'x').resource, { namespace: ns, labelSelector })).items
}
const budgets = async () =>
  (await api().list(test.ref('poddisruptionbudgets.policy', 'x').resource, { namespace: ns })).items
const isReady = (pod: unknown): boolean =>
  listAt(pod, 'status', 'conditions').some(
    one => textAt(one, 'type') === 'Ready' && textAt(one, 'status') === 'True',
  ) && at(pod, 'metadata', 'deletionTimestamp') === undefined
const names = (plan: Plan): readonly string[] =>
  plan.steps.map(({ ref }) => (ref?.name ?? '').split('-')[0] ?? '')
const stepsOf = (run: Run, app: string) => run.steps.filter(({ ref }) => ref?.name.startsWith(`${app}-`))
const texts = (plan: Plan): string =>
  plan.consequences.map(({ severity, text }) => `${severity}: ${text}`).join('\n')

it('what will not move is said before, with the reason, and not waited for', async () => {
  const plan = await test.plan(drain(), node('node-1'))
  expect(names(plan).toSorted()).toEqual(['node', 'tight', 'tight', 'web', 'web', 'web'])
  const said = texts(plan)
  const expected = [
    /danger: 1 pod will not move\. Budget never \(maxUnavailable: 0\) wants all 1 of its pods healthy/,
    /danger: 2 pods will not move\. Budget all \(minAvailable: 2\) wants all 2 of its pods healthy/,
    /danger: 1 pod will not move\. Budgets twice and twice-too both select it/,
    /danger: 1 pod will not move: it has no controller/,
    /danger: 1 pod will not move: it has emptyDir volumes/,
    /info: 1 pod will not move: it belongs to a DaemonSet/,
    /info: Budget web \(minAvailable: 2\) lets 1 of 3 pods go at a time/,
    /node-1 is cordoned first/,
  ]
  const missing = expected.filter(text => !text.test(said))
  figure(
    'operations.drainExplained',
    `${expected.length - missing.length}/${expected.length}`,
    'reasons',
    'all',
  )
  expect([missing, said]).toEqual([[], said])
  const allowed = await test.plan(drain({ deletesEmptyDir: true, deletesUnmanaged: true }), node('node-1'))
  expect(names(allowed)).toEqual(expect.arrayContaining(['scratch', 'lone']))
})

it('a pod that is made anew on the node under its name is not evicted again', async () => {
  await test.cluster.apply(again)
  await eventually('it runs', async () => (await podsOf('again')).some(isReady))
  const [before] = await podsOf('again')
  const run = await test.carryOut(drain({ podSelector: 'app=again' }), node('node-1'))
  expect(run.steps.map(({ phase }) => phase)).toEqual(['done', 'done'])
  await eventually('it is there again', async () => (await podsOf('again')).some(isReady))
  const [after] = await podsOf('again')
  expect(after?.metadata.name).toBe(before?.metadata.name)
  expect(after?.metadata.uid).not.toBe(before?.metadata.uid)
  await test.cluster.kubectl(['delete', 'statefulset', 'again', '-n', ns])
  await eventually('it is gone', async () => (await podsOf('again')).length === 0)
  await test.carryOut({ type: 'uncordon' }, node('node-1'))
})

it('a grace of 0 is refused', async () => {
  await expect(test.plan(drain({ grace: 0 }), node('node-1'))).rejects.toMatchObject({
    body: { message: expect.stringMatching(/never forces pods out/) },
  })
})

it('budgets are respected, what is held is told with its numbers, and a cancel leaves what is done', async () => {
  const before = new Set((await podsOf('web')).map(({ metadata }) => metadata.uid))
  const run = await test.send(await test.plan(drain(), node('node-1')))
  let least = Number.POSITIVE_INFINITY
  let isOver = false
  const looking = (async () => {
    while (!isOver) least = Math.min(least, (await podsOf('web')).filter(isReady).length)
  })()
  const held = await run
    .until(
      state =>
        stepsOf(state, 'web').every(({ phase }) => phase === 'done') &&
        stepsOf(state, 'tight')
          .map(({ phase }) => phase)
          .sort()
          .join() === 'done,held',
    )
    .finally(() => {
      isOver = true
    })
  await looking
  const note = stepsOf(held, 'tight').find(({ phase }) => phase === 'held')?.note
  expect(note).toBe('Budget tight (minAvailable: 1) needs 1 healthy pod and has 1 of 2.')
  figure('operations.drainLeastReady', least, 'pods', '>= 2')
  expect(least).toBeGreaterThanOrEqual(2)
  const after = await podsOf('web')
  expect(after.some(({ metadata }) => before.has(metadata.uid))).toBe(false)
  await run.cancel()
  const ended = await run.over()
  expect(ended).toMatchObject({ phase: 'cancelled', canResume: true })
  expect(at(await test.get(node('node-1')), 'spec', 'unschedulable')).toBe(true)
  // What was made anew elsewhere was not driven out again.
  expect((await podsOf('web')).map(({ metadata }) => metadata.uid).sort()).toEqual(
    after.map(({ metadata }) => metadata.uid).sort(),
  )
})

it('what is not gone in time is reported with what holds it, and goes once that is gone', async () => {
  const run = await test.send(await test.plan(drain({ timeout: 3 }), node('node-1')))
  const ended = await run.over()
  const [step] = ended.steps.filter(({ phase }) => phase !== 'done')
  expect(step?.error?.message).toBe(
    'Not gone within 3 seconds. Budget tight (minAvailable: 1) needs 1 healthy pod and has 1 of 2.',
  )
  await test.cluster.kubectl(['delete', 'pdb', 'tight', '-n', ns])
  await test.engine.handlers['writes.resumeRun']({ id: run.id, failedToo: true }, signal)
  const resumed = await run.again()
  expect(resumed.steps.map(({ phase }) => phase)).toEqual(['done'])
  figure('operations.drained', resumed.phase, 'run', 'done')
})

it('only what can never go is left: the plan is refused with the reason', async () => {
  await expect(test.plan(drain(), node('node-1'))).rejects.toMatchObject({
    body: {
      reason: 'NeverMet',
      message: expect.stringMatching(/Nothing can be evicted\. Pod drain\/\S+: Budget/),
    },
  })
})
