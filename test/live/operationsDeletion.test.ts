/** What is said to go with an object is what goes with it, and what holds a deletion is named. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeletionPreview, Operation, Plan } from '../../shared/ipc/index.ts'
import { type ObjectRef, refKey } from '../../shared/kube/index.ts'
import { figure } from './figures.ts'
import { type EngineUnderTest, engineOn, eventually, startEngine } from './operationsEngine.ts'

let test: EngineUnderTest
const signal = new AbortController().signal

beforeAll(async () => {
  test = await startEngine()
  await test.cluster.apply(definition)
  await eventually('the custom kind is served', () => api().findKind('test.dev', 'Gadget') !== null)
})
afterAll(async () => {
  await test?.stop()
})

const api = () => test.engine.contexts.get(test.context)
const remove = (more: Partial<Extract<Operation, { type: 'delete' }>> = {}): Operation => ({
  type: 'delete',
  propagation: 'Background',
  grace: -1,
  preconditions: 'uid',
  ...more,
})
const texts = ({ consequences }: Pick<Plan, 'consequences'>): string =>
  consequences.map(({ text }) => text).join('\n')

/** Everything in a namespace that somebody made: what controllers keep for themselves comes and goes. */
async function contentOf(namespace: string): Promise<ReadonlySet<string>> {
  const kinds = [
    'deployments.apps',
    'replicasets.apps',
    'pods',
    'configmaps',
    'secrets',
    'gadgets.test.dev',
    'jobs.batch',
    'services',
  ]
  const lists = await Promise.all(
    kinds.map(async kind => {
      const { resource } = test.ref(kind, 'x')
      const { items } = await api().list(resource, { namespace })
      return items.map(({ metadata }) => refKey({ resource, namespace, name: metadata.name }))
    }),
  )
  return new Set(lists.flat())
}

/** Makes objects by kubectl and gives the uid of each to those that it owns. */
async function makeOwned(namespace: string): Promise<void> {
  await test.cluster.apply(family(namespace))
  const uids = new Map<string, string>()
  for (const [kind, name] of [
    ['deployments.apps', 'top'],
    ['configmaps', 'child'],
    ['configmaps', 'elsewhere'],
  ] as const) {
    const object = await test.get(test.ref(kind, name, namespace))
    uids.set(name, object.metadata.uid ?? '')
  }
  const top = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: 'top',
    uid: uids.get('top'),
    blockOwnerDeletion: true,
  }
  const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: uids.get(name) })
  const gone = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'never-was',
    uid: '00000000-0000-4000-8000-000000000000',
  }
  await own(namespace, 'configmap', 'child', [top])
  await own(namespace, 'gadget', 'grandchild', [configMap('child')])
  // One of its owners stays, so that it stays.
  await own(namespace, 'secret', 'shared', [top, configMap('elsewhere')])
  // The other owner is not there, so that it goes.
  await own(namespace, 'secret', 'left', [top, gone])
  await eventually(
    'its pods are there',
    async () => [...(await contentOf(namespace))].filter(key => key.includes('/pods|')).length === 2,
  )
}

async function own(
  namespace: string,
  kind: string,
  name: string,
  ownerReferences: readonly unknown[],
): Promise<void> {
  const patch = JSON.stringify({ metadata: { ownerReferences } })
  const { code, stderr } = await test.cluster.kubectl([
    'patch',
    kind,
    name,
    '-n',
    namespace,
    '--type',
    'merge',
    '-p',
    patch,
  ])
  if (code !== 0) throw new Error(stderr)
}

it('a Job leaves its pods behind where nothing is said, and that is said', async () => {
  await test.cluster.apply(job)
  const pods = async () =>
    (
      await api().list(test.ref('pods', 'x').resource, {
        namespace: 'default',
        labelSelector: 'job-name=leaver',
      })
    ).items
  await eventually('its pod is there', async () => (await pods()).length === 1)
  const target = test.ref('jobs.batch', 'leaver', 'default')
  const plan = await test.plan(remove({ propagation: null }), target)
  expect(texts(plan)).toMatch(
    /1 Pod stays behind without an owner\. Where no propagation is given the server leaves behind what a Job made/,
  )
  await (await test.send(plan)).over()
  await eventually('the Job is gone', async () => (await test.find(target)) === null)
  expect(await pods()).toHaveLength(1)
})

