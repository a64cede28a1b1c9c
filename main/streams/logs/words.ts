import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { RunEnd } from './pods.ts'

export interface SourcePlace {
  readonly namespace: string
  readonly pod: string
  readonly container: string
}

/** What became of a request for a log. */
export type Refusal =
  /** It may be had later, without anybody doing anything. */
  | { readonly type: 'later'; readonly error: AppErrorBody }
  /** The container has not begun. */
  | { readonly type: 'waiting'; readonly error: AppErrorBody }
  | { readonly type: 'never'; readonly error: AppErrorBody }

/** Sorts what a server answers to a request for a log, in words that say what to do. */
export function refusalOf(error: AppErrorBody, place: SourcePlace): Refusal {
  const { message, kind } = error
  if (/waiting to start|no logs yet/.test(message))
    return { type: 'waiting', error: waitingFor(error, place) }
  if (/previous terminated container .* not found/.test(message))
    return { type: 'never', error: { ...error, message: noPrevious(place), causes: [message] } }
  if (kind === 'unreachable' || kind === 'throttled' || kind === 'loginNeeded')
    return { type: 'later', error }
  if (kind === 'serverFault') return { type: 'later', error: kubeletFault(error, place) }
  return { type: 'never', error }
}

function waitingFor(error: AppErrorBody, place: SourcePlace): AppErrorBody {
  const [, why = ''] = /waiting to start: (.+)$/s.exec(error.message) ?? []
  return waitingError(place, why, error)
}

/** A container that has not begun, as the server would say it. */
export function waitingError(
  place: SourcePlace,
  why: string,
  error: Partial<AppErrorBody> = {},
): AppErrorBody {
  const { pod, container } = place
  const reason = why === '' ? '' : `: ${why}`
  return {
    ...error,
    kind: 'invalid',
    message: `Container ${container} of pod ${pod} has not started${reason}.`.replace(/\.\.$/, '.'),
  }
}

function noPrevious({ pod, container }: SourcePlace): string {
  return `There is no earlier run of container ${container} in pod ${pod}: it was not restarted, or its node has removed that log.`
}

const unreachableKubelet =
  /dial tcp|connection refused|i\/o timeout|no route to host|x509|tls:|deadline exceeded|EOF/

function kubeletFault(error: AppErrorBody, { pod }: SourcePlace): AppErrorBody {
  if (!/containerLogs|kubelet|:10250/.test(error.message) || !unreachableKubelet.test(error.message))
    return error
  return {
    ...error,
    message: `The API server cannot reach the kubelet on the node of pod ${pod}, which holds its logs. It is tried again.`,
    causes: [error.message],
  }
}

/**
 * What a kubelet or a container runtime writes in place of a log, with status 200. Source: kubernetes,
 * pkg/kubelet/kuberuntime and kubelet_pods.go.
 */
const inPlaceOfLog =
  /^(?:unable to retrieve container logs for |failed to try resolving symlinks in path |failed to open log file |failed to watch |rpc error: code = |Error response from daemon: |failed to create fsnotify watcher)/

/** In a sentence what a line says that is no line of the container; null for all others. */
export function troubleText(line: string, { pod, container }: SourcePlace): string | null {
  if (!inPlaceOfLog.test(line)) return null
  const said = line.slice(0, 300)
  if (/fsnotify/.test(line))
    return `The node cannot follow the log of container ${container} in pod ${pod}: it has run out of inotify watches. It said: ${said}`
  return `The node has no log of container ${container} in pod ${pod} any more: it was removed or rotated away. It said: ${said}`
}

/** How a run ended, in a part of a sentence. */
export function endWords(end: RunEnd | null): string {
  if (end === null) return 'ended'
  const reason = end.reason === '' || end.reason === 'Error' ? '' : ` (${end.reason})`
  return end.exitCode === 0 ? `ended${reason}` : `ended with exit code ${end.exitCode}${reason}`
}

/** @param unseen runs that began and ended while nobody could read */
export function restartText({ container }: SourcePlace, end: RunEnd | null, unseen: number): string {
  const told = `Container ${container} ${endWords(end)} and was started again.`
  if (unseen <= 0) return told
  return `${told} ${counted(unseen, 'run')} in between came and went unread: ${unseen === 1 ? 'its' : 'their'} lines are missing here.`
}

export const gapText =
  'Lines may be missing here: the connection was lost, and the node’s log no longer reaches back to the last line that was read. It was rotated, or removed.'

export function goneText({ pod }: SourcePlace): string {
  return `The connection was lost and pod ${pod} is gone: its last lines may be missing.`
}
