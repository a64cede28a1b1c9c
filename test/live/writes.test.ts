/** Texts become plans, plans become runs: on a real server, with conflicts, other writers, and what is dropped. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { eventually } from './operationsEngine.ts'
import { apply, startWriting, type WritingEngine } from './writesEngine.ts'

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

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' }
const configMaps = { group: '', version: 'v1', resource: 'configmaps' }
const ref = (resource: ObjectRef['resource'], name: string, namespace = 'default'): ObjectRef => ({
  resource,
  namespace,
  name,
})
const configMap = (name: string, data: Readonly<Record<string, string>>, namespace = 'default'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata:\n${Object.entries(
    data,
  )
    .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`)
    .join('')}`
const deployment = (
  name: string,
  image: string,
  replicas: number | null,
  extra = '',
): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
${replicas === null ? '' : `  replicas: ${replicas}\n`}  selector:
    matchLabels: { app: ${name} }
  template:
    metadata:
      labels: { app: ${name} }
    spec:
      containers:
        - name: web
          image: ${image}
${extra}`

it('a text of many documents goes in the order in which they need each other', async () => {
  const text = `apiVersion: example.com/v1
kind: Widget
metadata: { name: one, namespace: planned }
spec: { size: 3 }
---
${configMap('settings', { a: '1' }, 'planned')}---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, listKind: WidgetList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer } } } } }
---
apiVersion: v1
kind: Namespace
metadata: { name: planned }
---
apiVersion: nowhere.example.com/v1
kind: Gadget
metadata: { name: g }
`
  const plan = await app.plan(text)
  expect(plan.steps.map(({ title }) => title)).toEqual([
    'apply Namespace planned',
    'apply CustomResourceDefinition widgets.example.com',
    'apply ConfigMap planned/settings',
    'apply Widget planned/one',
    'write Gadget g',
  ])
  expect(plan.steps[4]?.problem?.message).toMatch(/no kind Gadget of nowhere.example.com\/v1/)
  expect(plan.steps[4]?.at).toEqual({ line: 32, column: 1 })
  expect(plan.steps[3]).toMatchObject({ after: [0, 1], isPreviewed: false })
  const run = await app.over(await app.send(plan))
  expect(run.steps.map(({ phase }) => phase)).toEqual(['done', 'done', 'done', 'done', 'failed'])
  const widget = await app.get(
    ref({ group: 'example.com', version: 'v1', resource: 'widgets' }, 'one', 'planned'),
  )
  expect(widget.spec).toEqual({ size: 3 })
  const again = await app.plan(text)
  expect(again.steps.slice(0, 4).map(({ isUnchanged }) => isUnchanged)).toEqual([true, true, true, true])
  expect(again.canSend).toBe(false)
})

it('fields of other managers are conflicts: taken, left, or not managed any more', async () => {
  await cluster.apply(deployment('contested', 'nginx:1', 2))
  const text = deployment('contested', 'nginx:2', 3, '          ports: [{ containerPort: 80 }]\n')
  const [conflicted] = (await app.plan(text)).steps
  expect(conflicted?.problem?.message).toMatch(/2 fields are managed by test/)
  expect(conflicted?.conflicts).toMatchObject([
    { field: 'spec.replicas', managers: ['test'], mine: '3', theirs: '2' },
    { field: 'spec.template.spec.containers[name=web].image', mine: 'nginx:2', theirs: 'nginx:1' },
  ])
  // One is left to its manager, the other is taken.
  const some = await app.plan(text, { method: apply(true), leave: ['spec.replicas'] })
  expect(some.steps[0]?.problem).toBeUndefined()
  expect(some.steps[0]?.changes.map(({ field, cause }) => [field, cause.by])).toEqual([
    ['spec.template.spec.containers[name=web].image', 'mine'],
    ['spec.template.spec.containers[name=web].ports[containerPort=80,protocol=TCP].containerPort', 'mine'],
    ['spec.template.spec.containers[name=web].ports[containerPort=80,protocol=TCP].protocol', 'defaulting'],
  ])
  const run = await app.over(await app.send(some))
  expect(run.phase).toBe('done')
  const object = await app.get(ref(deployments, 'contested'))
  expect(object.spec).toMatchObject({
    replicas: 2,
    template: { spec: { containers: [{ image: 'nginx:2' }] } },
  })
  // What a later writer claims is a conflict again, whatever was agreed to before.
  const forced = await app.plan(deployment('contested', 'nginx:3', null), { method: apply(true) })
  await cluster.apply(deployment('contested', 'nginx:2', 5))
  const refused = await app.over(await app.send(forced))
  expect(refused.steps[0]).toMatchObject({ phase: 'failed', error: { kind: 'conflict' } })
  const again = await app.plan(deployment('contested', 'nginx:3', 5), { method: apply(true) })
  expect((await app.over(await app.send(again))).phase).toBe('done')
  // The field stays, and an apply without it does not remove it.
  const owned = await app.plan(deployment('contested', 'nginx:3', 5), { release: ['spec.replicas'] })
  const done = await app.over(await app.send(owned))
  expect(done.phase).toBe('done')
  expect((await app.get(ref(deployments, 'contested'))).spec).toMatchObject({ replicas: 5 })
})

it('a value that nobody was shown is never overwritten, whatever may be taken; other changes are no obstacle', async () => {
  await cluster.apply(deployment('watched', 'nginx:1', 2))
  const taken = deployment('watched', 'nginx:1', 3)
  const patch = (text: string) =>
    cluster.kubectl(['patch', 'deployment', 'watched', '--field-manager=other', '-p', text])
  const reviewed = await app.plan(taken, { method: apply(true) })
  await patch('{"spec":{"replicas":7}}')
  const refused = await app.over(await app.send(reviewed))
  expect(refused.steps[0]).toMatchObject({
    phase: 'failed',
    error: { reason: 'ChangedSince', message: expect.stringContaining('spec.replicas') as string },
  })
  expect((await app.get(ref(deployments, 'watched'))).spec).toMatchObject({ replicas: 7 })
  const again = await app.plan(taken, { method: apply(true) })
  await patch('{"metadata":{"labels":{"other":"writer"}}}')
  expect((await app.over(await app.send(again))).phase).toBe('done')
  const object = await app.get(ref(deployments, 'watched'))
  expect([object.spec, object.metadata.labels]).toMatchObject([{ replicas: 3 }, { other: 'writer' }])
})

it('an edited object applies what was edited, and what was dropped goes, whoever managed it', async () => {
  await cluster.apply(`${configMap('edited', { a: '1', b: '2', c: '3' })}`)
  const { handlers } = app.engine
  const { id } = await handlers['writes.openDraft'](
    { context: app.context, ref: ref(configMaps, 'edited') },
    never,
  )
  const { text } = app.draftOf(id)
  expect(text).toContain('a: "1"')
  const edited = text.replace('a: "1"', 'a: "9"').replace('  b: "2"\n', '')
  await handlers['writes.saveDraft']({ id, text: edited }, never)
  const asked = await app.plan(edited, { draft: id })
  expect(asked.steps[0]?.conflicts.map(({ field }) => field)).toEqual(['data.b'])
  const plan = await app.plan(edited, { draft: id, method: apply(true) })
  expect(plan.steps.map(({ title }) => title)).toEqual([
    'take over fields of ConfigMap default/edited',
    'apply ConfigMap default/edited',
  ])
  expect(plan.steps[1]?.changes.map(({ field, kind, cause }) => [field, kind, cause.by])).toEqual([
    ['data.a', 'changed', 'mine'],
    ['data.b', 'removed', 'mine'],
  ])
  const run = await app.over(await app.send(plan))
  expect(run.steps.map(({ phase }) => phase)).toEqual(['done', 'done'])
  const object = await app.get(ref(configMaps, 'edited'))
  expect(object.data).toEqual({ a: '9', c: '3' })
  const ours = object.metadata.managedFields?.find(({ manager }) => manager === 'gatehouse')
  expect(ours?.fieldsV1).toEqual({ 'f:data': { 'f:a': {} } })
  await eventually('the draft is gone', () => {
    const drafts = handlers['writes.drafts']({}, () => undefined)
    const left = drafts.take() ?? []
    drafts.close()
    return !left.some(draft => draft.id === id)
  })
})

it('what kubectl applied on the client side is taken over, so that dropped fields are dropped', async () => {
  const before = configMap('migrated', { kept: '1', dropped: '2' })
  await cluster.kubectl(['apply', '-f', '-'], { input: before })
  const plan = await app.plan(configMap('migrated', { kept: '1' }))
  expect(plan.consequences.map(({ text }) => text).join()).toMatch(
    /kubectl applied this on the client's side/,
  )
  expect(plan.steps[1]?.changes.map(({ field, kind }) => [field, kind])).toEqual([
    ['data.dropped', 'removed'],
  ])
  expect((await app.over(await app.send(plan))).phase).toBe('done')
  const object = await app.get(ref(configMaps, 'migrated'))
  expect(object.data).toEqual({ kept: '1' })
  expect(object.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([
    ['gatehouse', 'Apply'],
  ])
})

it('fields that cannot be changed are named, with what they are and would be', async () => {
  await app.write(deployment('fixed', 'nginx:1', 1))
  const text = deployment('fixed', 'nginx:1', 1).replaceAll('app: fixed', 'app: other')
  const [step] = (await app.plan(text)).steps
  expect(step?.immutable).toEqual([
    { field: 'spec.selector', before: 'matchLabels:\n  app: fixed', after: 'matchLabels:\n  app: other' },
  ])
  expect(step?.problem?.message).toMatch(/spec.selector cannot be changed/)
})

it('create, replace and the three patches are asked about and sent', async () => {
  const created = await app.write(configMap('methods', { a: '1' }), { method: { type: 'create' } })
  expect(created.phase).toBe('done')
  const twice = await app.plan(configMap('methods', { a: '1' }), { method: { type: 'create' } })
  expect(twice.steps[0]?.problem).toMatchObject({ kind: 'conflict', reason: 'AlreadyExists' })
  const { handlers } = app.engine
  const opened = () =>
    handlers['writes.openDraft']({ context: app.context, ref: ref(configMaps, 'methods') }, never)
  for (const [form, text] of [
    ['merge', '{"data":{"b":"2"}}'],
    ['strategic', 'data:\n  c: "3"\n'],
    ['json', '- { op: add, path: /data/d, value: "4" }'],
  ] as const) {
    // What was written needs its draft no more: each is a new one.
    const { id } = await opened()
    const run = await app.write(text, { draft: id, method: { type: 'patch', form } })
    expect(run.phase, form).toBe('done')
  }
  const { id } = await opened()
  const { text } = app.draftOf(id)
  const replaced = text.replace('  a: "1"\n', '').replace('"4"', '"5"')
  const run = await app.write(replaced, { draft: id, method: { type: 'replace' } })
  expect(run.phase).toBe('done')
  expect((await app.get(ref(configMaps, 'methods'))).data).toEqual({ b: '2', c: '3', d: '5' })
})

it('a write is undone from the journal, later changes of others stay, and nothing of a Secret is kept', async () => {
  const { handlers } = app.engine
  const last = async () => {
    const asked = { search: '', context: app.context, from: 0, count: 1 }
    const [entry] = (await handlers['writes.journal'](asked, never)).entries
    if (entry === undefined) throw new Error('the journal is empty')
    return entry
  }
  const undo = async () => {
    const plan = await handlers['writes.undo']({ entry: (await last()).id }, never)
    return app.over(await app.send(plan))
  }
  await app.write(configMap('undone', { a: '1', b: '1' }))
  const creation = await last()
  await app.write(configMap('undone', { a: '2', b: '1' }))
  expect(await last()).toMatchObject({
    title: 'apply ConfigMap default/undone',
    fields: ['data.a'],
    canUndo: true,
  })
  await cluster.kubectl(['patch', 'configmap', 'undone', '--type=merge', '-p', '{"data":{"z":"theirs"}}'])
  // Another version by the time it is sent is no obstacle: nobody touched what it puts back.
  const reviewed = await handlers['writes.undo']({ entry: (await last()).id }, never)
  await cluster.kubectl(['annotate', 'configmap', 'undone', 'seen=by-another'])
  expect((await app.over(await app.send(reviewed))).phase).toBe('done')
  const undone = await app.get(ref(configMaps, 'undone'))
  expect([undone.data, undone.metadata.annotations]).toEqual([
    { a: '1', b: '1', z: 'theirs' },
    { seen: 'by-another' },
  ])
  const plan = await handlers['writes.undo']({ entry: creation.id }, never)
  expect(plan.steps[0]?.method).toBe('DELETE')
  expect((await app.over(await app.send(plan))).phase).toBe('done')
  expect((await undo()).phase).toBe('done')
  expect((await app.get(ref(configMaps, 'undone'))).data).toEqual({ a: '1', b: '1', z: 'theirs' })
  const secret =
    'apiVersion: v1\nkind: Secret\nmetadata: { name: hidden }\nstringData: { password: hunter2 }\n'
  const shown = await app.plan(secret)
  expect(JSON.stringify(shown)).not.toMatch(/hunter2|aHVudGVyMg/)
  expect((await app.over(await app.send(shown))).phase).toBe('done')
  const entry = await last()
  expect(entry).toMatchObject({ canUndo: false, fields: ['data', 'type'] })
  const secretRef = ref({ group: '', version: 'v1', resource: 'secrets' }, 'hidden')
  const { id } = await handlers['writes.openDraft']({ context: app.context, ref: secretRef }, never)
  await handlers['writes.saveDraft'](
    { id, text: app.draftOf(id).text.replace('aHVudGVyMg==', 'aHVudGVyMw==') },
    never,
  )
  expect(app.draftOf(id).isOnDisk).toBe(false)
  const free = await handlers['writes.openDraft']({ context: app.context, ref: null, text: secret }, never)
  expect(app.draftOf(free.id).isOnDisk).toBe(false)
  const files = await readdir(join(app.home, 'config/gatehouse'), { recursive: true, withFileTypes: true })
  for (const file of files.filter(each => each.isFile())) {
    const path = join(file.parentPath, file.name)
    expect(await readFile(path, 'utf8'), path).not.toMatch(/hunter2|aHVudGVyM/)
    expect((await stat(path)).mode & 0o077, path).toBe(0)
  }
})

it('protected contexts are planned for and never written to; a name is typed where the settings ask for it', async () => {
  const { handlers } = app.engine
  const text = configMap('guarded', { a: '1' })
  await handlers['settings.change']({ confirmTyping: ['*'] }, never)
  const typed = await app.plan(text)
  expect(typed.typed?.text).toBeTruthy()
  await expect(app.send(typed, { typed: 'something else' })).rejects.toThrow(/type/)
  const ready = await app.plan(text)
  await handlers['settings.change']({ confirmTyping: [], protectedIds: [app.context] }, never)
  // Protected after it was planned: refused where it leaves.
  const run = await app.over(await app.send(ready))
  expect(run.steps[0]).toMatchObject({ phase: 'failed', error: { reason: 'ProtectedContext' } })
  const plan = await app.plan(text)
  expect(plan).toMatchObject({ isProtected: true, canSend: false })
  await expect(app.send(plan)).rejects.toMatchObject({ body: { reason: 'ProtectedContext' } })
  await handlers['settings.change']({ protectedIds: [] }, never)
  await expect(app.get(ref(configMaps, 'guarded'))).rejects.toMatchObject({ body: { kind: 'gone' } })
})

it('what a policy makes of an object is told by its name, and what the server fills in as its default', async () => {
  await cluster.apply(`apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: team-label }
spec:
  reinvocationPolicy: Never
  failurePolicy: Fail
  matchConstraints:
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: [services], operations: [CREATE, UPDATE] }]
  mutations:
    - patchType: ApplyConfiguration
      applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": "shop"}}}' }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: team-label }
spec: { policyName: team-label }
`)
  const text = `apiVersion: v1
kind: Service
metadata: { name: labelled }
spec: { selector: { app: a, tier: b }, ports: [{ port: 80 }] }
`
  const causes = async () => {
    const [step] = (await app.plan(text)).steps
    return new Map(step?.changes.map(({ field, cause }) => [field, `${cause.by}: ${cause.text}`]))
  }
  await eventually('the policy is in force', async () =>
    [...(await causes()).keys()].some(field => field.startsWith('metadata.labels')),
  )
  const told = await causes()
  expect(told.get('metadata.labels')).toBe('admission: team-label')
  expect(told.get('spec.selector')).toBe('mine: asked for')
  expect(told.get('spec.type')).toMatch(/^defaulting/)
  expect((await app.write(text)).phase).toBe('done')
  // A selector is owned as a whole: who edits one key of it applies all of it.
  const services = { group: '', version: 'v1', resource: 'services' }
  const { id } = await app.engine.handlers['writes.openDraft'](
    { context: app.context, ref: ref(services, 'labelled') },
    never,
  )
  const edited = app.draftOf(id).text.replace('tier: b', 'tier: c')
  const plan = await app.plan(edited, { draft: id })
  expect(plan.steps[0]?.problem).toBeUndefined()
  expect((await app.over(await app.send(plan))).phase).toBe('done')
  expect((await app.get(ref(services, 'labelled'))).spec).toMatchObject({ selector: { app: 'a', tier: 'c' } })
})
