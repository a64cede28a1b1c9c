import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Overview, Tally } from '../../shared/ipc/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { type Running, startProduct } from './running.ts'

let cluster: Cluster
let admin: Running
let team: Running

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.apply(objects)
  admin = await startProduct({ kubeconfig: cluster.kubeconfig })
  team = await startProduct({ kubeconfig: cluster.userKubeconfig('team') })
})
afterAll(async () => {
  await admin?.stop()
  await team?.stop()
  await cluster?.stop()
})

const statesOf = (tallies: readonly Tally[] | undefined) =>
  new Map(tallies?.map(({ state, count }) => [state, count]))
const kindOf = (overview: Overview, kind: string) =>
  overview.workloads.find(({ source }) => source.kind === kind)

it('a real server tells version, health by check, API services, nodes and workloads', async () => {
  const { id } = await admin.ready()
  const stream = admin.client.open('overview.view', { context: id })
  const overview = await stream.until(
    value =>
      value.health.every(({ state }) => state === 'good') &&
      value.apiServices.unavailable.length === 1 &&
      [...value.workloads, value.claims, value.namespaces, value.apiServices].every(
        ({ source }) => source.state === 'live',
      ) &&
      kindOf(value, 'Pod')?.total === 1 &&
      value.certificates.items.length >= 2,
  )
  expect(overview.server).toMatchObject({
    version: expect.stringMatching(/^v1\./),
    platform: expect.stringMatching(/^linux\//),
  })
  expect(overview.health.map(({ checks }) => checks.length > 10)).toEqual([true, true])
  expect(overview.health[1]?.checks.map(({ name }) => name)).toContain('etcd')
  expect(overview.apiServices).toMatchObject({
    source: { state: 'live' },
    unavailable: [{ name: 'v1.lost.example' }],
  })
  expect(statesOf(kindOf(overview, 'Pod')?.tallies).get('Pending')).toBe(1)
  expect(statesOf(kindOf(overview, 'Deployment')?.tallies).get('none wanted')).toBe(1)
  expect(statesOf(overview.claims.tallies).get('Pending')).toBe(1)
  const places = overview.certificates.items.map(({ place }) => place)
  expect(places).toContain('server')
  expect(places).toContain('client')
  stream.close()
})

it('a namespace that does not go is named with what holds it', async () => {
  const { id } = await admin.ready()
  await cluster.kubectl(['delete', 'namespace', 'stuck', '--wait=false'])
  const stream = admin.client.open('overview.view', { context: id })
  const overview = await stream.until(
    ({ namespaces }) => (namespaces.terminating[0]?.reasons.length ?? 0) > 0,
    60_000,
  )
  expect(overview.namespaces.terminating[0]?.name).toBe('stuck')
  expect(overview.namespaces.terminating[0]?.reasons.join()).toMatch(/finalizer/)
  stream.close()
})

it('a user without rights gets what the server lets everyone see, and each denial by verb and resource', async () => {
  const { id } = await team.ready()
  const stream = team.client.open('overview.view', { context: id })
  const overview = await stream.until(
    value =>
      kindOf(value, 'Pod')?.source.state === 'unreadable' &&
      value.nodes.source.state === 'unreadable' &&
      value.warnings.source.state === 'unreadable' &&
      value.health.every(({ state }) => state !== 'loading'),
  )
  expect(kindOf(overview, 'Pod')?.source.error?.message).toMatch(/cannot list resource "pods"/)
  expect(overview.nodes.source.error?.message).toMatch(/nodes/)
  await expect(team.client.call('overview.tlsSecrets', { context: id })).rejects.toMatchObject({
    body: { kind: 'denied', message: expect.stringMatching(/cannot list resource "secrets"/) },
  })
  stream.close()
})

it('the requests of a session are recorded with status and audit id, the streams with their age', async () => {
  const { id } = await admin.ready()
  const stream = admin.client.open('diagnostics.timings', { context: id })
  const { detail } = await stream.until(value => (value.detail?.requests.length ?? 0) > 5)
  expect(detail?.requests.every(({ path }) => !/token|bearer/i.test(path))).toBe(true)
  expect(detail?.requests.some(({ auditId, status }) => status === 200 && /^[\w-]{30,}$/.test(auditId))).toBe(
    true,
  )
  expect(detail?.streams.every(({ isStream, totalMillis }) => isStream && totalMillis === null)).toBe(true)
  stream.close()
})

const objects = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Namespace
metadata: {name: stuck}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: default, namespace: shop}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: kept, namespace: stuck, finalizers: [example.com/kept]}
---
apiVersion: v1
kind: Pod
metadata: {name: a, namespace: shop}
spec: {schedulerName: nobody, containers: [{name: main, image: "nginx:1"}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: none, namespace: shop}
spec:
  replicas: 0
  selector: {matchLabels: {app: none}}
  template:
    metadata: {labels: {app: none}}
    spec: {containers: [{name: main, image: "nginx:1"}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: wanted, namespace: shop}
spec: {accessModes: [ReadWriteOnce], storageClassName: none, resources: {requests: {storage: 1Gi}}}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.lost.example}
spec:
  group: lost.example
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 10
  insecureSkipTLSVerify: true
  service: {name: nobody, namespace: shop}
`