it('what is in a namespace is counted, a typed name is asked for, and what holds it is explained', async () => {
  await test.cluster.apply(full)
  const target = test.ref('namespaces', 'full')
  const plan = await test.plan(remove(), target)
  expect(texts(plan)).toMatch(/Everything in namespace full goes: .*3 ConfigMaps/)
  expect(texts(plan)).toMatch(/The data of 1 claim is lost: the reclaim policy of its volume is Delete/)
  expect(texts(plan)).toMatch(
    /Finalizer test\.dev\/hold keeps 1 ConfigMap until it is cleared by a controller that Gatehouse does not know/,
  )
  expect(plan.typed?.text).toBe('full')
  await expect(
    test.engine.handlers['writes.send']({ plan: plan.id, typed: 'ful' }, signal),
  ).rejects.toMatchObject({ body: { kind: 'invalid' } })
  expect((await test.carryOut(remove(), target)).phase).toBe('done')
  const stuck = () => test.engine.handlers['operations.stuck']({ context: test.context, ref: target }, signal)
  await eventually('its conditions tell', async () =>
    /NamespaceFinalizersRemaining|finalizers that nobody/.test(JSON.stringify(await stuck())),
  )
  const explained = await stuck()
  expect(explained?.finalizers).toMatchObject([
    { name: 'kubernetes', owner: expect.stringContaining('namespace controller') },
  ])
  const remaining = explained?.causes.find(({ text }) => text.startsWith('Objects in it have finalizers'))
  expect(remaining?.refs.map(({ ref }) => ref.name)).toContain('held')
  const broken = explained?.causes.find(({ text }) => text.includes('An API that does not answer'))
  expect(broken?.refs.map(({ ref }) => ref.name)).toEqual(['v1.broken.test.dev'])
  const held = await test.engine.handlers['operations.stuck'](
    { context: test.context, ref: test.ref('configmaps', 'held', 'full') },
    signal,
  )
  expect(held?.finalizers).toMatchObject([
    { name: 'test.dev/hold', owner: expect.stringMatching(/does not know; it was put there by “test”/) },
  ])
  // The way out: the finalizer, behind its consequences, and the API that does not answer.
  const free = await test.plan(
    { type: 'removeFinalizers', finalizers: ['test.dev/hold'] },
    test.ref('configmaps', 'held', 'full'),
  )
  expect(free.typed?.text).toBe('held')
  expect(texts(free)).toMatch(/Without it: What that controller would have cleaned up stays/)
  expect((await (await test.send(free)).over()).phase).toBe('done')
  const service = test.ref('apiservices.apiregistration.k8s.io', 'v1.broken.test.dev')
  const unserved = await test.plan(remove(), service)
  expect(texts(unserved)).toMatch(/broken\.test\.dev\/v1 is no longer served/)
  expect((await (await test.send(unserved)).over()).phase).toBe('done')
  await eventually('the namespace is gone', async () => (await test.find(target)) === null)
})

// The collector looks for new kinds every 30 s: these come after what needs less time.
it.each(['Background', 'Foreground', 'Orphan'] as const)(
  'in the %s, what goes is what was said to go',
  async propagation => {
    const namespace = `goes-${propagation.toLowerCase()}`
    await makeOwned(namespace)
    const target = test.ref('deployments.apps', 'top', namespace)
    const preview: DeletionPreview = await test.engine.handlers['operations.deletionPreview'](
      { context: test.context, targets: [target], propagation },
      signal,
    )
    expect(preview.isComplete).toBe(true)
    const before = await contentOf(namespace)
    const expected = new Set(
      [...before].filter(key => !preview.dependents.some(({ ref }) => refKey(ref) === key)),
    )
    expected.delete(refKey(target))
    expect(preview.dependents.length).toBe(propagation === 'Orphan' ? 0 : 6)
    expect((await test.carryOut(remove({ propagation }), target)).phase).toBe('done')
    const isSettled = async (): Promise<boolean> =>
      [...(await contentOf(namespace))].every(key => expected.has(key))
    await eventually('what was said to go is gone', isSettled)
    // The collector is at its work still: what it takes beyond that shows soon after.
    await eventually(
      'the secret with another owner lost this one',
      async () =>
        propagation === 'Orphan' ||
        ((await test.get(test.ref('secrets', 'shared', namespace))).metadata.ownerReferences ?? []).length ===
          1,
    )
    const after = await contentOf(namespace)
    figure(
      `operations.deletionPreview${propagation}`,
      `${after.size}/${expected.size}`,
      'objects left',
      'all',
    )
    expect([...after].sort()).toEqual([...expected].sort())
    if (propagation === 'Foreground')
      expect(preview.dependents.filter(({ isBlocking }) => isBlocking).map(({ ref }) => ref.name)).toContain(
        'child',
      )
  },
)

