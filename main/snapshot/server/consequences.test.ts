import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { StoredResource } from '../store/index.ts'
import { at, list, text } from '../tables/index.ts'
import { apps, configMap, shop, writableCluster } from './writesUnderTest.ts'

const cluster = writableCluster()
const merge = 'application/merge-patch+json'
const slow = { timeout: 30_000 }
const core = (resource: string): StoredResource => ({ group: '', resource })
const ofApps = (resource: string): StoredResource => ({ group: 'apps', resource })
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const find = (resource: StoredResource, name: string, namespace = 'shop'): KubeObject | null =>
  cluster.store.get(resource, namespace, name)
const podsOf = (name: string, namespace = 'shop'): readonly KubeObject[] =>
  cluster.store
    .collection(core('pods'))
    .list(namespace)
    .filter(({ metadata }) => (metadata.labels?.['app.kubernetes.io/name'] ?? metadata.labels?.app) === name)
const isReady = (pod: KubeObject): boolean =>
  list(at(pod, 'status', 'conditions')).some(
    each => at(each, 'type') === 'Ready' && at(each, 'status') === 'True',
  )
const readyPods = (name: string, namespace = 'shop'): number => podsOf(name, namespace).filter(isReady).length

async function made(path: string, body: object): Promise<KubeObject> {
  const answer = await cluster.send('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

const ownedBy = ({ apiVersion, kind, metadata }: KubeObject, more: object = {}) => ({
  ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, ...more }],
})
const gone = (name: string) => () => find(core('configmaps'), name)

describe('what belongs to an object that is deleted', () => {
  const maps = `${shop}/configmaps`

  it('goes after it in the background', async () => {
    const owner = await made(maps, configMap('back-owner'))
    await made(maps, configMap('back-child', ownedBy(owner)))
    await cluster.send('DELETE', `${maps}/back-owner`)
    expect(gone('back-owner')()).toBeNull()
    await expect.poll(gone('back-child'), slow).toBeNull()
  })

  it('goes before it in the foreground', async () => {
    const owner = await made(maps, configMap('front-owner'))
    const child = { ...ownedBy(owner, { blockOwnerDeletion: true }), finalizers: ['example.com/wait'] }
    await made(maps, configMap('front-child', child))
    const answer = await cluster.send('DELETE', `${maps}/front-owner`, { propagationPolicy: 'Foreground' })
    expect(answer.body.metadata.finalizers).toEqual(['foregroundDeletion'])
    const isGoing = () => find(core('configmaps'), 'front-child')?.metadata.deletionTimestamp
    await expect.poll(isGoing, slow).toEqual(expect.any(String))
    expect(gone('front-owner')()).not.toBeNull()
    await cluster.send('PATCH', `${maps}/front-child`, { metadata: { finalizers: null } }, merge)
    await expect.poll(gone('front-owner'), slow).toBeNull()
  })

  it('stays, and belongs to nobody, where it is orphaned', async () => {
    const owner = await made(maps, configMap('left-owner'))
    await made(maps, configMap('left-child', ownedBy(owner)))
    await cluster.send('DELETE', `${maps}/left-owner`, { propagationPolicy: 'Orphan' })
    await expect.poll(gone('left-owner'), slow).toBeNull()
    expect(gone('left-child')()?.metadata.ownerReferences).toBeUndefined()
  })
})

describe('a namespace', () => {
  it('is furnished, and goes with what is in it; what holds it up is in its conditions', async () => {
    // The sample's own webhook for namespaces has a certificate that has expired, and refuses every new one.
    const hooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
    for (const { metadata } of cluster.store
      .collection({ group: 'admissionregistration.k8s.io', resource: 'validatingwebhookconfigurations' })
      .list())
      await cluster.send('DELETE', `${hooks}/${metadata.name}`)
    await made('/api/v1/namespaces', { metadata: { name: 'brief' } })
    await expect.poll(() => find(core('serviceaccounts'), 'default', 'brief'), slow).not.toBeNull()
    const maps = '/api/v1/namespaces/brief/configmaps'
    await made(maps, configMap('stuck', { finalizers: ['example.com/wait'] }))
    const answer = await cluster.send('DELETE', '/api/v1/namespaces/brief')
    expect(answer.body.status).toMatchObject({ phase: 'Terminating' })
    const conditions = () =>
      list(at(find(core('namespaces'), 'brief', ''), 'status', 'conditions'))
        .filter(each => at(each, 'status') === 'True')
        .map(each => text(at(each, 'message')))
    await expect
      .poll(conditions, slow)
      .toEqual([
        'Some resources are remaining: configmaps. has 1 resource instances',
        'Some content in the namespace has finalizers remaining: example.com/wait in 1 resource instances',
      ])
    expect((await cluster.send('POST', maps, configMap('late'))).status).toBe(403)
    await cluster.send('PATCH', `${maps}/stuck`, { metadata: { finalizers: null } }, merge)
    await expect.poll(() => find(core('namespaces'), 'brief', ''), slow).toBeNull()
  })
})

