import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAppError } from '../shared/errors/index.ts'
import type { AuditView, OpenState, TraceQuestion, TraceView } from '../shared/ipc/index.ts'
import { createEngine, type Engine } from './engine.ts'
import { sampleEntry } from './snapshot/index.ts'

let folder: string
let engine: Engine
const context = sampleEntry.id
const none = new AbortController().signal

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'))
  engine = await createEngine({ host: 'serve', version: '0', env: { HOME: folder } })
  await engine.contexts.open(context)
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const pod = (over = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n  namespace: shop\nspec:\n  containers:\n  - name: a\n    image: nginx\n${over}`

const question = (over: Partial<TraceQuestion> = {}): TraceQuestion => ({
  operation: 'CREATE',
  resource: { group: '', version: 'v1', resource: 'pods' },
  subresource: '',
  namespace: '',
  name: '',
  object: { type: 'text', text: pod() },
  user: null,
  assumeWebhooks: 'unknown',
  ...over,
})

/** Opens a stream and waits for a value; what it holds is released at the end. */
async function firstValue<Value>(
  open: (notify: () => void) => OpenState<never, Value>,
  claim: (value: Value) => boolean,
): Promise<Value> {
  let look: () => void = () => undefined
  const state = open(() => look())
  try {
    return await new Promise<Value>((resolve, reject) => {
      look = () => {
        try {
          const value = state.take()
          if (value !== undefined && claim(value)) resolve(value)
        } catch (error) {
          reject(error)
        }
      }
      look()
    })
  } finally {
    state.close()
  }
}

const isEnded = ({ state }: TraceView): boolean => state !== 'reading'
const traced = (over: Partial<TraceQuestion> = {}, on = context): Promise<TraceView> =>
  firstValue(
    notify =>
      engine.handlers['admission.trace']({ context: on, question: question(over) }, notify) as OpenState<
        never,
        TraceView
      >,
    isEnded,
  )

test('a trace comes when all is read, and gives back what it watched', async () => {
  const before = engine.watches.openCount
  const view = await traced()
  if (view.state !== 'traced') throw new Error(JSON.stringify(view))
  expect(view.trace.wishes).toEqual([])
  expect(view.matched.webhooks).toBeGreaterThan(0)
  expect(view.trace.steps.map(({ phase }) => phase)).toContain('validatingPolicy')
  expect(engine.watches.openCount).toBe(before)
})

test.each(['CREATE', 'UPDATE', 'DELETE'] as const)(
  'the way of a large object is that of a small one, its objects told as text: %s',
  async operation => {
    const resource = { group: '', version: 'v1', resource: 'configmaps' }
    const text = (long: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: fresh\n  namespace: shop\n  labels: {app: x}\ndata:\n  a: ${long}\n`
    const about = (long: string): Partial<TraceQuestion> => ({
      resource,
      operation,
      object: { type: 'text', text: text(long) },
      // There is none of the name, so what is deleted is said to be stored.
      ...(operation === 'CREATE' ? {} : { old: text(operation === 'UPDATE' ? `${long}-before` : long) }),
    })
    const [small, large] = [await traced(about('b')), await traced(about('b'.repeat(200_000)))]
    if (small.state !== 'traced' || large.state !== 'traced')
      throw new Error(JSON.stringify([small.state, large]).slice(0, 500))
    const way = ({ trace: { verdict, steps } }: typeof small) => [
      verdict,
      steps.map(({ phase, name, outcome }) => [phase, name, outcome]),
    ]
    expect(way(large)).toEqual(way(small))
    if (operation === 'DELETE') return
    expect(large.trace.objects).toEqual([])
    const objects = JSON.parse(large.objectsText ?? '') as unknown[]
    expect(objects).toHaveLength(small.trace.objects.length)
    expect(objects.at(-1)).toMatchObject({
      metadata: { name: 'fresh', namespace: 'shop', labels: { app: 'x' } },
      data: { a: 'b'.repeat(200_000) },
    })
  },
)