it('kinds that may not be read are named, and the preview says that it is not complete', async () => {
  await test.cluster.apply(seldom)
  const viewer = await engineOn(test.cluster, test.cluster.userKubeconfig('viewer'))
  try {
    const preview = await viewer.engine.handlers['operations.deletionPreview'](
      {
        context: viewer.context,
        targets: [viewer.ref('configmaps', 'seen', 'default')],
        propagation: 'Background',
      },
      signal,
    )
    expect(preview.isComplete).toBe(false)
    expect(texts(preview)).toMatch(
      /These kinds could not be read, so that more may go than is said here: .*pods/,
    )
    expect(texts(preview)).not.toMatch(/configmaps/)
  } finally {
    await viewer.stop()
  }
})

it('with a definition all its objects go, and they are counted', async () => {
  await test.cluster.apply(gadgets)
  const target: ObjectRef = test.ref('customresourcedefinitions.apiextensions.k8s.io', 'gadgets.test.dev')
  const plan = await test.plan(remove(), target)
  const total = (await api().list(test.ref('gadgets.test.dev', 'x').resource)).items.length
  expect(texts(plan)).toContain(`All ${total} Gadgets go, in all namespaces.`)
  expect(plan.typed?.text).toBe('gadgets.test.dev')
  expect(
    await test.engine.handlers['operations.stuck']({ context: test.context, ref: target }, signal),
  ).toBeNull()
})

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.test.dev}
spec:
  group: test.dev
  scope: Namespaced
  names: {plural: gadgets, singular: gadget, kind: Gadget}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`

const family = (namespace: string): string => `
apiVersion: v1
kind: Namespace
metadata: {name: ${namespace}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: top, namespace: ${namespace}}
spec:
  replicas: 2
  selector: {matchLabels: {app: top}}
  template:
    metadata: {labels: {app: top}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: main, image: x}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: child, namespace: ${namespace}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: elsewhere, namespace: ${namespace}}
---
apiVersion: v1
kind: Secret
metadata: {name: shared, namespace: ${namespace}}
---
apiVersion: v1
kind: Secret
metadata: {name: left, namespace: ${namespace}}
---
apiVersion: test.dev/v1
kind: Gadget
metadata: {name: grandchild, namespace: ${namespace}}
`

const job = `
apiVersion: batch/v1
kind: Job
metadata: {name: leaver, namespace: default}
spec:
  template:
    spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{name: main, image: x}]}
`

const full = `
apiVersion: v1
kind: Namespace
metadata: {name: full}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: held, namespace: full, finalizers: [test.dev/hold]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: other, namespace: full}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: full-data}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Delete
  storageClassName: ""
  claimRef: {namespace: full, name: data}
  hostPath: {path: /nowhere}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: full}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: ""
  volumeName: full-data
  resources: {requests: {storage: 1Gi}}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.broken.test.dev}
spec:
  group: broken.test.dev
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  service: {namespace: full, name: nobody}
  insecureSkipTLSVerify: true
`

const seldom = `
apiVersion: v1
kind: ConfigMap
metadata: {name: seen, namespace: default}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: sees-config, namespace: default}
rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: sees-config, namespace: default}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: sees-config}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer}]
`

const gadgets = [1, 2, 3]
  .map(
    number => `
apiVersion: test.dev/v1
kind: Gadget
metadata: {name: g${number}, namespace: default}
`,
  )
  .join('---')