describe('a definition', () => {
  const kind = { kind: 'Lamp', plural: 'lamps', singular: 'lamp' }
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { lit: { type: 'boolean' } } } },
    },
  }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'lamps.light.example' },
    spec: {
      ...{ group: 'light.example', scope: 'Namespaced', names: kind },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
  it('makes a kind that is served, and takes it away with its objects', async () => {
    const lamps = '/apis/light.example/v1/namespaces/shop/lamps'
    expect((await cluster.send('GET', '/apis/light.example/v1')).status).toBe(404)
    await made(definitions, definition)
    const stored = () =>
      find(
        { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
        'lamps.light.example',
        '',
      )
    await expect
      .poll(() => list(at(stored(), 'status', 'conditions')).map(each => at(each, 'type')), slow)
      .toEqual(['NamesAccepted', 'Established'])
    const index = await cluster.send('GET', '/openapi/v3')
    expect(Object.keys(index.body.paths as object)).toContain('apis/light.example/v1')
    const lamp = {
      apiVersion: 'light.example/v1',
      kind: 'Lamp',
      metadata: { name: 'a' },
      spec: { lit: true },
    }
    await made(lamps, lamp)
    expect((await cluster.send('GET', `${lamps}/a`)).body.spec).toEqual({ lit: true })
    await cluster.send('DELETE', `${definitions}/lamps.light.example`)
    await expect.poll(stored, slow).toBeNull()
    expect((await cluster.send('GET', '/apis/light.example/v1')).status).toBe(404)
  })
})

