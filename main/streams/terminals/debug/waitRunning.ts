import { AppError, type AppErrorBody } from '../../../../shared/errors/index.ts'
import type { Clock } from '../../../../shared/flow/index.ts'
import type { ApiClient } from '../../../api/index.ts'
import { type Pod, type PodPlace, readPod, stateOf, waitingInWords } from '../pod.ts'

/** An image of some hundred megabytes has to come first. */
const patienceMillis = 120_000
const pauseMillis = 400

/** Reasons with which a kubelet says that a container will not start as it is. */
const hopeless = new Set([
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'CrashLoopBackOff',
])

interface Waiting {
  readonly api: ApiClient
  readonly place: PodPlace
  readonly container: string
  readonly clock: Clock
  /** Told in a sentence what is waited for. */
  readonly report: (progress: string) => void
  readonly signal: AbortSignal
}

/**
 * Waits until a container runs, two minutes at most.
 * @throws AppError with the node's own reason where it will not; `ContainerEnded` where it is over already
 */
export async function waitRunning({ api, place, container, clock, report, signal }: Waiting): Promise<Pod> {
  const until = clock.elapsed() + patienceMillis
  let said = ''
  for (;;) {
    const pod = await readPod(api, place, signal)
    const problem = whyHopeless(pod, container)
    if (problem !== null) throw new AppError(problem)
    const { running, waiting } = stateOf(pod, container)
    if (running !== undefined) return pod
    const { message, causes } = waitingInWords(
      `Container ${container} of pod ${place.pod}`,
      waiting ?? { reason: '', message: '' },
    )
    if (message !== said) report(message)
    said = message
    if (clock.elapsed() > until) throw new AppError(tooLate(message, causes))
    await pause(clock, signal)
  }
}

function whyHopeless(pod: Pod, container: string): AppErrorBody | null {
  const who = `Container ${container} of pod ${pod.metadata.name}`
  const { waiting, terminated } = stateOf(pod, container)
  if (terminated !== undefined) {
    const message = `${who} has ended with exit code ${terminated.exitCode} before the terminal was there.`
    return { kind: 'gone', reason: 'ContainerEnded', message, ...causesOf(terminated.message) }
  }
  if (waiting !== undefined && hopeless.has(waiting.reason)) {
    const message = `${who} does not start: ${waiting.reason}.`
    return { kind: 'invalid', reason: waiting.reason, message, ...causesOf(waiting.message) }
  }
  if (pod.status.phase !== 'Failed') return null
  const { reason, message } = pod.status
  const why = reason === '' ? '' : `: ${reason}`
  return {
    kind: 'invalid',
    reason: 'PodFailed',
    message: `Pod ${pod.metadata.name} has failed${why}.`,
    ...causesOf(message),
  }
}

function causesOf(message: string): Pick<AppErrorBody, 'causes'> {
  return message === '' ? {} : { causes: [message] }
}

function tooLate(message: string, causes: readonly string[] | undefined): AppErrorBody {
  return {
    kind: 'unreachable',
    reason: 'NotStarted',
    message: `${message} It did not start within two minutes.`,
    ...(causes === undefined ? {} : { causes }),
  }
}

async function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = clock.after(pauseMillis, resolve)
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await promise
  } finally {
    timer.cancel()
    signal.removeEventListener('abort', abort)
  }
}
