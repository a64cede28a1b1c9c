import { sampleObjects } from '../../main/snapshot/sample/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import type { Cluster } from '../cluster/harness/index.ts'

/** What a client may send of an object of the sample. */
function plain({ metadata, ...rest }: KubeObject): object {
  const {
    uid: _uid,
    managedFields: _fields,
    ownerReferences: _owners,
    resourceVersion: _version,
    ...kept
  } = metadata
  return { ...rest, metadata: kept }
}

/** Kinds whose objects the cluster has by itself, or that its controllers would make again. */
const madeByCluster = new Set([
  'ControllerRevision',
  'Job',
  'Node',
  'Pod',
  'ReplicaSet',
  'EndpointSlice',
  'Lease',
])

/** Puts the sample's objects, made harmless, and pods in odd states on a real server. */
export async function fillCluster(target: Cluster): Promise<void> {
  const objects = sampleObjects(Date.now()).filter(({ kind, metadata }) => {
    if (kind === 'Namespace') return !metadata.name.startsWith('kube-') && metadata.name !== 'default'
    // What it does keeps a rollout of the sample from ending, and here all of them have to end.
    if (kind === 'MutatingAdmissionPolicyBinding' && metadata.name === 'ship-logs') return false
    return !madeByCluster.has(kind) && metadata.name !== 'default'
  })
  const isEarly = ({ kind }: KubeObject): boolean =>
    ['Namespace', 'CustomResourceDefinition', 'PriorityClass', 'ServiceAccount'].includes(kind)
  const isHook = ({ kind }: KubeObject): boolean => kind.endsWith('WebhookConfiguration')
  // Webhooks of the sample have no back end: here they match nothing, and their count is what is compared.
  const harmless = (object: KubeObject): KubeObject =>
    isHook(object)
      ? {
          ...object,
          webhooks: (object.webhooks as readonly object[]).map(hook => ({
            ...hook,
            failurePolicy: 'Ignore',
            namespaceSelector: { matchLabels: { none: 'none' } },
            rules: [
              { apiGroups: ['none.example'], apiVersions: ['v1'], operations: ['*'], resources: ['*'] },
            ],
          })),
        }
      : object
  for (const chosen of [objects.filter(isEarly), objects.filter(object => !isEarly(object))])
    await createAll(target, [...chosen.map(harmless).map(plain)])
  // A pod is refused while its service account is not there yet.
  await target.kubectl(['wait', '--for=create', 'serviceaccount/default', '-n', 'default', '--timeout=20s'])
  await createAll(
    target,
    oddPods.map(({ pod }) => pod),
  )
  for (const { pod, status } of oddPods)
    await target.kubectl([
      'patch',
      'pod',
      '-n',
      'default',
      pod.metadata.name,
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify({ status }),
    ])
  await target.kubectl(['wait', '--for=condition=Available', 'deployment', '--all', '-A', '--timeout=20s'])
}

async function createAll(target: Cluster, items: readonly object[]): Promise<void> {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
  await target.kubectl(['create', '-f', '-'], { input })
}

/** Pods that nothing schedules, so that their status stays what it is given here. */
const oddPods = [
  odd('crashing', {
    containerStatuses: [
      {
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:00:00Z' } },
        restartCount: 7,
        ready: false,
      },
    ],
  }),
  odd('signalled', {
    containerStatuses: [{ state: { terminated: { exitCode: 0, signal: 9 } }, restartCount: 0, ready: false }],
  }),
  odd(
    'failed',
    { containerStatuses: [{ state: { terminated: { exitCode: 3 } }, restartCount: 0, ready: false }] },
    'Failed',
  ),
  odd('evicted', { reason: 'Evicted' }, 'Failed'),
  odd(
    'succeeded',
    {
      containerStatuses: [
        { state: { terminated: { exitCode: 0, reason: 'Completed' } }, restartCount: 0, ready: false },
      ],
    },
    'Succeeded',
  ),
  odd(
    'starting',
    { initContainerStatuses: [{ name: 'first', state: { running: {} }, restartCount: 0, ready: false }] },
    'Pending',
    true,
  ),
  odd(
    'init-failing',
    {
      initContainerStatuses: [
        { name: 'first', state: { terminated: { exitCode: 2 } }, restartCount: 3, ready: false },
      ],
    },
    'Pending',
    true,
  ),
  odd(
    'init-waiting',
    {
      initContainerStatuses: [
        { name: 'first', state: { waiting: { reason: 'ImagePullBackOff' } }, restartCount: 0, ready: false },
      ],
    },
    'Pending',
    true,
  ),
  odd(
    'gated',
    { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
    'Pending',
  ),
] as const

function odd(name: string, status: Record<string, unknown>, phase = 'Running', hasInit = false) {
  const complete = (entry: object): object => ({
    name: 'main',
    image: 'i',
    imageID: '',
    lastState: {},
    ...entry,
  })
  const lists = Object.fromEntries(
    ['containerStatuses', 'initContainerStatuses'].flatMap(key =>
      status[key] === undefined ? [] : [[key, (status[key] as readonly object[]).map(complete)]],
    ),
  )
  const container = { name: 'main', image: 'i' }
  const spec = {
    schedulerName: 'nobody',
    containers: [container],
    ...(hasInit ? { initContainers: [{ ...container, name: 'first' }] } : {}),
  }
  return {
    pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec },
    status: { phase, ...status, ...lists },
  }
}
