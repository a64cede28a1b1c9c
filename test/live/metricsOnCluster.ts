/**
 * A metrics API and a Prometheus for the test cluster, which measures nothing: two definitions stand in
 * for `metrics.k8s.io`, so that `kubectl top` reads the same figures, and a small HTTP server answers
 * range queries behind a Service.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cluster } from '../cluster/harness/index.ts'

/** Of a node, or of a container of a pod: quantities as a metrics server writes them. */
export interface Usage {
  readonly cpu: string
  readonly memory: string
}

export interface MeasuredPod {
  readonly namespace: string
  readonly name: string
  readonly containers: Readonly<Record<string, Usage>>
}

const approved = { 'api-approved.kubernetes.io': 'unapproved, it stands in for a metrics server in tests' }

function definition(plural: string, kind: string, scope: 'Cluster' | 'Namespaced'): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.metrics.k8s.io`, annotations: approved },
    spec: {
      group: 'metrics.k8s.io',
      names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
      scope,
      versions: [
        {
          name: 'v1beta1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  }
}

/** Makes the cluster serve `metrics.k8s.io/v1beta1`, without any figures yet. */
export async function serveMetrics(cluster: Cluster): Promise<void> {
  await applyAll(cluster, [
    definition('pods', 'PodMetrics', 'Namespaced'),
    definition('nodes', 'NodeMetrics', 'Cluster'),
  ])
  const names = ['pods', 'nodes'].map(plural => `crd/${plural}.metrics.k8s.io`)
  const waited = await cluster.kubectl(['wait', '--for=condition=Established', '--timeout=60s', ...names])
  if (waited.code !== 0) throw new Error(waited.stderr)
}

/** Says what pods and nodes use. */
export async function setMetrics(
  cluster: Cluster,
  pods: readonly MeasuredPod[],
  nodes: Readonly<Record<string, Usage>>,
): Promise<void> {
  const common = { apiVersion: 'metrics.k8s.io/v1beta1', timestamp: new Date().toISOString(), window: '15s' }
  await applyAll(cluster, [
    ...pods.map(({ namespace, name, containers }) => ({
      ...common,
      kind: 'PodMetrics',
      metadata: { namespace, name },
      containers: Object.entries(containers).map(([container, usage]) => ({ name: container, usage })),
    })),
    ...Object.entries(nodes).map(([name, usage]) => ({
      ...common,
      kind: 'NodeMetrics',
      metadata: { name },
      usage,
    })),
  ])
}

async function applyAll(cluster: Cluster, objects: readonly object[]): Promise<void> {
  await cluster.apply(objects.map(object => JSON.stringify(object)).join('\n---\n'))
}

export interface FakePrometheus {
  /** Paths with queries that were asked for, in order. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

/**
 * A Service `monitoring/prometheus-operated` with a server behind it, on the host's outer address, which
 * answers every range query with one value a step for each container.
 * @throws where the machine has no address but loopback, which the API server does not dial
 */
export async function startPrometheus(
  cluster: Cluster,
  values: Readonly<Record<string, number>>,
): Promise<FakePrometheus> {
  const address = cluster.webhook.serviceAddress
  if (address === '') throw new Error('this machine has no address besides loopback')
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const url = new URL(request.url ?? '', 'http://x')
    const [start, end, step] = ['start', 'end', 'step'].map(name => Number(url.searchParams.get(name)))
    const times: number[] = []
    for (let time = start ?? 0; time <= (end ?? 0); time += step ?? 1) times.push(time)
    const isMemory = url.searchParams.get('query')?.includes('memory') ?? false
    const result = Object.entries(values).map(([container, value]) => ({
      metric: { container },
      values: times.map(time => [time, String(isMemory ? value * 1e9 : value)]),
    }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }))
  })
  await new Promise<void>(resolve => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  await serviceOf(cluster, address, port)
  return {
    asked,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * A Service that leads to the server. The API server's proxy dials only addresses of pods, as `Endpoints`
 * name them: a pod that nobody runs has the host's address for its own.
 */
async function serviceOf(cluster: Cluster, address: string, port: number): Promise<void> {
  const namespace = 'monitoring'
  const service = { name: 'prometheus-operated', namespace }
  const pod = { name: 'prometheus-0', namespace }
  await applyAll(cluster, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: pod,
      spec: { schedulerName: 'nobody', containers: [{ name: 'prometheus', image: 'prometheus:3' }] },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: service,
      spec: { ports: [{ name: 'web', port: 9090, targetPort: port }] },
    },
    {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: service,
      subsets: [
        {
          addresses: [{ ip: address, targetRef: { kind: 'Pod', ...pod } }],
          ports: [{ name: 'web', port, protocol: 'TCP' }],
        },
      ],
    },
  ])
  const status = { phase: 'Running', podIP: address, podIPs: [{ ip: address }] }
  const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })]
  const patched = await cluster.kubectl(['patch', 'pod', '-n', namespace, pod.name, ...patch])
  if (patched.code !== 0) throw new Error(patched.stderr)
}
