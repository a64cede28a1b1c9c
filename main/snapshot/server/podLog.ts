import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { quoteGo } from '../../../shared/words/index.ts'
import { readCount, readFlag } from './query.ts'
import { badRequest, StatusError } from './status.ts'

/** What is asked of a container's log. */
export interface LogRequest {
  readonly pod: KubeObject
  readonly container: string
  readonly isPrevious: boolean
  /** Null: all there is. */
  readonly tailLines: number | null
  /** Milliseconds since the epoch; null for no bound. */
  readonly since: number | null
  readonly hasTimes: boolean
  readonly follows: boolean
  /** Aborts when nobody reads on. */
  readonly signal: AbortSignal
}

/** The logs of a server's pods. */
export interface PodLogs {
  /** Parts of the text, whole lines or not. @throws StatusError where there is none */
  read(request: LogRequest): AsyncIterable<string | Uint8Array>
}

/**
 * Answers `GET pods/log` as the real server does, its refusals in its words. Sources: kubernetes,
 * pkg/registry/core/pod/strategy.go and pkg/kubelet/kubelet_pods.go.
 */
export async function sendPodLog(
  logs: PodLogs,
  pod: KubeObject,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
): Promise<void> {
  const bounds = readBounds(query, pod, now)
  const container = chosenContainer(pod, query.get('container') ?? '')
  const isPrevious = readFlag(query, 'previous')
  refuseUnbegun(pod, container, isPrevious)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const parts = logs.read({
    pod,
    container,
    isPrevious,
    tailLines: bounds.tailLines,
    since: bounds.since,
    hasTimes: readFlag(query, 'timestamps'),
    follows: readFlag(query, 'follow'),
    signal: gone.signal,
  })
  const iterator = parts[Symbol.asyncIterator]()
  // What refuses does so before its first part.
  let next = await iterator.next()
  response.writeHead(200, { 'content-type': 'text/plain', date: new Date(now).toUTCString() })
  if (request.method === 'HEAD') response.end()
  else response.flushHeaders()
  let left = bounds.limitBytes ?? Number.POSITIVE_INFINITY
  while (next.done !== true && left > 0 && !gone.signal.aborted) {
    const bytes = Buffer.from(next.value).subarray(0, left)
    left -= bytes.length
    if (!response.write(bytes)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
    next = await iterator.next()
  }
  await iterator.return?.()
  response.end()
}

interface Bounds {
  readonly tailLines: number | null
  readonly since: number | null
  readonly limitBytes: number | null
}

/** @throws StatusError 400 for what cannot be read, 422 for what goes not together */
function readBounds(query: URLSearchParams, pod: KubeObject, now: number): Bounds {
  const tailLines = readCount(query, 'tailLines')
  const limitBytes = readCount(query, 'limitBytes')
  const seconds = readCount(query, 'sinceSeconds')
  const written = query.get('sinceTime') ?? ''
  // The API server hands the time on by the whole second.
  const time = written === '' ? null : Math.floor(Date.parse(written) / 1000) * 1000
  if (Number.isNaN(time)) throw badRequest(`parsing time ${quoteGo(written)}: not a time of RFC 3339`)
  if (limitBytes === 0) throw invalid(pod, 'limitBytes', 'Invalid value: 0: must be greater than 0')
  if (seconds === 0) throw invalid(pod, 'sinceSeconds', 'Invalid value: 0: must be greater than 0')
  if (seconds !== null && time !== null)
    throw invalid(pod, '', 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified')
  return { tailLines, limitBytes, since: seconds === null ? time : now - seconds * 1000 }
}

function invalid({ metadata }: KubeObject, field: string, message: string): StatusError {
  const where = field === '' ? '<nil>' : field
  return new StatusError(
    422,
    'Invalid',
    `PodLogOptions.core ${quoteGo(metadata.name)} is invalid: ${where}: ${message}`,
    {
      details: { name: metadata.name, kind: 'PodLogOptions', causes: [{ message, field: where }] },
    },
  )
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (isMapping(value) ? value : {})
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const namesIn = (value: unknown): readonly string[] => listOf(value).map(({ name }) => String(name ?? ''))

function chosenContainer({ metadata, spec }: KubeObject, asked: string): string {
  const { containers, initContainers, ephemeralContainers } = fieldsOf(spec)
  const names = namesIn(containers)
  const initNames = namesIn(initContainers)
  if (asked === '') {
    const [only] = names
    if (names.length === 1 && only !== undefined) return only
    const choice = names.length === 0 ? '' : `, choose one of: [${names.join(' ')}]`
    const orInit = initNames.length === 0 ? '' : ` or one of the init containers: [${initNames.join(' ')}]`
    throw badRequest(`a container name must be specified for pod ${metadata.name}${choice}${orInit}`)
  }
  if ([...names, ...initNames, ...namesIn(ephemeralContainers)].includes(asked)) return asked
  throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`)
}

/** Status of a container, of whatever sort it is. */
export function containerStatusOf({ status }: KubeObject, container: string): Fields {
  const { containerStatuses, initContainerStatuses, ephemeralContainerStatuses } = fieldsOf(status)
  const all = [containerStatuses, initContainerStatuses, ephemeralContainerStatuses].flatMap(listOf)
  return all.find(({ name }) => name === container) ?? {}
}

/** @throws StatusError 400 for a container that has no log yet, or no run before this one */
function refuseUnbegun(pod: KubeObject, container: string, isPrevious: boolean): void {
  const status = containerStatusOf(pod, container)
  const { running, terminated, waiting } = fieldsOf(status.state)
  const hasLast = isMapping(fieldsOf(status.lastState).terminated)
  const names = `container ${quoteGo(container)} in pod ${quoteGo(pod.metadata.name)}`
  if (isPrevious) {
    if (!hasLast) throw badRequest(`previous terminated ${names} not found`)
  } else if (!isMapping(running) && !isMapping(terminated) && !hasLast && isMapping(waiting))
    throw badRequest(`${names} is waiting to start: ${waitingWords(String(waiting.reason ?? ''))}`)
}

function waitingWords(reason: string): string {
  if (reason === 'ErrImagePull') return "image can't be pulled"
  return reason === 'ImagePullBackOff' ? 'trying and failing to pull image' : reason
}