test.each([
  ['YAML that is none', { object: { type: 'text', text: 'a: [\n' } }, { line: 2 }],
  ['a key twice', { object: { type: 'text', text: 'kind: A\nkind: B\n' } }, { line: 2, column: 1 }],
  ['two objects', { object: { type: 'text', text: `${pod()}---\n${pod()}` } }, { line: 11 }],
  ['another kind', { object: { type: 'text', text: 'apiVersion: v1\nkind: Service\n' } }, { line: 1 }],
  [
    'another namespace',
    { namespace: 'payments' },
    { line: 1, error: { message: expect.stringContaining('does not match') } },
  ],
  [
    'a kind that is not served',
    { resource: { group: 'no', version: 'v1', resource: 'things' } },
    { error: { kind: 'gone' } },
  ],
  ['no such subresource', { subresource: 'nothing' }, { error: { kind: 'gone' } }],
  [
    'an update of nothing',
    { operation: 'UPDATE' },
    { error: { kind: 'gone', message: 'pods "x" not found' } },
  ],
  [
    'a deletion of nothing',
    { operation: 'DELETE' },
    { error: { kind: 'gone', message: 'pods "x" not found' } },
  ],
  [
    'a deletion without a name',
    { operation: 'DELETE', object: { type: 'stored' } },
    { error: { message: expect.stringContaining('Name') } },
  ],
] as const)('is no request: %s', async (_name, over, expected) => {
  expect(await traced(over as Partial<TraceQuestion>)).toMatchObject({ state: 'invalid', ...expected })
})

test('an object as it is stored is sent again, and is deleted', async () => {
  const deployments = { group: 'apps', version: 'v1', resource: 'deployments' }
  const about = {
    resource: deployments,
    namespace: 'shop',
    name: 'cart',
    object: { type: 'stored' },
  } as const
  const updated = await traced({ ...about, operation: 'UPDATE' })
  expect(updated).toMatchObject({
    state: 'traced',
    trace: { objects: expect.arrayContaining([expect.objectContaining({ kind: 'Deployment' })]) },
  })
  const deleted = await traced({ ...about, operation: 'DELETE' })
  expect(deleted).toMatchObject({ state: 'traced', trace: { objects: [null] } })
  const scaled = await traced({ ...about, operation: 'UPDATE', subresource: 'scale' })
  expect(scaled).toMatchObject({
    state: 'traced',
    trace: { objects: expect.arrayContaining([expect.objectContaining({ kind: 'Scale' })]) },
  })
})

test('only a kind is enough for a trace, which is unknown then where content decides', async () => {
  const view = await traced({ object: { type: 'unknown' }, namespace: 'shop' })
  expect(view).toMatchObject({
    state: 'traced',
    trace: { verdict: expect.stringMatching(/unknown|denied|incomplete/) },
  })
})

test('another user is asked about by name', async () => {
  const view = await traced({ user: { username: 'somebody', groups: ['readers'] } })
  expect(JSON.stringify(view)).toContain('somebody')
})

test('values of a Secret do not leave', async () => {
  const value = Buffer.from('open-sesame-4711').toString('base64')
  const text = `apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: shop}\ndata: {key: ${value}}\nstringData: {plain: open-barley}\n`
  const view = await traced({
    resource: { group: '', version: 'v1', resource: 'secrets' },
    object: { type: 'text', text },
  })
  expect(view.state).toBe('traced')
  const sent = JSON.stringify(view)
  expect(sent).not.toMatch(/open-sesame-4711|open-barley/)
  expect(sent).not.toContain(value)
  expect(sent).toContain('fingerprint')
})

