import { z } from 'zod'
import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import { type ApiClient, resourcePath } from '../../api/index.ts'

const text = z.string().catch('')
const flag = z.boolean().catch(false)
const labels = z.record(z.string(), z.string()).catch({})

const container = z.object({ name: z.string(), stdin: flag, tty: flag })
const state = z
  .object({
    running: z.object({}).optional(),
    waiting: z.object({ reason: text, message: text }).optional(),
    terminated: z.object({ exitCode: z.number().catch(-1), reason: text, message: text }).optional(),
  })
  .catch({})
const containerStatus = z.object({
  name: z.string(),
  state,
  lastState: state,
  restartCount: z.number().catch(0),
})
const containers = z.array(container).catch([])
const statuses = z.array(containerStatus).catch([])
const podForm = z.object({
  metadata: z.object({ name: text, namespace: text, uid: text, annotations: labels }),
  spec: z.object({
    nodeName: text,
    nodeSelector: labels,
    os: z.object({ name: text }).catch({ name: '' }),
    containers,
    initContainers: containers,
    ephemeralContainers: containers,
  }),
  status: z
    .object({
      phase: text,
      reason: text,
      message: text,
      containerStatuses: statuses,
      initContainerStatuses: statuses,
      ephemeralContainerStatuses: statuses,
    })
    .catch({
      ...{ phase: '', reason: '', message: '' },
      ...{ containerStatuses: [], initContainerStatuses: [], ephemeralContainerStatuses: [] },
    }),
})

/** What terminals need of a pod. */
export type Pod = z.infer<typeof podForm>
type Container = z.infer<typeof container>
type ContainerStatus = z.infer<typeof containerStatus>

export interface PodPlace {
  readonly namespace: string
  readonly pod: string
}

const pods = { group: '', version: 'v1', resource: 'pods' }

export function podPath({ namespace, pod }: PodPlace, subresource?: string): string {
  return resourcePath(pods, {
    namespace,
    name: pod,
    ...(subresource === undefined ? {} : { subresource }),
  })
}

export function readPodForm(value: unknown): Pod | null {
  return podForm.safeParse(value).data ?? null
}

/** @throws AppError */
export async function readPod({ session }: ApiClient, place: PodPlace, signal: AbortSignal): Promise<Pod> {
  const purpose = `read pod ${place.pod} in namespace ${place.namespace}`
  const response = await session.request({ method: 'GET', path: podPath(place), purpose, signal })
  const pod = readPodForm(await response.json())
  if (pod === null) throw new AppError({ kind: 'serverFault', resource: purpose, message: 'This is no pod.' })
  return pod
}

/** The same, or null for who may not read pods: running a command is another right. */
export async function readPodIfAllowed(
  api: ApiClient,
  place: PodPlace,
  signal: AbortSignal,
): Promise<Pod | null> {
  try {
    return await readPod(api, place, signal)
  } catch (error) {
    if (isAppError(error) && error.body.kind === 'denied') return null
    throw error
  }
}

/** Source of the annotation: kubectl, pkg/cmd/util/podcmd. */
const defaultContainer = 'kubectl.kubernetes.io/default-container'

/**
 * The container that is meant: the one that is named, else that of the annotation, else the first.
 * @throws AppError `gone` where the pod has none of that name
 */
export function containerOf(pod: Pod, named: string): Container {
  const { containers, initContainers, ephemeralContainers } = pod.spec
  const all = [...containers, ...initContainers, ...ephemeralContainers]
  const chosen =
    named === ''
      ? (all.find(({ name }) => name === pod.metadata.annotations[defaultContainer]) ?? containers[0])
      : all.find(({ name }) => name === named)
  if (chosen !== undefined) return chosen
  const message = `Pod ${pod.metadata.name} has no container ${named}.`.replace('  ', ' ')
  throw new AppError({ kind: 'gone', reason: 'ContainerNotFound', message })
}

export function stateOf(pod: Pod, name: string): ContainerStatus['state'] {
  return statusOf(pod, name)?.state ?? {}
}

export function restartsOf(pod: Pod, name: string): number {
  return statusOf(pod, name)?.restartCount ?? 0
}

/** Exit code of the run of a container that was its `restarts`th; null while it runs, and where nobody told. */
export function exitCodeOf(pod: Pod, name: string, restarts: number): number | null {
  const status = statusOf(pod, name)
  if (status === undefined) return null
  const ended = status.restartCount > restarts ? status.lastState.terminated : status.state.terminated
  return ended?.exitCode ?? null
}

function statusOf({ status }: Pod, name: string): ContainerStatus | undefined {
  const { containerStatuses, initContainerStatuses, ephemeralContainerStatuses } = status
  const all = [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses]
  return all.find(found => found.name === name)
}

/** Why nothing can be run in a container now; null where it runs. */
export function whyNotRunning(pod: Pod, name: string): AppErrorBody | null {
  const { running, waiting, terminated } = stateOf(pod, name)
  if (running !== undefined) return null
  const who = `Container ${name} of pod ${pod.metadata.name}`
  const body = { kind: 'gone', reason: 'ContainerNotRunning' } as const
  if (terminated !== undefined) {
    const how = terminated.reason === '' ? '' : ` (${terminated.reason})`
    return { ...body, message: `${who} has ended with exit code ${terminated.exitCode}${how}.` }
  }
  if (waiting !== undefined) return { ...body, ...waitingInWords(who, waiting) }
  const phase = pod.status.phase === '' ? '' : ` The pod is ${pod.status.phase}.`
  return { ...body, message: `${who} does not run yet.${phase}` }
}

/** What a container waits for, with what the node says of it beside. */
export function waitingInWords(
  who: string,
  { reason, message }: { readonly reason: string; readonly message: string },
): Pick<AppErrorBody, 'message' | 'causes'> {
  const why = reason === '' ? '' : `: ${reason}`
  return { message: `${who} is waiting${why}.`, ...(message === '' ? {} : { causes: [message] }) }
}

const nodes = { group: '', version: 'v1', resource: 'nodes' }
const osLabel = 'kubernetes.io/os'

/** Whether the pod itself says that it is one of Windows. */
export function saysWindows({ spec }: Pod): boolean {
  return spec.os.name === 'windows' || spec.nodeSelector[osLabel] === 'windows'
}

/** Whether its node is one of Windows; false where that cannot be read. */
export async function isOnWindows(
  { session }: ApiClient,
  { spec }: Pod,
  signal: AbortSignal,
): Promise<boolean> {
  if (spec.nodeName === '') return false
  const path = resourcePath(nodes, { name: spec.nodeName })
  try {
    const answer = await session.request({
      method: 'GET',
      path,
      purpose: `read node ${spec.nodeName}`,
      signal,
    })
    const node = z.object({ metadata: z.object({ labels }) }).safeParse(await answer.json())
    return node.data?.metadata.labels[osLabel] === 'windows'
  } catch (error) {
    if (isAppError(error) && !signal.aborted) return false
    throw error
  }
}

/** @throws AppError `gone` in words where nothing can be run in it now */
export function runningContainer(pod: Pod, named: string): string {
  const { name } = containerOf(pod, named)
  const why = whyNotRunning(pod, name)
  if (why !== null) throw new AppError(why)
  return name
}
