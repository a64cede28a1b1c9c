/** Every operation once, from its plan to what the server has afterwards. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation, Run } from '../../shared/ipc/index.ts'
import { operation as operationForms } from '../../shared/ipc/operations.ts'
import type { KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import { at, listAt, textAt } from '../../shared/relations/index.ts'
import { figure } from './figures.ts'
import { type EngineUnderTest, eventually, startEngine } from './operationsEngine.ts'
import { binary, operationObjects, signingRequests, texts, widget } from './operationsObjects.ts'

let test: EngineUnderTest
const signal = new AbortController().signal
const ns = 'ops'

beforeAll(async () => {
  test = await startEngine()
  await test.cluster.apply(operationObjects)
  await test.cluster.apply(signingRequests())
  await eventually('pods run', async () => {
    const { stdout } = await test.cluster.kubectl([
      'get',
      'pods',
      '-n',
      ns,
      '-o',
      'jsonpath={.items[*].status.phase}',
    ])
    return stdout.split(' ').filter(phase => phase === 'Running').length >= 6
  })
  await eventually(
    'the custom kind is served',
    () => test.engine.contexts.get(test.context).findKind('test.dev', 'Widget') !== null,
  )
  await test.cluster.apply(widget)
})
afterAll(async () => {
  await test?.stop()
})

const on = (resource: string, name: string): ObjectRef => test.ref(resource, name, ns)
const node = (name: string): ObjectRef => test.ref('nodes', name)

interface Case {
  readonly operation: () => Operation
  readonly target: () => ObjectRef
  /** What the server has afterwards. */
  readonly then: (object: KubeObject | null, run: Run) => unknown
}

const done = (operation: Operation, target: () => ObjectRef, then: Case['then']): Case => ({
  operation: () => operation,
  target,
  then,
})
const web = () => on('deployments.apps', 'web')
const deletion = { propagation: null, grace: -1, preconditions: 'uid' } as const

