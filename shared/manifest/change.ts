import { compare, type DiffNode, type Shape } from '../diff/index.ts'
import { isMapping } from '../kube/index.ts'
import { BlockEntries } from './blockEntries.ts'
import { FlowEntries } from './flowEntries.ts'
import type { LineIndex } from './lines.ts'
import { additionsOfList, listPairs } from './listParts.ts'
import { additionsOfMap, fieldStates } from './mapParts.ts'
import type { ReadText } from './parse.ts'
import type { ChangingPart, EditOwner, Slot } from './parts.ts'
import type { TextEdit } from './problems.ts'
import { Replacing } from './replacing.ts'
import { scalarText } from './scalarText.ts'
import type { ListNode, MapNode, ScalarNode, TreeDocument, TreeNode } from './tree.ts'

type Fields = Readonly<Record<string, unknown>>

/** Makes the edits of one change: walks the text and the comparison side by side. */
export class TextChange implements EditOwner {
  readonly text: string
  readonly lines: LineIndex
  readonly lineEnd: string
  readonly #tree: TreeDocument
  readonly #replacing: Replacing
  /** Values that anchored nodes have after the change: what their aliases will read. */
  readonly #anchored = new Map<TreeNode, unknown>()
  readonly #hasAliases: boolean
  #edits: TextEdit[] = []

  constructor({ text, lines }: ReadText, tree: TreeDocument) {
    this.text = text
    this.lines = lines
    this.lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n'
    this.#tree = tree
    this.#replacing = new Replacing(this, tree)
    this.#hasAliases = hasAlias(tree.root)
  }

