import type { Clock } from '../../../shared/flow/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { containerStatusOf, type LogRequest, type PodLogs } from '../server/index.ts'
import { type Voice, voiceOf } from './voices.ts'

interface Line {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly text: string
}

/** One life of a container. */
interface Run {
  readonly seed: string
  readonly begin: number
  /** Null while it runs. */
  readonly end: number | null
  readonly hasFailed: boolean
}

/** A node keeps no more of a log than this, as if older files were rotated away. */
const keptWords = 5000

/**
 * The logs of the sample's pods. A container's words are a function of its pod and of time, so that whoever
 * asks again gets the same lines.
 */
export function samplePodLogs(clock: Clock): PodLogs {
  return { read: request => readSample(request, clock) }
}

async function* readSample(request: LogRequest, clock: Clock): AsyncGenerator<string> {
  const { pod, container, isPrevious, tailLines, follows, signal } = request
  const run = runOf(pod, container, isPrevious)
  const voice = voiceOf(container)
  let until = clock.now()
  const lines = linesBetween(pod, voice, run, request.since ?? 0, until)
  const shown = tailLines === null ? lines : lines.slice(Math.max(0, lines.length - tailLines))
  yield shown.map(line => textOf(line, request.hasTimes)).join('')
  while (follows && run.end === null && !signal.aborted) {
    await pause(clock, voice.period / 2, signal)
    const now = clock.now()
    // What begins at `until` was not told: words are told once their time is over.
    const fresh = linesBetween(pod, voice, run, until, now).filter(({ at }) => at >= until)
    until = now
    if (fresh.length > 0) yield fresh.map(line => textOf(line, request.hasTimes)).join('')
  }
}

function runOf(pod: KubeObject, container: string, isPrevious: boolean): Run {
  const status = containerStatusOf(pod, container)
  const state = isMapping(status.state) ? status.state : {}
  const last = isMapping(status.lastState) ? status.lastState.terminated : undefined
  const present = state.running ?? state.terminated ?? last
  const of = isPrevious ? last : present
  const fields = isMapping(of) ? of : {}
  const begin = Date.parse(String(fields.startedAt ?? pod.metadata.creationTimestamp ?? '')) || 0
  const end = Date.parse(String(fields.finishedAt ?? '')) || null
  const hasFailed = Number(fields.exitCode ?? 0) !== 0
  return { seed: `${pod.metadata.uid}/${container}/${begin}`, begin, end, hasFailed }
}

/** Lines whose time lies from `from` on and before `until`. */
function linesBetween(pod: KubeObject, voice: Voice, run: Run, from: number, until: number): readonly Line[] {
  const end = Math.min(until, run.end ?? until)
  const { period } = voice
  const last = Math.floor(end / period)
  const first = Math.max(Math.floor(Math.max(from, run.begin) / period), last - keptWords)
  const lines: Line[] =
    first <= Math.floor(run.begin / period) ? wordsAt(voice.begin, 'begin', run.begin, pod, run) : []
  for (let word = first; word <= last; word++) {
    const at = word * period + Math.floor(numbers(`${run.seed}@${word}`)() * period * 0.8)
    if (at > run.begin) lines.push(...wordsAt(voice.goOn, `${word}`, at, pod, run))
  }
  if (run.hasFailed && run.end !== null && voice.fail !== undefined)
    lines.push(...wordsAt(voice.fail, 'fail', run.end - 50, pod, run))
  return lines.filter(({ at }) => at >= from && at < end)
}

function wordsAt(say: Voice['goOn'], word: string, at: number, pod: KubeObject, { seed }: Run): Line[] {
  const random = numbers(`${seed}/${word}`)
  return say({ random, now: at, pod: pod.metadata.name }).map((text, index) => ({ at: at + index, text }))
}

/** RFC 3339 with nanoseconds, as containerd writes it. */
function textOf({ at, text }: Line, hasTimes: boolean): string {
  if (!hasTimes) return `${text}\n`
  const nanoseconds = String(Math.floor(numbers(`${at}${text}`)() * 1_000_000)).padStart(6, '0')
  return `${new Date(at).toISOString().slice(0, -1)}${nanoseconds}Z ${text}\n`
}

/** Numbers in [0, 1), the same for the same text (FNV-1a, mulberry32). */
function numbers(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const over = (): void => {
      timer.cancel()
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = clock.after(milliseconds, over)
    signal.addEventListener('abort', over)
    if (signal.aborted) over()
  })
}