/** In this order: a later one stands on what an earlier one did. */
const cases: readonly Case[] = [
  done({ type: 'scale', replicas: 3 }, web, object => expect(at(object, 'spec', 'replicas')).toBe(3)),
  done(
    { type: 'scale', replicas: 5 },
    () => on('widgets.test.dev', 'one'),
    object => expect(at(object, 'spec', 'size')).toBe(5),
  ),
  done(
    { type: 'scale', replicas: 0 },
    () => on('statefulsets.apps', 'db'),
    object => expect(at(object, 'spec', 'replicas')).toBe(0),
  ),
  done(
    { type: 'scale', replicas: 1 },
    () => on('statefulsets.apps', 'db'),
    object => expect(at(object, 'spec', 'replicas')).toBe(1),
  ),
  done({ type: 'restart' }, web, object =>
    expect(
      textAt(object, 'spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'),
    ).toMatch(/^\d{4}-.*Z$/),
  ),
  done(
    { type: 'restart' },
    () => on('daemonsets.apps', 'agent'),
    object =>
      expect(
        textAt(object, 'spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'),
      ).not.toBe(''),
  ),
  done({ type: 'pause' }, web, object => expect(at(object, 'spec', 'paused')).toBe(true)),
  done({ type: 'resume' }, web, object => expect(at(object, 'spec', 'paused')).toBeUndefined()),
  done(
    {
      type: 'containers',
      containers: {
        main: {
          image: 'shop:2',
          env: { WHO: 'me', OLD: null },
          requests: { cpu: '15m' },
          limits: { memory: '' },
        },
      },
    },
    web,
    object => {
      const [container] = listAt(object, 'spec', 'template', 'spec', 'containers')
      expect(container).toMatchObject({ image: 'shop:2', resources: { requests: { cpu: '15m' } } })
      expect(listAt(container, 'env')).toEqual([{ name: 'WHO', value: 'me' }])
      expect(at(container, 'resources', 'limits', 'memory')).toBeUndefined()
    },
  ),
  done(
    { type: 'containers', containers: { main: { image: 'night:2' } } },
    () => on('cronjobs.batch', 'nightly'),
    object => expect(JSON.stringify(object)).toContain('night:2'),
  ),
  done({ type: 'rollBack', revision: 1 }, web, object => {
    const template = at(object, 'spec', 'template')
    expect(JSON.stringify(template)).toContain('shop:1')
    expect(JSON.stringify(template)).not.toContain('pod-template-hash')
  }),
  done(
    { type: 'containers', containers: { main: { image: 'db:2' } } },
    () => on('statefulsets.apps', 'db'),
    object => expect(JSON.stringify(object)).toContain('db:2'),
  ),
  done(
    { type: 'rollBack', revision: 0 },
    () => on('statefulsets.apps', 'db'),
    object => expect(JSON.stringify(at(object, 'spec', 'template'))).toContain('db:1'),
  ),
  done(
    { type: 'cordon' },
    () => node('node-2'),
    object => expect(at(object, 'spec', 'unschedulable')).toBe(true),
  ),
  done(
    { type: 'uncordon' },
    () => node('node-2'),
    object => expect(at(object, 'spec', 'unschedulable')).toBeUndefined(),
  ),
  done(
    {
      type: 'taints',
      set: [
        { key: 'dev/only', value: 'yes', effect: 'NoSchedule' },
        { key: 'other', value: '', effect: 'PreferNoSchedule' },
      ],
      remove: [],
    },
    () => node('node-2'),
    object =>
      expect(listAt(object, 'spec', 'taints')).toEqual([
        { key: 'dev/only', value: 'yes', effect: 'NoSchedule' },
        { key: 'other', effect: 'PreferNoSchedule' },
      ]),
  ),
  done(
    {
      type: 'taints',
      set: [],
      remove: [
        { key: 'dev/only', effect: '' },
        { key: 'other', effect: 'PreferNoSchedule' },
      ],
    },
    () => node('node-2'),
    object => expect(listAt(object, 'spec', 'taints')).toEqual([]),
  ),
  done(
    { type: 'labels', changes: { team: 'blue', old: null } },
    () => on('configmaps', 'settings'),
    object => expect(object?.metadata.labels).toEqual({ team: 'blue', kept: 'yes' }),
  ),
  done(
    { type: 'annotations', changes: { 'Test.dev/Note': 'any text: ✓' } },
    () => on('configmaps', 'settings'),
    object => expect(object?.metadata.annotations?.['Test.dev/Note']).toBe('any text: ✓'),
  ),
  done(
    { type: 'resize', containers: { main: { requests: { cpu: '20m' }, limits: {} } } },
    () => on('pods', 'unscheduled'),
    object => expect(at(listAt(object, 'spec', 'containers')[0], 'resources', 'requests', 'cpu')).toBe('20m'),
  ),
  done(
    { type: 'containers', containers: { main: { image: 'lone:2' } } },
    () => on('pods', 'lone'),
    object => expect(textAt(listAt(object, 'spec', 'containers')[0], 'image')).toBe('lone:2'),
  ),
  done(
    { type: 'token', audiences: ['test'], seconds: 600, boundPod: '' },
    () => on('serviceaccounts', 'robot'),
    async (_object, run) => {
      const answer = await test.engine.handlers['writes.answer']({ run: run.id, step: 0 }, signal)
      expect(textAt(answer, 'status', 'token').split('.')).toHaveLength(3)
    },
  ),
  done(
    { type: 'approve', reason: 'Known', message: '' },
    () => test.ref('certificatesigningrequests', 'good'),
    object =>
      expect(listAt(object, 'status', 'conditions')).toMatchObject([{ type: 'Approved', reason: 'Known' }]),
  ),
  done(
    { type: 'deny', reason: '', message: 'unknown' },
    () => test.ref('certificatesigningrequests', 'bad'),
    object =>
      expect(listAt(object, 'status', 'conditions')).toMatchObject([
        { type: 'Denied', reason: 'GatehouseDeny', message: 'unknown' },
      ]),
  ),
  done(
    { type: 'bind', node: 'node-1' },
    () => on('pods', 'unscheduled'),
    object => expect(textAt(object, 'spec', 'nodeName')).toBe('node-1'),
  ),
  done(
    { type: 'suspend' },
    () => on('cronjobs.batch', 'nightly'),
    object => expect(at(object, 'spec', 'suspend')).toBe(true),
  ),
  done(
    { type: 'unsuspend' },
    () => on('cronjobs.batch', 'nightly'),
    object => expect(at(object, 'spec', 'suspend')).toBe(false),
  ),
  done(
    { type: 'trigger', jobName: 'by-hand' },
    () => on('cronjobs.batch', 'nightly'),
    async cronJob => {
      const job = await test.get(on('jobs.batch', 'by-hand'))
      expect(job.metadata.annotations).toMatchObject({
        'cronjob.kubernetes.io/instantiate': 'manual',
        note: 'kept',
      })
      expect(job.metadata.ownerReferences).toMatchObject([
        { kind: 'CronJob', uid: cronJob?.metadata.uid, controller: true },
      ])
    },
  ),
  done(
    { type: 'keys', set: { 'app.conf': new TextEncoder().encode('a: 1\r\n'), gone: null } },
    () => on('configmaps', 'settings'),
    object => {
      expect(at(object, 'data', 'app.conf')).toBe('a: 1\r\n')
      expect(at(object, 'data', 'gone')).toBeUndefined()
      expect(at(object, 'data', 'stays')).toBe('as it is')
    },
  ),
  done(
    { type: 'evict', grace: 1 },
    () => on('pods', 'lone'),
    async () => {
      await eventually('the pod is gone', async () => (await test.find(on('pods', 'lone'))) === null)
    },
  ),
  done(
    { type: 'delete', ...deletion },
    () => on('secrets', 'spare'),
    object => expect(object).toBeNull(),
  ),
  done(
    {
      type: 'deleteCollection',
      namespace: ns,
      labelSelector: 'sort=waste',
      fieldSelector: '',
      propagation: 'Background',
      grace: -1,
    },
    () => on('configmaps', 'waste-1'),
    async object => {
      expect(object).toBeNull()
      expect(await test.find(on('configmaps', 'waste-2'))).toBeNull()
      expect(await test.find(on('configmaps', 'settings'))).not.toBeNull()
    },
  ),
  done(
    { type: 'removeFinalizers', finalizers: ['test.dev/hold'] },
    () => on('configmaps', 'held'),
    object => expect(object?.metadata.finalizers).toEqual(['test.dev/other']),
  ),
]

