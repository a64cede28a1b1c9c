import type { TraceStep } from '../../../shared/admission/index.ts'
import { compare, type DiffRow, diffLines, yamlLines } from '../../../shared/diff/index.ts'

/** One line of an object's way. */
export interface OriginLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Index of the step that wrote the line or took it away; null where none did. */
  readonly step: number | null
}

type Objects = readonly unknown[]

/** A step of the trace that changed the object, with its index. */
export interface ChangingStep {
  readonly index: number
  readonly before: number
  readonly after: number
}

export function changingSteps(steps: readonly TraceStep[]): readonly ChangingStep[] {
  return steps.flatMap(({ change }, index) =>
    change === undefined ? [] : [{ index, before: change.before, after: change.after }],
  )
}

/** What one step did to the object. */
export function linesOfStep(objects: Objects, step: ChangingStep): readonly OriginLine[] {
  const rows = rowsBetween(objects[step.before], objects[step.after])
  return unified(
    rows,
    () => step.index,
    () => step.index,
  )
}

/**
 * The object as it was sent and as the last change left it, each line with the step that wrote it.
 * Lines are followed from one object to the next, so that a line keeps its writer wherever it moves.
 */
export function linesOfWay(objects: Objects, changes: readonly ChangingStep[]): readonly OriginLine[] {
  const [first] = objects
  const last = objects[changes.at(-1)?.after ?? 0]
  if (changes.length === 0)
    return isAbsent(first)
      ? []
      : yamlLines(first).map(({ text }) => ({ kind: 'same' as const, text, step: null }))
  const { writers, removers } = followed(objects, changes)
  return unified(
    rowsBetween(first, last),
    number => writers.get(number) ?? null,
    number => removers.get(number) ?? null,
  )
}

interface Followed {
  /** By line of the last object, from 1. */
  readonly writers: ReadonlyMap<number, number>
  /** By line of the first object, from 1. */
  readonly removers: ReadonlyMap<number, number>
}

function followed(objects: Objects, changes: readonly ChangingStep[]): Followed {
  let writers = new Map<number, number>()
  const removers = new Map<number, number>()
  /** Line of the first object by line of the present one. */
  let origin: Map<number, number> | null = null
  for (const { index, before, after } of changes) {
    const nextWriters = new Map<number, number>()
    const nextOrigin = new Map<number, number>()
    for (const row of rowsBetween(objects[before], objects[after])) {
      const from = row.before?.number
      const to = row.after?.number
      const first = from === undefined ? undefined : origin === null ? from : origin.get(from)
      if (row.kind !== 'same') {
        if (first !== undefined) removers.set(first, index)
        if (to !== undefined) nextWriters.set(to, index)
        continue
      }
      if (from === undefined || to === undefined) continue
      const writer = writers.get(from)
      if (writer !== undefined) nextWriters.set(to, writer)
      if (first !== undefined) nextOrigin.set(to, first)
    }
    writers = nextWriters
    origin = nextOrigin
  }
  return { writers, removers }
}

function rowsBetween(before: unknown, after: unknown): readonly DiffRow[] {
  return diffLines(compare(before ?? {}, after ?? {}))
}

function isAbsent(object: unknown): boolean {
  return object === null || object === undefined
}

/** Two columns as one: of a run of changes what was before comes first. */
function unified(
  rows: readonly DiffRow[],
  writer: (number: number) => number | null,
  remover: (number: number) => number | null,
): readonly OriginLine[] {
  const lines: OriginLine[] = []
  let added: OriginLine[] = []
  let wasAdded = false
  const flush = () => {
    lines.push(...added)
    added = []
  }
  for (const { kind, before, after } of rows) {
    if (kind === 'same') {
      flush()
      wasAdded = false
      if (after !== null) lines.push({ kind, text: after.text, step: null })
      continue
    }
    if (before !== null && wasAdded) flush()
    wasAdded = before === null
    if (before !== null) lines.push({ kind: 'removed', text: before.text, step: remover(before.number) })
    if (after !== null) added.push({ kind: 'added', text: after.text, step: writer(after.number) })
  }
  flush()
  return lines
}

/** A run of lines, or lines that did not change and fold away. */
export type Folded =
  | { readonly type: 'lines'; readonly from: number; readonly to: number }
  | { readonly type: 'fold'; readonly from: number; readonly to: number }

/** Folds what did not change; two lines around each change stay. */
export function foldLines(lines: readonly OriginLine[], around = 2): readonly Folded[] {
  const near = new Uint8Array(lines.length)
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') near.fill(1, Math.max(0, at - around), at + around + 1)
  const parts: Folded[] = []
  for (let from = 0; from < lines.length; ) {
    let to = from
    while (to < lines.length && near[to] === near[from]) to++
    // Folding three lines away would save nothing.
    const isFold = near[from] === 0 && to - from > 3
    const last = parts.at(-1)
    if (!isFold && last?.type === 'lines') parts[parts.length - 1] = { ...last, to }
    else parts.push({ type: isFold ? 'fold' : 'lines', from, to })
    from = to
  }
  return parts
}
