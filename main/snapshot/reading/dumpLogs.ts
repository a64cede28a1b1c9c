import { type FileHandle, open } from 'node:fs/promises'
import { notInDump } from '../../../shared/errors/index.ts'
import type { LogRequest, PodLogs } from '../server/index.ts'
import { StatusError } from '../server/index.ts'
import type { LogBytes, LogFile, LogFiles } from './logFiles.ts'
import { failureWords } from './problems.ts'

const pieceBytes = 256 * 1024
const newline = 0x0a

/** Serves the logs that a dump has; of all others it says that it has none. */
export function dumpPodLogs(files: LogFiles): PodLogs {
  return { read: request => readDumped(files, request) }
}

async function* readDumped(files: LogFiles, request: LogRequest): AsyncGenerator<Uint8Array> {
  const { pod, container, isPrevious, tailLines, signal } = request
  const { namespace = '', name } = pod.metadata
  const file = files.find(namespace, name, container, isPrevious)
  if (file === null) throw noLog(request)
  const reader = await readerOf(file.bytes)
  try {
    const range = file.container === '' ? await sectionOf(reader, file, container) : whole(reader)
    if (range === null) throw noLog(request)
    const begin = tailLines === null ? range.begin : await tailBegin(reader, range, tailLines)
    for await (const piece of piecesOf(reader, { begin, end: range.end })) {
      if (signal.aborted) return
      yield shown(piece, request)
    }
  } finally {
    await reader.close()
  }
}

function noLog({ pod, container, isPrevious }: LogRequest): StatusError {
  const what = isPrevious ? 'log of an earlier run' : 'log'
  return new StatusError(
    404,
    notInDump,
    `The dump holds no ${what} of container ${container} in pod ${pod.metadata.name}. Whether the cluster has one cannot be told.`,
  )
}

interface Reader {
  readonly size: number
  read(at: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

interface Range {
  readonly begin: number
  readonly end: number
}

const whole = ({ size }: Reader): Range => ({ begin: 0, end: size })

async function readerOf(bytes: LogBytes): Promise<Reader> {
  if (bytes.type === 'memory')
    return {
      size: bytes.bytes.length,
      read: async (at, length) => bytes.bytes.subarray(at, at + length),
      close: async () => undefined,
    }
  let handle: FileHandle
  try {
    handle = await open(bytes.path)
  } catch (error) {
    throw new StatusError(
      500,
      'InternalError',
      `The log cannot be read from the dump: ${failureWords(error)}.`,
    )
  }
  const { size } = await handle.stat()
  return {
    size,
    read: async (at, length) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      return buffer.subarray(0, bytesRead)
    },
    close: () => handle.close(),
  }
}

/** Whole lines, several at once. */
async function* piecesOf(reader: Reader, { begin, end }: Range): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for (let at = begin; at < end; at += pieceBytes) {
    const read = await reader.read(at, Math.min(pieceBytes, end - at))
    // Shorter than it was: somebody writes to the dump.
    if (read.length === 0) break
    const bytes = rest.length === 0 ? read : Buffer.concat([rest, read])
    const last = bytes.lastIndexOf(newline) + 1
    rest = Buffer.from(bytes.subarray(last))
    if (last > 0) yield bytes.subarray(0, last)
  }
  if (rest.length > 0) yield Buffer.concat([rest, Buffer.from('\n')])
}

/** Where the last lines begin. */
async function tailBegin(reader: Reader, { begin, end }: Range, lines: number): Promise<number> {
  // A newline at the very end ends the last line and begins none.
  let wanted = lines + (lines === 0 ? 0 : 1)
  if (lines === 0) return end
  for (let at = end; at > begin; ) {
    const from = Math.max(begin, at - pieceBytes)
    const bytes = await reader.read(from, at - from)
    if (at === end && bytes.at(-1) !== newline) wanted--
    for (let place = bytes.lastIndexOf(newline); place >= 0; place = bytes.lastIndexOf(newline, place - 1)) {
      if (--wanted === 0) return from + place + 1
      if (place === 0) break
    }
    at = from
  }
  return begin
}

/** The part of a pod's file that belongs to one container, between its two marks. */
async function sectionOf(
  reader: Reader,
  { namespace, pod }: LogFile,
  container: string,
): Promise<Range | null> {
  const start = `==== START logs for container ${container} of pod ${namespace}/${pod} ====`
  const stop = `==== END logs for container ${container} of pod ${namespace}/${pod} ====`
  let begin: number | null = null
  let at = 0
  for await (const piece of piecesOf(reader, whole(reader))) {
    if (begin === null) {
      const found = piece.indexOf(`${start}\n`)
      if (found >= 0) begin = at + found + start.length + 1
    }
    const end = begin === null ? -1 : piece.indexOf(stop, Math.max(0, begin - at))
    if (begin !== null && end >= 0) return { begin, end: at + end }
    at += piece.length
  }
  // Cut off in the middle, or without any marks: the pod has one container then.
  if (begin !== null) return { begin, end: reader.size }
  return at > 0 && !(await hasMarks(reader)) ? whole(reader) : null
}

async function hasMarks(reader: Reader): Promise<boolean> {
  return (await reader.read(0, pieceBytes)).includes('==== START logs for container ')
}

const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) /

/** Times stand in front of the lines, or they do not: those that are not there cannot be given. */
function shown(piece: Buffer, { hasTimes, since }: LogRequest): Uint8Array {
  if (hasTimes && since === null) return piece
  const lines = piece.toString('latin1').split('\n').slice(0, -1)
  let last = Number.POSITIVE_INFINITY
  const kept = lines.flatMap(line => {
    const [head = '', written] = time.exec(line) ?? []
    if (written !== undefined) last = Date.parse(written)
    if (since !== null && last < since) return []
    return [`${hasTimes ? line : line.slice(head.length)}\n`]
  })
  return Buffer.from(kept.join(''), 'latin1')
}
