import { createHash } from 'node:crypto'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { nodeNames, type SampleBuilder } from './builder.ts'
import { applied } from './managedFields.ts'
import { make, minutes } from './objects.ts'
import { makePod, type PodState, podName, podSpec } from './pods.ts'
import {
  appLabels,
  containerOf,
  readyCount,
  rolledOut,
  selectorOf,
  templateHash,
  templateOf,
  type WorkloadChoice,
} from './workloads.ts'

const running: PodState = { is: 'running' }

/** Revisions that a StatefulSet or DaemonSet keeps, and the hash of the one that runs. */
function addRevisions(builder: SampleBuilder, owner: KubeObject, choice: WorkloadChoice): string {
  const { namespace, name, tags } = choice
  let hash = ''
  for (const [index, tag] of tags.entries()) {
    hash = templateHash(namespace, name, tag)
    const created = rolledOut(builder, choice, index)
    const labels = { ...appLabels(choice), 'controller.kubernetes.io/hash': hash }
    const content = { spec: { template: { $patch: 'replace', ...templateOf(choice, tag) } } }
    const object = make('ControllerRevision', namespace, `${name}-${hash}`, created, {
      labels,
      owner,
      data: content,
      revision: index + 1,
    })
    builder.add(applied(object, 'kube-controller-manager', created))
  }
  return hash
}

interface StatefulChoice extends WorkloadChoice {
  /** Size of the volume of each replica. */
  readonly storage: string
  readonly storageClass: string
}

export function addStatefulSet(builder: SampleBuilder, choice: StatefulChoice): KubeObject {
  const { namespace, name, replicas, tags, age, storage, storageClass } = choice
  const created = builder.ago(age)
  const labels = appLabels(choice)
  const claim = {
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage } },
      storageClassName: storageClass,
      volumeMode: 'Filesystem',
    },
  }
  const spec = {
    replicas,
    selector: { matchLabels: selectorOf(choice) },
    serviceName: name,
    template: templateOf(choice, tags.at(-1) ?? ''),
    volumeClaimTemplates: [
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim, status: { phase: 'Pending' } },
    ],
    podManagementPolicy: 'OrderedReady',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    revisionHistoryLimit: 10,
  }
  const bare = make('StatefulSet', namespace, name, created, { labels, generation: tags.length, spec })
  const hash = addRevisions(builder, bare, choice)
  const ready = readyCount(choice)
  const revision = `${name}-${hash}`
  const status = {
    observedGeneration: tags.length,
    replicas,
    readyReplicas: ready,
    currentReplicas: replicas,
    updatedReplicas: replicas,
    availableReplicas: ready,
    currentRevision: revision,
    updateRevision: revision,
    collisionCount: 0,
  }
  builder.add(applied({ ...bare, status }, 'argocd-controller', created, 'kube-controller-manager'))
  for (let index = 0; index < replicas; index++) addStatefulReplica(builder, bare, choice, index, hash)
  return bare
}

function addStatefulReplica(
  builder: SampleBuilder,
  owner: KubeObject,
  choice: StatefulChoice,
  index: number,
  hash: string,
): void {
  const { namespace, name, storage, storageClass, tags } = choice
  const pod = `${name}-${index}`
  const claim = `data-${pod}`
  const labels = {
    ...appLabels(choice),
    'apps.kubernetes.io/pod-index': String(index),
    'controller-revision-hash': `${name}-${hash}`,
    'statefulset.kubernetes.io/pod-name': pod,
  }
  const created = rolledOut(builder, choice, tags.length - 1) + (choice.replicas - index) * minutes
  const spec = {
    ...podSpec(containerOf(choice, tags.at(-1) ?? ''), choice.spec),
    hostname: pod,
    subdomain: name,
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim } }],
  }
  builder.add(
    makePod(builder, {
      namespace,
      name: pod,
      created,
      owner,
      labels,
      spec,
      container: containerOf(choice, tags.at(-1) ?? ''),
      state: choice.states?.[index] ?? running,
    }),
  )
  addVolume(builder, { namespace, claim, storage, storageClass, age: choice.age, labels: selectorOf(choice) })
}

