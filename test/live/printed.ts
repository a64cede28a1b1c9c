/**
 * What kubectl prints, taken apart, and the rows of a view held against it. Ages tick: such a cell is
 * right when it reads the same at some moment while kubectl was asked.
 */
import type { Cell, Column, TableFrame } from '../../shared/ipc/index.ts'
import { formatAge, parseAge, parseAgo } from '../../shared/kube/index.ts'
import type { OpenStream } from '../client/index.ts'
import { TableReceiver } from '../client/table.ts'
import type { Cluster } from '../cluster/harness/index.ts'

/** A table as kubectl prints it. */
export interface Printed {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Columns begin where the names of the header do; names hold single spaces at most. */
export function parsePrinted(text: string): Printed {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const names = [...header.matchAll(/\S+(?: \S+)*/g)]
  const starts = names.map(({ index }) => index)
  const rows = lines.map(line => starts.map((start, column) => line.slice(start, starts[column + 1]).trim()))
  return { header: names.map(([name]) => name), rows }
}

export interface Asked extends Printed {
  /** Between these moments kubectl read the ages, in milliseconds since the epoch. */
  readonly from: number
  readonly to: number
}

export async function askKubectl(cluster: Cluster, kind: string, ...more: readonly string[]): Promise<Asked> {
  const from = Date.now()
  const { stdout, stderr, code } = await cluster.kubectl(['get', kind, '-A', '-o', 'wide', ...more])
  if (code !== 0) throw new Error(`kubectl get ${kind}: ${stderr}`)
  return { ...parsePrinted(stdout), from, to: Date.now() }
}

/** Times of the server are whole seconds, and an age that was sent has lost up to another. */
const ageTolerance = 2000

/** Texts that a cell may have had while kubectl was asked. */
export function textsOf(
  cell: Cell,
  type: Column['type'],
  { from, to }: Pick<Asked, 'from' | 'to'>,
): readonly string[] {
  const isMoment = type === 'date' && typeof cell === 'number'
  if (!isMoment && (typeof cell !== 'object' || cell === null)) return [cell === null ? '' : String(cell)]
  const { prefix, since, suffix } = isMoment
    ? { prefix: '', since: cell, suffix: '' }
    : (cell as Exclude<Cell, string | number | boolean | null>)
  const texts = new Set<string>()
  for (let now = from - ageTolerance; now <= to + ageTolerance; now += 250)
    texts.add(`${prefix}${formatAge(now - since)}${suffix}`)
  return [...texts]
}

/** What differs between a view and kubectl, in words; empty when nothing does. */
export function differences(receiver: TableReceiver, asked: Asked): readonly string[] {
  const { frame } = receiver
  if (frame === null) return ['the view has no frame yet']
  const header = frame.columns.map(({ name }) => name.toUpperCase())
  if (asked.header.length > 0 && header.join('|') !== asked.header.join('|'))
    return [`columns ${header.join('|')} instead of ${asked.header.join('|')}`]
  if (frame.total !== asked.rows.length) return [`${frame.total} rows instead of ${asked.rows.length}`]
  const identity = ['NAMESPACE', 'NAME'].map(name => header.indexOf(name)).filter(index => index >= 0)
  const keyOf = (cells: readonly string[]): string => identity.map(index => cells[index]).join('/')
  const wanted = new Map(asked.rows.map(row => [keyOf(row), row]))
  const found: string[] = []
  for (const { cells } of receiver.window()) {
    const texts = frame.columns.map(({ type }, index) => textsOf(cells[index] ?? null, type, asked))
    const row = wanted.get(keyOf(texts.map(([first = '']) => first)))
    if (row?.every((text, index) => reads(texts[index] ?? [], text)) === true) continue
    found.push(`${JSON.stringify(texts.map(([first]) => first))} instead of ${JSON.stringify(row)}`)
  }
  return found
}

/** kubectl cuts a cell at its first line break; the ends of lines are trimmed. */
function reads(texts: readonly string[], printed: string): boolean {
  return texts.some(text => {
    const [line = '', ...rest] = text.split('\n')
    return (rest.length > 0 ? `${line}...` : line).trim() === printed
  })
}

/** A view that is followed, with everything a test may ask of it. */
export interface Followed {
  readonly stream: OpenStream<'tables.view'>
  readonly receiver: TableReceiver
  close(): void
}

export function follow(open: (heard: (frame: TableFrame) => void) => OpenStream<'tables.view'>): Followed {
  const receiver = new TableReceiver()
  const stream = open(frame => receiver.apply(frame))
  return { stream, receiver, close: () => stream.close() }
}

/**
 * Waits until a view equals what kubectl prints. The cluster lives on, so both are asked again.
 * @returns the last differences; empty when they are equal
 */
export async function untilEqual(
  cluster: Cluster,
  kind: string,
  { receiver }: Followed,
  milliseconds = 15_000,
): Promise<readonly string[]> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const found = await askKubectl(cluster, kind).then(
      asked => differences(receiver, asked),
      (error: Error) => [error.message],
    )
    if (found.length === 0 || Date.now() > deadline) return found
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** How two printed tables differ; ages may be up to `span` milliseconds apart. */
export function sameRows(ours: Printed, theirs: Printed, span: number): readonly string[] {
  const show = (value: unknown): string => JSON.stringify(value)
  if (show(ours.header) !== show(theirs.header))
    return [`${show(ours.header)} instead of ${show(theirs.header)}`]
  if (ours.rows.length !== theirs.rows.length)
    return [`${ours.rows.length} rows instead of ${theirs.rows.length}`]
  return ours.rows.flatMap((row, index) => {
    const other = theirs.rows[index] ?? []
    const isSame = row.every((text, column) => isSameCell(text, other[column] ?? '', span))
    return isSame ? [] : [`${show(row)} instead of ${show(other)}`]
  })
}

function isSameCell(ours: string, theirs: string, span: number): boolean {
  if (ours === theirs) return true
  const [mine, other] = [ageIn(ours), ageIn(theirs)]
  return (
    mine !== null &&
    other !== null &&
    mine.rest === other.rest &&
    Math.abs(mine.age - other.age) <= span + ageTolerance
  )
}

function ageIn(text: string): { readonly rest: string; readonly age: number } | null {
  const ago = parseAgo(text)
  if (ago !== null) return { rest: `${ago.prefix}…${ago.suffix}`, age: ago.age }
  const age = parseAge(text)
  return age === null ? null : { rest: '', age }
}
