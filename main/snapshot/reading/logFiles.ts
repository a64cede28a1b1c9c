import { asBuffer } from './bytes.ts'

/** A log of the dump: a file on disk, or the end of one that is packed in an archive. */
export type LogBytes =
  | { readonly type: 'disk'; readonly path: string }
  | {
      readonly type: 'memory'
      readonly bytes: Buffer
      /** Bytes of the file before these. */
      readonly missing: number
    }

interface LogPlace {
  readonly namespace: string
  readonly pod: string
  /** Empty: the file holds the logs of all containers, each between two lines that say so. */
  readonly container: string
  readonly isPrevious: boolean
}

export interface LogFile extends LogPlace {
  readonly bytes: LogBytes
}

/** Bytes that are kept of one packed log, and of all of them. */
const mostOfOne = 1024 * 1024
const mostOfAll = 96 * 1024 * 1024

/** The logs of containers that a dump has. Files on disk are looked into when somebody asks. */
export class LogFiles {
  readonly #files = new Map<string, LogFile>()
  #kept = 0
  /** Packed logs of which only the end is kept, and those of which nothing is. */
  cut = 0
  left = 0

  get size(): number {
    return this.#files.size
  }

  /** Takes a file on disk if it is the log of a container. */
  takeDisk(path: string): boolean {
    const place = logPlace(path)
    if (place === null) return false
    this.#put({ ...place, bytes: { type: 'disk', path } })
    return true
  }

  /** Takes a file of an archive if it is the log of a container; reads it then. */
  async takePacked(name: string, source: AsyncIterable<Uint8Array>): Promise<boolean> {
    const place = logPlace(name)
    if (place === null) return false
    if (this.#kept >= mostOfAll) {
      this.left++
      return true
    }
    const { bytes, missing } = await endOf(source)
    if (missing > 0) this.cut++
    this.#kept += bytes.length
    this.#put({ ...place, bytes: { type: 'memory', bytes, missing } })
    return true
  }

  /** The log of a container; that of its whole pod where there is no other. */
  find(namespace: string, pod: string, container: string, isPrevious: boolean): LogFile | null {
    const whole = isPrevious
      ? null
      : (this.#files.get(keyOf({ namespace, pod, container: '', isPrevious })) ?? null)
    return this.#files.get(keyOf({ namespace, pod, container, isPrevious })) ?? whole
  }

  #put(file: LogFile): void {
    this.#files.set(keyOf(file), file)
  }
}

function keyOf({ namespace, pod, container, isPrevious }: LogPlace): string {
  return [namespace, pod, container, isPrevious].join('/')
}

/** Keeps the end, from a line's begin on. */
async function endOf(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: Buffer; readonly missing: number }> {
  let chunks: Buffer[] = []
  let length = 0
  let total = 0
  for await (const chunk of source) {
    chunks.push(asBuffer(chunk))
    length += chunk.length
    total += chunk.length
    while (length - (chunks[0]?.length ?? 0) >= mostOfOne) {
      length -= chunks[0]?.length ?? 0
      chunks = chunks.slice(1)
    }
  }
  const kept = Buffer.concat(chunks)
  if (total <= mostOfOne) return { bytes: kept, missing: 0 }
  const end = kept.subarray(Math.max(0, kept.length - mostOfOne))
  const line = end.indexOf(0x0a) + 1
  // A copy: the end alone is kept.
  return { bytes: Buffer.from(end.subarray(line)), missing: total - end.length + line }
}

const name = '[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?'
/** As `oc adm inspect` and must-gather lay them out. */
const inspected = new RegExp(
  `(?:^|/)namespaces/(${name})/pods/(${name})/(${name})/${name}/logs/(current|previous)(?:\\.insecure)?\\.log$`,
)
/** As `kubectl cluster-info dump --output-directory` does: one file for all containers of a pod. */
const dumped = new RegExp(`(?:^|/)(${name})/(${name})/logs\\.txt$`)

/** Whose log a file is, by its place; null for every other file. */
export function logPlace(label: string): LogPlace | null {
  const slashed = label.replaceAll('\\', '/')
  const [, namespace, pod, container, which] = inspected.exec(slashed) ?? []
  if (namespace !== undefined && pod !== undefined && container !== undefined)
    return { namespace, pod, container, isPrevious: which === 'previous' }
  const [, space, owner] = dumped.exec(slashed) ?? []
  return space === undefined || owner === undefined
    ? null
    : { namespace: space, pod: owner, container: '', isPrevious: false }
}