interface VolumeChoice {
  readonly namespace: string
  readonly claim: string
  readonly storage: string
  readonly storageClass: string
  readonly age: number
  readonly labels: Readonly<Record<string, string>>
}

/** A claim and the volume bound to it. */
function addVolume(
  builder: SampleBuilder,
  { namespace, claim, storage, storageClass, age, labels }: VolumeChoice,
): void {
  const created = builder.ago(age)
  const common = { accessModes: ['ReadWriteOnce'], storageClassName: storageClass, volumeMode: 'Filesystem' }
  const bound = make('PersistentVolumeClaim', namespace, claim, created, {
    labels,
    annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
  })
  const volume = `pvc-${bound.metadata.uid}`
  const claimSpec = { ...common, resources: { requests: { storage } }, volumeName: volume }
  builder.add(
    applied(
      {
        ...bound,
        spec: claimSpec,
        status: { phase: 'Bound', accessModes: common.accessModes, capacity: { storage } },
      },
      'kube-controller-manager',
      created,
      'kube-controller-manager',
    ),
  )
  const handle = createHash('sha1').update(volume).digest('hex').slice(0, 12)
  const volumeSpec = {
    ...common,
    capacity: { storage },
    csi: { driver: `block.csi.lanternfish.example`, fsType: 'ext4', volumeHandle: `vol-${handle}` },
    claimRef: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      namespace,
      name: claim,
      uid: bound.metadata.uid,
    },
    persistentVolumeReclaimPolicy: 'Delete',
  }
  const object = make('PersistentVolume', '', volume, created + 3000, {
    annotations: { 'pv.kubernetes.io/provisioned-by': 'block.csi.lanternfish.example' },
    spec: volumeSpec,
    status: { phase: 'Bound' },
  })
  builder.add(applied(object, 'csi-provisioner', created + 3000, 'kube-controller-manager'))
}

export function addDaemonSet(builder: SampleBuilder, choice: Omit<WorkloadChoice, 'replicas'>): KubeObject {
  const { namespace, name, tags, age } = choice
  const whole = { ...choice, replicas: nodeNames.length }
  const created = builder.ago(age)
  const spec = {
    selector: { matchLabels: selectorOf(choice) },
    template: templateOf(whole, tags.at(-1) ?? ''),
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    revisionHistoryLimit: 10,
  }
  const bare = make('DaemonSet', namespace, name, created, {
    labels: appLabels(choice),
    annotations: { 'deprecated.daemonset.template.generation': String(tags.length) },
    generation: tags.length,
    spec,
  })
  const hash = addRevisions(builder, bare, whole)
  const total = nodeNames.length
  const status = {
    currentNumberScheduled: total,
    numberMisscheduled: 0,
    desiredNumberScheduled: total,
    numberReady: total,
    observedGeneration: tags.length,
    updatedNumberScheduled: total,
    numberAvailable: total,
  }
  builder.add(
    applied({ ...bare, status }, choice.manager ?? 'argocd-controller', created, 'kube-controller-manager'),
  )
  for (const [index, node] of nodeNames.entries()) {
    const labels = {
      ...appLabels(choice),
      'controller-revision-hash': hash,
      'pod-template-generation': String(tags.length),
    }
    const container = containerOf(whole, tags.at(-1) ?? '')
    const born = rolledOut(builder, whole, tags.length - 1) + index * minutes
    const spec = podSpec(container, choice.spec)
    builder.add(
      makePod(builder, {
        namespace,
        name: podName(bare, index),
        created: born,
        owner: bare,
        labels,
        spec,
        container,
        state: running,
        node,
      }),
    )
  }
  return bare
}