test('a dump is traced, and cannot be asked', async () => {
  const file = join(folder, 'dump.yaml')
  writeFileSync(file, pod())
  const dump = await engine.dumps.add([file], { isRemembered: false })
  await engine.contexts.open(dump)
  const view = await traced({}, dump)
  if (view.state !== 'traced') throw new Error(JSON.stringify(view))
  expect(view.trace.verdict).toMatch(/unknown|incomplete/)
  expect(view.trace.gaps.length).toBeGreaterThan(0)
  expect(view.trace.assumptions.join(' ')).toContain('does not say who asks')
  const check = engine.handlers['admission.check']({ context: dump, question: question() }, none)
  await expect(check).rejects.toSatisfy(error => isAppError(error) && error.body.reason === 'NoDryRun')
})

const hasEnded = ({ state }: AuditView): boolean => state !== 'reading' && state !== 'running'

function openAudit(over: object, notify: () => void): OpenState<never, AuditView> {
  return engine.handlers['admission.audit']({ context, ...over }, notify) as OpenState<never, AuditView>
}

test('an audit goes through the objects of the cluster, its file holds what it found, and nothing is left', async () => {
  const before = engine.watches.openCount
  let close: () => void = () => undefined
  const view = await firstValue(notify => {
    const state = openAudit({}, notify)
    close = () => state.close()
    return { ...state, close: () => undefined }
  }, hasEnded)
  expect(view.error).toBeUndefined()
  expect(view).toMatchObject({ state: 'done' })
  expect(view.totals.objects).toBe(view.done)
  expect(view.groups.length).toBeGreaterThan(0)
  const { text } = await engine.handlers['admission.exportAudit']({ run: view.run, format: 'csv' }, none)
  expect(text.split('\r\n').length - 2).toBe(view.totals.findings)
  close()
  expect(engine.watches.openCount).toBe(before)
  await expect(
    engine.handlers['admission.exportAudit']({ run: view.run, format: 'csv' }, none),
  ).rejects.toThrow(/not open/)
})

test('a trial tells what a draft changes, and a draft that cannot be read where it is wrong', async () => {
  const draft = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  validations:
  - {expression: object.spec.replicas < 1, message: too many}
`
  const view = await firstValue(notify => openAudit({ draft, namespaces: ['shop'] }, notify), hasEnded)
  expect(view).toMatchObject({
    state: 'done',
    groups: [{ policy: 'few', change: 'new', message: 'too many' }],
  })
  expect(view.assumptions.join(' ')).toContain('No binding names the policy of few')
  const wrong = await firstValue(notify => openAudit({ draft: 'a: 1\na: 2\n' }, notify), hasEnded)
  expect(wrong).toMatchObject({ state: 'invalid', line: 2, error: { kind: 'invalid' } })
})

test('a scratchpad is evaluated against a request', async () => {
  const evaluate = (scratch: { type: 'expression' | 'policy'; text: string }) =>
    engine.handlers['admission.evaluate']({ context, scratch, question: question() }, none)
  expect(await evaluate({ type: 'expression', text: 'object.spec.containers.size() > 1' })).toMatchObject({
    state: 'evaluated',
    expressions: [{ result: { text: 'false' }, explanation: expect.stringContaining('(1)') }],
  })
  const policy = `kind: ValidatingAdmissionPolicy
apiVersion: admissionregistration.k8s.io/v1
metadata: {name: p}
spec:
  variables: [{name: many, expression: object.spec.containers.size()}]
  validations: [{expression: variables.many > 1, messageExpression: "'has ' + string(variables.many)"}]
`
  expect(await evaluate({ type: 'policy', text: policy })).toMatchObject({
    expressions: [
      { field: 'spec.variables[0].expression', result: { text: '1' } },
      { field: 'spec.validations[0].expression', result: { text: 'false' } },
      { field: 'spec.validations[0].messageExpression', result: { text: '"has 1"' } },
    ],
  })
  expect(await evaluate({ type: 'policy', text: pod() })).toMatchObject({
    state: 'invalid',
    part: 'scratch',
    line: 1,
  })
})
