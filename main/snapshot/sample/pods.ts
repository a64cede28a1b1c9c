import { createHash } from 'node:crypto'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { nodeAddress, type SampleBuilder } from './builder.ts'
import { withManagers } from './managedFields.ts'
import { make, minutes, ownerReference, stamp, suffixOf } from './objects.ts'

/** What a workload's pods run. */
export interface ContainerChoice {
  readonly name: string
  readonly image: string
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
  /** Secret whose keys become environment variables. */
  readonly secret?: string
  readonly args?: readonly string[]
  readonly cpu?: string
  readonly memory?: string
  /** False leaves the container without limits, which some of the sample's policies object to. */
  readonly hasLimits?: boolean
}

export type PodState =
  | { readonly is: 'running'; readonly restarts?: number; readonly lastRestartAge?: number }
  | { readonly is: 'crashLooping'; readonly restarts: number; readonly lastRestartAge: number }
  | { readonly is: 'imagePullBackOff' }
  | { readonly is: 'pending'; readonly reason: string }
  | { readonly is: 'completed'; readonly took: number }

export interface PodChoice {
  readonly namespace: string
  readonly name: string
  readonly created: number
  readonly owner: KubeObject
  readonly labels: Readonly<Record<string, string>>
  readonly spec: Readonly<Record<string, unknown>>
  readonly container: ContainerChoice
  readonly state: PodState
  readonly node?: string
}

