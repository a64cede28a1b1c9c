import type { LogSpan } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'

/** Characters from `from` to `to` (exclusive) that the search meets. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** A stretch of text in one look, hidden characters marked. */
export interface Segment {
  readonly text: string
  /** Names of classes: `color3`, `background4`, `bold`, `italic`, `underlined`, `dim`, `hit`. */
  readonly looks: readonly string[]
}

/**
 * A line cut where its look changes.
 * @param spans cover the text from its begin
 * @param hits in order, not overlapping
 */
export function segmentsOf(
  text: string,
  spans: readonly LogSpan[],
  hits: readonly TextRange[],
): readonly Segment[] {
  const edges = new Set([0, text.length])
  const starts: { readonly at: number; readonly looks: readonly string[] }[] = []
  let at = 0
  for (const span of spans) {
    if (at >= text.length) break
    starts.push({ at, looks: looksOf(span) })
    edges.add(at)
    at += span.length
  }
  if (at < text.length) {
    starts.push({ at, looks: [] })
    edges.add(at)
  }
  for (const { from, to } of hits) edges.add(from).add(Math.min(to, text.length))
  const cuts = [...edges].filter(edge => edge <= text.length).sort((a, b) => a - b)
  const segments: Segment[] = []
  let span = 0
  for (let index = 0; index + 1 < cuts.length; index++) {
    const from = cuts[index] ?? 0
    const to = cuts[index + 1] ?? 0
    while ((starts[span + 1]?.at ?? Number.POSITIVE_INFINITY) <= from) span += 1
    const looks = starts[span]?.looks ?? []
    const isHit = hits.some(hit => hit.from <= from && to <= hit.to)
    segments.push({ text: visibleText(text.slice(from, to)), looks: isHit ? [...looks, 'hit'] : looks })
  }
  return segments
}

function looksOf(span: LogSpan): readonly string[] {
  const looks: string[] = []
  if (span.color !== undefined) looks.push(`color${span.color}`)
  if (span.background !== undefined) looks.push(`background${span.background}`)
  if (span.isBold) looks.push('bold')
  if (span.isDim) looks.push('dim')
  if (span.isItalic) looks.push('italic')
  if (span.isUnderlined) looks.push('underlined')
  return looks
}