it('every operation does on the server what its plan says', async () => {
  const types = operationForms.options.map(({ shape }) => shape.type.value)
  // A drain has a file of its own.
  const untried = types.filter(
    type => type !== 'drain' && !cases.some(each => each.operation().type === type),
  )
  expect(untried).toEqual([])
  const failures: string[] = []
  for (const { operation, target, then } of cases) {
    const wanted = operation()
    try {
      const run = await test.carryOut(wanted, target())
      const [step] = run.steps
      if (run.phase !== 'done' || step?.phase !== 'done') throw new Error(step?.error?.message ?? step?.phase)
      await then(await test.find(target()), run)
    } catch (error) {
      failures.push(
        `${wanted.type} ${target().resource.resource}: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
      )
    }
  }
  figure('operations.named', `${cases.length - failures.length}/${cases.length}`, 'operations', 'all')
  expect(failures).toEqual([])
})

it.each<[string, () => Operation, () => ObjectRef, RegExp]>([
  [
    'a DaemonSet is not scaled',
    () => ({ type: 'scale', replicas: 2 }),
    () => on('daemonsets.apps', 'agent'),
    /a pod on each node/,
  ],
  [
    'a Pod is not restarted',
    () => ({ type: 'restart' }),
    () => on('pods', 'unscheduled'),
    /Only Deployments, StatefulSets and DaemonSets/,
  ],
  ['what is not paused is not resumed', () => ({ type: 'resume' }), web, /not paused/],
  [
    'there is no revision 99',
    () => ({ type: 'rollBack', revision: 99 }),
    web,
    /Revision 99 of Deployment ops\/web is not kept/,
  ],
  [
    'a label breaks a rule',
    () => ({ type: 'labels', changes: { team: 'not so' } }),
    web,
    /a valid label must be/,
  ],
  [
    'a node is not labelled as a taint may not be',
    () => ({ type: 'taints', set: [{ key: 'a b', value: '', effect: 'NoSchedule' }], remove: [] }),
    () => node('node-1'),
    /name part must consist/,
  ],
  [
    'a decision stays',
    () => ({ type: 'deny', reason: '', message: '' }),
    () => test.ref('certificatesigningrequests', 'good'),
    /approved already/,
  ],
  [
    'a pod never moves',
    () => ({ type: 'bind', node: 'node-2' }),
    () => on('pods', 'unscheduled'),
    /on node node-1 already/,
  ],
  [
    'a token lasts ten minutes',
    () => ({ type: 'token', audiences: [], seconds: 60, boundPod: '' }),
    () => on('serviceaccounts', 'robot'),
    /at least 600 seconds/,
  ],
  [
    'an immutable ConfigMap stays',
    () => ({ type: 'keys', set: { a: new Uint8Array([1]) } }),
    () => on('configmaps', 'frozen'),
    /is immutable/,
  ],
  [
    'there is no such container',
    () => ({ type: 'containers', containers: { nope: { image: 'x' } } }),
    web,
    /has no container nope; it has main/,
  ],
  [
    'a finalizer that is not there',
    () => ({ type: 'removeFinalizers', finalizers: ['no.such/one'] }),
    () => on('configmaps', 'held'),
    /has no finalizer/,
  ],
])('refused in words: %s', async (_name, operation, target, words) => {
  await expect(test.plan(operation(), target())).rejects.toMatchObject({
    body: { kind: 'invalid', message: expect.stringMatching(words) },
  })
})

it('a write that another one came before is refused, and nothing of the other is lost', async () => {
  const ref = on('configmaps', 'raced')
  const plan = await test.plan({ type: 'keys', set: { a: new TextEncoder().encode('mine') } }, ref)
  await test.cluster.kubectl(['patch', 'configmap', 'raced', '-n', ns, '-p', '{"data":{"a":"theirs"}}'])
  const run = await (await test.send(plan)).over()
  expect(run.steps[0]).toMatchObject({ phase: 'failed', error: { kind: 'conflict' } })
  expect(at(await test.get(ref), 'data', 'a')).toBe('theirs')
})

it('a number of replicas that another one set meanwhile is not overwritten, and that is said', async () => {
  const plan = await test.plan({ type: 'scale', replicas: 4 }, web())
  await test.cluster.kubectl(['scale', 'deployment', 'web', '-n', ns, '--replicas', '1'])
  const run = await (await test.send(plan)).over()
  expect(run.steps[0]).toMatchObject({
    phase: 'failed',
    error: {
      kind: 'conflict',
      message: expect.stringMatching(/^Somebody else changed (?:the same field|spec\.replicas)/),
    },
  })
  expect(at(await test.get(web()), 'spec', 'replicas')).toBe(1)
})

it.each(['configmaps', 'secrets'])('keys of %s are byte-identical, binary ones too', async resource => {
  const ref = on(resource, 'bytes')
  const values: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = { 'store.p12': binary, ...texts }
  expect((await test.carryOut({ type: 'keys', set: { ...values } }, ref)).phase).toBe('done')
  const keys = await test.engine.handlers['operations.keys']({ context: test.context, ref }, signal)
  expect(keys.map(({ key, bytes, form }) => [key, bytes, form])).toEqual([
    ['bom', 4, 'text'],
    ['crlf', 5, 'text'],
    ['empty', 0, 'text'],
    ['nul', 3, 'text'],
    ['store.p12', binary.length, 'binary'],
  ])
  for (const [key, value] of Object.entries(values)) {
    const read = await test.engine.handlers['operations.keyValue'](
      { context: test.context, ref, key },
      signal,
    )
    expect([key, Buffer.from(read).toString('hex')]).toEqual([key, Buffer.from(value).toString('hex')])
  }
  // From binary to text and back, in one place at a time.
  await test.carryOut({ type: 'keys', set: { 'store.p12': texts.crlf, crlf: binary } }, ref)
  const swapped = await test.get(ref)
  const again = await test.engine.handlers['operations.keyValue'](
    { context: test.context, ref, key: 'crlf' },
    signal,
  )
  expect(Buffer.from(again)).toEqual(Buffer.from(binary))
  if (resource === 'configmaps') {
    expect(at(swapped, 'data', 'store.p12')).toBe('a\r\nb\n')
    expect(at(swapped, 'binaryData', 'store.p12')).toBeUndefined()
    expect(at(swapped, 'data', 'crlf')).toBeUndefined()
  }
})

it.each<[string, () => Operation, () => ObjectRef, string]>([
  ['scaling', () => ({ type: 'scale', replicas: 2 }), web, 'spec'],
  ['cordoning', () => ({ type: 'cordon' }), () => node('node-2'), 'spec'],
  [
    'tainting',
    () => ({ type: 'taints', set: [{ key: 'undo', value: 'x', effect: 'NoSchedule' }], remove: [] }),
    () => node('node-2'),
    'spec',
  ],
  [
    'labelling',
    () => ({ type: 'labels', changes: { kept: null, fresh: 'x' } }),
    () => on('configmaps', 'settings'),
    'metadata',
  ],
  [
    'a binary key',
    () => ({ type: 'keys', set: { stays: binary } }),
    () => on('configmaps', 'settings'),
    'data',
  ],
  ['suspending', () => ({ type: 'suspend' }), () => on('cronjobs.batch', 'nightly'), 'spec'],
])('%s is made undone by the inverse of what was written', async (_name, operation, target, field) => {
  const partOf = (object: KubeObject): unknown =>
    field === 'metadata' ? object.metadata.labels : (object as Readonly<Record<string, unknown>>)[field]
  const before = partOf(await test.get(target()))
  const run = await test.carryOut(operation(), target())
  expect(partOf(await test.get(target()))).not.toEqual(before)
  // Who writes the status of a workload may come between; then it is planned again.
  await eventually('it is undone', async () => {
    const plan = await test.engine.handlers['writes.undo']({ entry: run.steps[0]?.entry ?? '' }, signal)
    const undone = await (await test.send(plan)).over()
    const [step] = undone.steps
    if (step?.phase === 'failed' && step.error?.kind !== 'conflict') throw new Error(step.error?.message)
    return step?.phase === 'done'
  })
  expect(partOf(await test.get(target()))).toEqual(before)
})

it('revisions tell their cause and images, newest first', async () => {
  const revisions = await test.engine.handlers['operations.revisions'](
    { context: test.context, ref: web() },
    signal,
  )
  const numbers = revisions.map(({ revision }) => revision)
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
  expect(revisions.filter(({ isCurrent }) => isCurrent)).toMatchObject([
    { images: ['shop:1'], cause: 'first' },
  ])
})

it('scaling says what an autoscaler will make of it', async () => {
  const { consequences } = await test.plan({ type: 'scale', replicas: 9 }, web())
  expect(consequences.map(({ text }) => text)).toContain(
    'The HorizontalPodAutoscaler web will set it back to at most 4.',
  )
})
