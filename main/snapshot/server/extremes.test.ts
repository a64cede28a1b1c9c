import { expect, it } from 'vitest'
import { apps, shop, writableCluster } from './writesUnderTest.ts'

const cluster = writableCluster()
const labels = { app: 'many', team: 'many' }
const huge = 2_000_000_000

it('a grace or a lifetime beyond all calendars is taken, and no fault of the server', async () => {
  const pods = cluster.store
    .collection({ group: '', resource: 'pods' })
    .list('shop')
    .filter(pod => (pod as { readonly status?: { readonly phase?: string } }).status?.phase === 'Running')
  const [pod] = pods
  const deleted = await cluster.send('DELETE', `${shop}/pods/${pod?.metadata.name}`, {
    gracePeriodSeconds: 1e15,
  })
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200)
  const token = await cluster.send('POST', `${shop}/serviceaccounts/default/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 1e18 },
  })
  expect(token.status, JSON.stringify(token.body)).toBe(201)
})

it.each(['replicasets', 'statefulsets'])(
  '%s get no more pods than memory bears',
  async resource => {
    const made = await cluster.send('POST', `${apps}/shop/${resource}`, {
      apiVersion: 'apps/v1',
      kind: resource === 'replicasets' ? 'ReplicaSet' : 'StatefulSet',
      metadata: { name: resource, labels: { team: 'many' } },
      spec: {
        replicas: huge,
        ...(resource === 'statefulsets' ? { serviceName: 'many', podManagementPolicy: 'Parallel' } : {}),
        selector: { matchLabels: { ...labels, of: resource } },
        template: {
          metadata: { labels: { ...labels, of: resource } },
          spec: { containers: [{ name: 'a', image: 'a' }] },
        },
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const count = () =>
      cluster.store
        .collection({ group: '', resource: 'pods' })
        .list('shop')
        .filter(({ metadata }) => metadata.labels?.of === resource).length
    await expect.poll(count, { timeout: 80_000 }).toBe(500)
  },
  30_000,
)
