import { alignSequences } from './align.ts'
import type { DiffItem, DiffNode } from './compare.ts'
import { type LinePath, writeField, writeItem, type YamlLine, yamlLines } from './yaml.ts'
import { yamlKey } from './yamlScalar.ts'

export interface DiffSide {
  /** From 1, in the print of that side. */
  readonly number: number
  readonly text: string
}

/** One row of a two-column view; a side is null where the other has a line of its own. */
export interface DiffRow {
  readonly kind: 'same' | 'changed' | 'added' | 'removed'
  readonly before: DiffSide | null
  readonly after: DiffSide | null
}

/** Rows `from` up to, not including, `to`. */
export interface DiffSegment {
  readonly type: 'rows' | 'fold'
  readonly from: number
  readonly to: number
}

/** Both values as YAML side by side, paired as the comparison paired them. */
export function diffLines(node: DiffNode): readonly DiffRow[] {
  const writer = new RowWriter()
  writer.root(node)
  return writer.rows
}

/**
 * Splits rows so that long unchanged runs fold away, with `context` unchanged rows kept around
 * each change. Runs that would hide fewer than four rows stay open.
 */
export function foldUnchanged(rows: readonly DiffRow[], context = 3): readonly DiffSegment[] {
  const segments: DiffSegment[] = []
  let shownFrom = 0
  let from = 0
  while (from < rows.length) {
    if (rows[from]?.kind !== 'same') {
      from++
      continue
    }
    let to = from
    while (to < rows.length && rows[to]?.kind === 'same') to++
    const foldFrom = from === 0 ? 0 : from + context
    const foldTo = to === rows.length ? to : to - context
    if (foldTo - foldFrom >= 4) {
      if (foldFrom > shownFrom) segments.push({ type: 'rows', from: shownFrom, to: foldFrom })
      segments.push({ type: 'fold', from: foldFrom, to: foldTo })
      shownFrom = foldTo
    }
    from = to
  }
  if (shownFrom < rows.length) segments.push({ type: 'rows', from: shownFrom, to: rows.length })
  return segments
}

/** What stands before the next line of each side: `- ` where an item begins, spaces after it. */
interface Leads {
  before: string
  after: string
}

type Write = (lead: string, lines: YamlLine[]) => void

type OpenNode = Extract<DiffNode, { type: 'fields' | 'items' }>

/** True when both sides have lines below; `{}` and `[]` stand on the line of their key. */
function isOpen(node: DiffNode): node is OpenNode {
  if (node.type !== 'fields' && node.type !== 'items') return false
  return [node.before, node.after].every(
    side => typeof side === 'object' && side !== null && Object.keys(side).length > 0,
  )
}

class RowWriter {
  readonly rows: DiffRow[] = []
  #before = 0
  #after = 0

  root(node: DiffNode): void {
    const leads = { before: '', after: '' }
    if (isOpen(node)) {
      if (node.type === 'fields') this.#fields(node, '', leads)
      else this.#items(node.items, '', leads)
    } else if (node.type === 'same') this.#same(yamlLines(node.before), yamlLines(node.after))
    else {
      const before = node.type === 'added' ? [] : yamlLines(node.before)
      this.#replaced(before, node.type === 'removed' ? [] : yamlLines(node.after))
    }
  }

  #fields(node: DiffNode & { type: 'fields' }, indent: string, leads: Leads): void {
    for (const { name, node: child } of node.fields) {
      const path: LinePath = { parent: null, element: name }
      if (isOpen(child)) {
        this.#header(`${yamlKey(name)}:`, indent, leads)
        const inner = child.type === 'fields' ? `${indent}  ` : indent
        const below = { before: inner, after: inner }
        if (child.type === 'fields') this.#fields(child, inner, below)
        else this.#items(child.items, inner, below)
      } else {
        const write =
          (value: unknown): Write =>
          (lead, lines) =>
            writeField(name, value, lead, indent, path, lines)
        this.#leaf(child, write, indent, leads)
      }
    }
  }

  #items(items: readonly DiffItem[], indent: string, leads: Leads): void {
    for (const { node } of items) {
      const inner = `${indent}  `
      if (isOpen(node)) {
        const below = { before: `${leads.before}- `, after: `${leads.after}- ` }
        if (node.type === 'fields') this.#fields(node, inner, below)
        else this.#items(node.items, inner, below)
        leads.before = indent
        leads.after = indent
      } else {
        const path: LinePath = { parent: null, element: 0 }
        const write =
          (value: unknown): Write =>
          (lead, lines) =>
            writeItem(value, lead, indent, path, lines)
        this.#leaf(node, write, indent, leads)
      }
    }
  }

  #leaf(node: DiffNode, write: (value: unknown) => Write, indent: string, leads: Leads): void {
    if (node.type === 'same' && node.isIdentical && leads.before === leads.after) {
      const lines: YamlLine[] = []
      write(node.after)(leads.after, lines)
      leads.before = indent
      leads.after = indent
      this.#same(lines, lines)
      return
    }
    const before: YamlLine[] = []
    const after: YamlLine[] = []
    if ('before' in node && node.before !== undefined) {
      write(node.before)(leads.before, before)
      leads.before = indent
    }
    if ('after' in node && node.after !== undefined) {
      write(node.after)(leads.after, after)
      leads.after = indent
    }
    if (node.type === 'same') this.#same(before, after)
    else this.#replaced(before, after)
  }

  /** `key:` of a field that both sides have; its lead may differ when items were added before it. */
  #header(label: string, indent: string, leads: Leads): void {
    this.#same([{ text: leads.before + label, path: null }], [{ text: leads.after + label, path: null }])
    leads.before = indent
    leads.after = indent
  }

  /** Equal on both sides, or present on one only and overlooked as a default. */
  #same(before: readonly YamlLine[], after: readonly YamlLine[]): void {
    for (let index = 0; index < Math.max(before.length, after.length); index++)
      this.#push('same', before[index], after[index])
  }

  #replaced(before: readonly YamlLine[], after: readonly YamlLine[]): void {
    const anchors = alignSequences(
      before.map(line => line.text),
      after.map(line => line.text),
    )
    let from = 0
    let to = 0
    for (const [nextFrom, nextTo] of [...anchors, [before.length, after.length] as const]) {
      while (from < nextFrom && to < nextTo) this.#push('changed', before[from++], after[to++])
      while (from < nextFrom) this.#push('removed', before[from++], undefined)
      while (to < nextTo) this.#push('added', undefined, after[to++])
      if (from < before.length && to < after.length) this.#push('same', before[from++], after[to++])
    }
  }

  #push(kind: DiffRow['kind'], before: YamlLine | undefined, after: YamlLine | undefined): void {
    this.rows.push({
      kind,
      before: before === undefined ? null : { number: ++this.#before, text: before.text },
      after: after === undefined ? null : { number: ++this.#after, text: after.text },
    })
  }
}