describe('workloads, simulated', () => {
  it('a deployment is scaled, and its pods get ready on nodes that take them', async () => {
    await cluster.send('PATCH', '/api/v1/nodes/mill-a1', { spec: { unschedulable: true } }, merge)
    const before = new Set(podsOf('web').map(({ metadata }) => metadata.name))
    const scale = await cluster.send(
      'PATCH',
      `${apps}/shop/deployments/web/scale`,
      { spec: { replicas: 6 } },
      merge,
    )
    expect(scale.body.spec).toEqual({ replicas: 6 })
    await expect.poll(() => readyPods('web'), slow).toBe(6)
    const fresh = podsOf('web').filter(({ metadata }) => !before.has(metadata.name))
    expect(fresh.length).toBeGreaterThan(0)
    expect(fresh.map(pod => at(pod, 'spec', 'nodeName'))).not.toContain('mill-a1')
    const status = () => find(ofApps('deployments'), 'web')?.status
    await expect.poll(status, slow).toMatchObject({ replicas: 6, updatedReplicas: 6, availableReplicas: 6 })
    const slices = () =>
      cluster.store
        .collection({ group: 'discovery.k8s.io', resource: 'endpointslices' })
        .list('shop')
        .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === 'web')
        .flatMap(slice => list(slice.endpoints))
    await expect.poll(() => slices().length, slow).toBe(6)
    // What is scaled is not rolled out: the pods that were there stay.
    expect(podsOf('web').filter(({ metadata }) => before.has(metadata.name)).length).toBe(before.size)
    await cluster.send('PATCH', '/api/v1/nodes/mill-a1', { spec: { unschedulable: null } }, merge)
  })

  it('a restart replaces every pod, and a rollback finds the replica set that was there', async () => {
    // Outside of the namespaces whose templates the sample's sidecar injector annotates.
    const name = 'coredns'
    const deployment = () => find(ofApps('deployments'), name, 'kube-system')
    const revision = (): number =>
      Number(deployment()?.metadata.annotations?.['deployment.kubernetes.io/revision'])
    const sets = () =>
      cluster.store
        .collection(ofApps('replicasets'))
        .list('kube-system')
        .filter(({ metadata }) => metadata.ownerReferences?.some(owner => owner.name === name)).length
    const before = new Set(podsOf(name, 'kube-system').map(({ metadata }) => metadata.name))
    const [count, first] = [sets(), revision()]
    const template = (time: string | null) => ({
      spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': time } } } },
    })
    const path = `${apps}/kube-system/deployments/${name}`
    const restarted = await cluster.send('PATCH', path, template('2026-01-01T00:00:00Z'), merge)
    expect(restarted.status).toBe(200)
    const left = () => podsOf(name, 'kube-system').filter(({ metadata }) => before.has(metadata.name)).length
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
    await expect.poll(() => readyPods(name, 'kube-system'), slow).toBe(2)
    expect([sets(), revision()]).toEqual([count + 1, first + 1])
    await cluster.send('PATCH', path, template(null), merge)
    await expect.poll(revision, slow).toBe(first + 2)
    expect(sets()).toBe(count + 1)
  }, 120_000)

  it('a pod that is deleted comes again under another name', async () => {
    await expect.poll(() => readyPods('web'), { timeout: 60_000 }).toBe(6)
    const [pod] = podsOf('web')
    const answer = await cluster.send('DELETE', `${shop}/pods/${pod?.metadata.name}`)
    expect(answer.body.metadata.deletionTimestamp).toEqual(expect.any(String))
    await expect.poll(() => find(core('pods'), pod?.metadata.name ?? ''), slow).toBeNull()
    await expect.poll(() => readyPods('web'), slow).toBe(6)
  }, 90_000)

  it('a stateful set grows and shrinks at its end', async () => {
    const [set] = cluster.store.collection(ofApps('statefulsets')).list('shop')
    const name = set?.metadata.name ?? ''
    const replicas = Number(at(set, 'spec', 'replicas'))
    const path = `${apps}/shop/statefulsets/${name}`
    await cluster.send('PATCH', path, { spec: { replicas: replicas + 1 } }, merge)
    const last = () => find(core('pods'), `${name}-${replicas}`)
    await expect.poll(() => last() !== null && isReady(last() as KubeObject), slow).toBe(true)
    await cluster.send('PATCH', path, { spec: { replicas } }, merge)
    await expect.poll(last, slow).toBeNull()
  })

  it('a job runs its pod to its end, and none while it is suspended', async () => {
    const job = (name: string, more: object) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: {
        ...more,
        template: {
          spec: {
            restartPolicy: 'Never',
            containers: [{ name: 'main', image: 'registry.lanternfish.example/shop/web:2.14.1' }],
          },
        },
      },
    })
    const jobs = '/apis/batch/v1/namespaces/platform/jobs'
    const batch = { group: 'batch', resource: 'jobs' }
    const first = await made(jobs, job('runs', {}))
    expect(at(first, 'spec', 'selector', 'matchLabels')).toEqual({
      'batch.kubernetes.io/controller-uid': first.metadata.uid,
    })
    await made(jobs, job('waits', { suspend: true }))
    const status = (name: string) => () => find(batch, name, 'platform')?.status
    await expect
      .poll(status('runs'), slow)
      .toMatchObject({ succeeded: 1, completionTime: expect.any(String) })
    expect(status('waits')()).toMatchObject({ conditions: [{ type: 'Suspended', status: 'True' }] })
    await cluster.send('PATCH', `${jobs}/waits`, { spec: { suspend: false } }, merge)
    await expect.poll(status('waits'), slow).toMatchObject({ succeeded: 1 })
    // Jobs keep their pods unless told otherwise.
    await cluster.send('DELETE', `${jobs}/runs`)
    await expect.poll(() => find(batch, 'runs', 'platform'), slow).toBeNull()
    const kept = cluster.store
      .collection(core('pods'))
      .list('platform')
      .filter(({ metadata }) => metadata.labels?.['job-name'] === 'runs')
    expect(kept.length).toBe(1)
  }, 90_000)

  it('workloads that nobody wrote stay as they were made', () => {
    const crashing = podsOf('fraud-scorer', 'payments')
    expect(crashing.every(pod => pod.metadata.deletionTimestamp === undefined)).toBe(true)
  })
})