export function podSpec(
  container: ContainerChoice,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const { cpu = '100m', memory = '128Mi', hasLimits = true } = container
  return {
    containers: [
      {
        name: container.name,
        image: container.image,
        ...(container.args === undefined ? {} : { args: container.args }),
        ...(container.port === undefined
          ? {}
          : { ports: [{ name: 'http', containerPort: container.port, protocol: 'TCP' }] }),
        ...(container.secret === undefined ? {} : { envFrom: [{ secretRef: { name: container.secret } }] }),
        ...(container.environment === undefined
          ? {}
          : { env: Object.entries(container.environment).map(([name, value]) => ({ name, value })) }),
        resources: { requests: { cpu, memory }, ...(hasLimits ? { limits: { memory } } : {}) },
        ...(container.port === undefined
          ? {}
          : {
              readinessProbe: {
                httpGet: { path: '/healthz', port: 'http', scheme: 'HTTP' },
                timeoutSeconds: 1,
                periodSeconds: 10,
                successThreshold: 1,
                failureThreshold: 3,
              },
            }),
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'IfNotPresent',
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: 'default',
    serviceAccount: 'default',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...more,
  }
}

const containerId = (...parts: readonly string[]): string =>
  `containerd://${createHash('sha256').update(parts.join('|')).digest('hex')}`

function terminated(
  container: ContainerChoice,
  exitCode: number,
  finished: number,
  ran: number,
  id: string,
): object {
  return {
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt: stamp(finished - ran),
      finishedAt: stamp(finished),
      containerID: containerId(container.name, id),
    },
  }
}

/** Why a container of a crash-looping pod waits. */
function backOffMessage(pod: string, namespace: string, uid: string, container: string): string {
  return `back-off 5m0s restarting failed container=${container} pod=${pod}_${namespace}(${uid})`
}

export function containerStatus(
  pod: KubeObject,
  container: ContainerChoice,
  state: PodState,
  now: number,
): object {
  const { name, namespace = '', uid = '' } = pod.metadata
  const created = Date.parse(pod.metadata.creationTimestamp ?? '')
  const common = {
    name: container.name,
    image: container.image,
    imageID: `${container.image.split(':')[0]}@sha256:${createHash('sha256').update(container.image).digest('hex')}`,
  }
  const started = { startedAt: stamp(created + 4000) }
  switch (state.is) {
    case 'running': {
      const { restarts = 0, lastRestartAge = 0 } = state
      const last =
        restarts === 0
          ? {}
          : terminated(container, 137, now - lastRestartAge, 40 * minutes, `${uid}${restarts}`)
      const running = restarts === 0 ? started : { startedAt: stamp(now - lastRestartAge + 1000) }
      return {
        ...common,
        ready: true,
        started: true,
        restartCount: restarts,
        state: { running },
        lastState: last,
        containerID: containerId(uid, String(restarts)),
      }
    }
    case 'crashLooping': {
      const waiting = {
        reason: 'CrashLoopBackOff',
        message: backOffMessage(name, namespace, uid, container.name),
      }
      const last = terminated(container, 1, now - state.lastRestartAge, 2000, `${uid}${state.restarts}`)
      return {
        ...common,
        ready: false,
        started: false,
        restartCount: state.restarts,
        state: { waiting },
        lastState: last,
        containerID: containerId(uid, String(state.restarts)),
      }
    }
    case 'imagePullBackOff': {
      const waiting = {
        reason: 'ImagePullBackOff',
        message: `Back-off pulling image "${container.image}": ErrImagePull: failed to pull and unpack image "${container.image}": not found`,
      }
      return {
        ...common,
        imageID: '',
        ready: false,
        started: false,
        restartCount: 0,
        state: { waiting },
        lastState: {},
      }
    }
    case 'pending':
      return {
        ...common,
        imageID: '',
        ready: false,
        started: false,
        restartCount: 0,
        state: { waiting: { reason: state.reason } },
        lastState: {},
      }
    case 'completed':
      return {
        ...common,
        ready: false,
        started: false,
        restartCount: 0,
        state: terminated(container, 0, created + state.took, state.took, uid),
        lastState: {},
        containerID: containerId(uid),
      }
  }
}

export function podConditions(
  created: number,
  isReady: boolean,
  readySince: number,
  unreadyReason = 'ContainersNotReady',
): readonly object[] {
  const condition = (type: string, holds: boolean, at: number): object => ({
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: stamp(at),
    ...(holds ? {} : { reason: unreadyReason, message: 'containers with unready status' }),
  })
  return [
    condition('PodReadyToStartContainers', true, created + 2000),
    condition('Initialized', true, created),
    condition('Ready', isReady, readySince),
    condition('ContainersReady', isReady, readySince),
    condition('PodScheduled', true, created),
  ]
}

function podStatus(pod: KubeObject, choice: PodChoice, node: string, address: string, now: number): object {
  const { state, container, created } = choice
  const isReady = state.is === 'running'
  const readySince =
    state.is === 'running' && state.restarts !== undefined
      ? now - (state.lastRestartAge ?? 0)
      : created + 8000
  const phases = {
    running: 'Running',
    crashLooping: 'Running',
    imagePullBackOff: 'Pending',
    pending: 'Pending',
    completed: 'Succeeded',
  }
  return {
    phase: phases[state.is],
    conditions: podConditions(
      created,
      isReady,
      readySince,
      state.is === 'completed' ? 'PodCompleted' : undefined,
    ),
    hostIP: nodeAddress(node),
    hostIPs: [{ ip: nodeAddress(node) }],
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: stamp(created),
    containerStatuses: [containerStatus(pod, container, state, now)],
    qosClass: 'Burstable',
  }
}

/** A pod as its controller and its kubelet left it. */
export function makePod(builder: SampleBuilder, choice: PodChoice): KubeObject {
  const { namespace, name, created, owner, labels, spec, state } = choice
  const node = choice.node ?? builder.takeNode()
  const address = spec.hostNetwork === true ? nodeAddress(node) : builder.takeAddress(node)
  const bare = make('Pod', namespace, name, created, {
    labels,
    owner,
    generation: 1,
    spec: { ...spec, nodeName: node },
  })
  const pod = {
    ...bare,
    metadata: { ...bare.metadata, generateName: name.slice(0, name.lastIndexOf('-') + 1) },
  }
  const status = podStatus(pod, choice, node, address, builder.now)
  const controller =
    owner.kind === 'Job' ||
    owner.kind === 'ReplicaSet' ||
    owner.kind === 'DaemonSet' ||
    owner.kind === 'StatefulSet'
  const seen = state.is === 'crashLooping' ? builder.now - state.lastRestartAge : created + 8000
  return withManagers({ ...pod, status }, [
    {
      manager: controller ? 'kube-controller-manager' : 'kubectl-run',
      at: created,
      of: { metadata: { labels, ownerReferences: [ownerReference(owner)] }, spec },
    },
    { manager: 'kubelet', subresource: 'status', at: seen, of: { status } },
  ])
}

export function podName(owner: KubeObject, index: number): string {
  return `${owner.metadata.name}-${suffixOf(5, owner.metadata.uid ?? '', String(index))}`
}