  /** In the order of the text. */
  edits(before: unknown, after: unknown, shape: Shape): readonly TextEdit[] {
    const { root, from } = this.#tree
    const slot: Slot = { node: root, behind: root?.from ?? from, column: -1, isFlow: false, isItem: false }
    this.#change(slot, compare(before, after, { shape }), before, after, shape)
    return joined(inOrder(this.#edits))
  }

  push(from: number, to: number, insert: string): void {
    // A block of lines keeps its last line end only where one stands.
    const isAtEnd = to === this.text.length && !this.text.endsWith('\n') && /[|>][-+]?\r?\n/.test(insert)
    const edit = trimmed(this.text, { from, to, insert: isAtEnd ? insert + this.lineEnd : insert })
    if (edit.from !== edit.to || edit.insert !== '') this.#edits.push(edit)
  }

  collected(work: () => void): readonly TextEdit[] {
    const outer = this.#edits
    this.#edits = []
    work()
    const made = inOrder(this.#edits)
    this.#edits = outer
    return made
  }

  #change(slot: Slot, diff: DiffNode, before: unknown, after: unknown, shape: Shape): void {
    const { node } = slot
    if (node !== null && node.anchor !== null) this.#anchored.set(node, after)
    const isSame = diff.type === 'same'
    if (isSame && (!this.#hasAliases || node === null || node.type === 'scalar')) return
    if (node?.type === 'alias') this.#changeAlias(slot, node.target, after)
    else if (node?.type === 'scalar') this.#changeScalar(node, slot, before, after)
    else if (node?.type === 'map' && isMapping(before) && isMapping(after))
      this.#changeMap(node, slot, diff, before, after, shape)
    else if (node?.type === 'list' && Array.isArray(before) && Array.isArray(after))
      this.#changeList(node, slot, diff, before, after, shape)
    else this.#replacing.replace(slot, after)
  }

  /** An alias stays while its anchor has the value that is wanted here. */
  #changeAlias(slot: Slot, target: TreeNode | null, after: unknown): void {
    const isKept = target !== null && this.#anchored.has(target)
    if (!isKept || compare(this.#anchored.get(target), after).type !== 'same')
      this.#replacing.replace(slot, after)
  }

  #changeScalar(node: ScalarNode, slot: Slot, before: unknown, after: unknown): void {
    const keepsTag = node.tag === null || (node.tag === 'tag:yaml.org,2002:str' && typeof after === 'string')
    const isAnchorOnly = node.start === node.to && typeof before !== typeof after
    const place = { isFlow: slot.isFlow, column: slot.column, lineEnd: this.lineEnd }
    const canStay = (after === null || typeof after !== 'object') && keepsTag && !isAnchorOnly
    const written = canStay ? scalarText(node, this.text.slice(node.start, node.to), after, place) : null
    const isNewBlock =
      written !== null && /^[|>]/.test(written) && node.style !== 'literal' && node.style !== 'folded'
    if (written === null || isNewBlock) this.#replacing.replace(slot, after)
    else this.push(node.start, node.to, written)
  }

  #changeMap(node: MapNode, slot: Slot, diff: DiffNode, before: Fields, after: Fields, shape: Shape): void {
    const states = fieldStates(node, after, this.#anchored)
    if (!node.entries.some(states.isKept)) {
      this.#replacing.replace(slot, after)
      return
    }
    const column = this.#columnOf(node.entries[0]?.from ?? node.start)
    const { first, behind } = additionsOfMap(node, after, states)
    const fields = diff.type === 'fields' ? new Map(diff.fields.map(field => [field.name, field.node])) : null
    const parts = node.entries.map((entry): ChangingPart => {
      const { value, name } = entry
      const stop = entry.colon < 0 ? entry.key.to : entry.colon
      const inner: Slot = { node: value, behind: stop, column, isFlow: node.isFlow, isItem: false }
      const change = (): void => {
        if (entry.isMerge || name === null) return
        const inside = fields?.get(name) ?? compare(before[name], after[name], { shape: shape.field(name) })
        this.#change(inner, inside, before[name], after[name], shape.field(name))
      }
      return {
        from: entry.from,
        to: entry.to,
        isKept: states.isKept(entry),
        added: behind.get(entry) ?? [],
        change,
      }
    })
    const [head] = node.entries
    const hasQuotedKeys = head?.key.type === 'scalar' && head.key.style === 'double'
    const writer = node.isFlow ? new FlowEntries(this, node, hasQuotedKeys) : new BlockEntries(this, column)
    writer.write(parts, first)
  }

  #changeList(
    node: ListNode,
    slot: Slot,
    diff: DiffNode,
    before: readonly unknown[],
    after: readonly unknown[],
    shape: Shape,
  ): void {
    const pairs = listPairs(diff, before, after)
    const order = pairs.flatMap(({ from, to }) => (from === null || to === null ? [] : [from]))
    if (order.length === 0) {
      if (diff.type !== 'same') this.#replacing.replace(slot, after)
      return
    }
    const column = this.#columnOf(node.items[0]?.from ?? node.start)
    const changeOf = (from: number | null, to: number | null, inside: DiffNode | undefined) => (): void => {
      const item = from === null || to === null ? undefined : node.items[from]
      if (item === undefined || from === null || to === null) return
      const behind = node.isFlow ? item.from : item.from + 1
      const inner: Slot = { node: item.value, behind, column, isFlow: node.isFlow, isItem: true }
      const made = inside ?? compare(before[from], after[to], { shape: shape.item() })
      this.#change(inner, made, before[from], after[to], shape.item())
    }
    const writer = node.isFlow ? new FlowEntries(this, node, false) : new BlockEntries(this, column)
    if (order.some((from, index) => index > 0 && from < (order[index - 1] ?? 0))) {
      const wanted = pairs.filter(({ to }) => to !== null).sort((a, b) => (a.to ?? 0) - (b.to ?? 0))
      writer.rearrange(
        node.items,
        wanted.map(({ from, to, node: inside }) => ({
          from,
          value: after[to ?? 0],
          change: changeOf(from, to, inside),
        })),
      )
      return
    }
    const { first, behind } = additionsOfList(pairs, after)
    const byIndex = new Map(pairs.map(pair => [pair.from, pair] as const))
    const parts = node.items.map(({ from, to }, index): ChangingPart => {
      const pair = byIndex.get(index)
      const wanted = pair?.to ?? null
      return {
        from,
        to,
        isKept: wanted !== null,
        added: behind.get(index) ?? [],
        change: changeOf(index, wanted, pair?.node),
      }
    })
    writer.write(parts, first)
  }

  #columnOf(offset: number): number {
    return offset - this.lines.startOf(offset)
  }
}

function hasAlias(node: TreeNode | null): boolean {
  if (node === null || node.type === 'scalar') return false
  if (node.type === 'alias') return true
  const parts: readonly { readonly value: TreeNode | null }[] =
    node.type === 'list' ? node.items : node.entries
  return parts.some(({ value }) => hasAlias(value))
}

/** Sorting is stable: edits at one place stay in the order in which they were made. */
function inOrder(edits: TextEdit[]): readonly TextEdit[] {
  return edits.sort((a, b) => a.from - b.from)
}

/** Without what it has in common with what it replaces, at both ends. */
function trimmed(text: string, { from, to, insert }: TextEdit): TextEdit {
  const shorter = Math.min(to - from, insert.length)
  let start = 0
  while (start < shorter && text[from + start] === insert[start]) start++
  let end = 0
  while (end < shorter - start && text[to - 1 - end] === insert[insert.length - 1 - end]) end++
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) }
}

/** Edits that touch each other as one, so that their order is in no doubt. */
function joined(edits: readonly TextEdit[]): readonly TextEdit[] {
  const result: TextEdit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last === undefined || last.to !== edit.from) result.push(edit)
    else result[result.length - 1] = { from: last.from, to: edit.to, insert: last.insert + edit.insert }
  }
  return result
}
