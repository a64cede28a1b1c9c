import { doubleQuoted, yamlLines } from '../diff/index.ts'
import { flowText } from './flowText.ts'
import type { EditOwner, Slot } from './parts.ts'
import type { TreeDocument, TreeNode } from './tree.ts'

/** Puts whole values in the place of others, whatever both are. */
export class Replacing {
  readonly #owner: EditOwner
  readonly #tree: TreeDocument

  constructor(owner: EditOwner, tree: TreeDocument) {
    this.#owner = owner
    this.#tree = tree
  }

  replace(slot: Slot, after: unknown): void {
    const anchor = slot.node?.anchor ?? null
    const lead = anchor === null ? '' : ` &${anchor}`
    if (slot.isFlow) {
      const { node } = slot
      const text = flowText(after, false)
      if (node === null || node.from === node.to)
        this.#owner.push(slot.behind, slot.behind, `${slot.isItem ? '' : ' '}${text}`)
      else this.#owner.push(node.from, node.to, lead === '' ? text : `${lead.trimStart()} ${text}`)
    } else if (slot.column < 0) this.#replaceRoot(slot, after)
    else this.#replaceBlock(slot, after, lead)
  }

  #replaceBlock({ node, behind, column, isItem }: Slot, after: unknown, lead: string): void {
    const lineStop = this.#owner.lines.endOf(behind)
    const stop = Math.max(lineStop, node === null ? 0 : this.#owner.lines.endOf(node.to))
    const [header, rest] = this.#holdsBlock(after, stop, column)
      ? this.#written(after, column, isItem, lead)
      : [`${lead} ${doubleQuoted(String(after))}`, '']
    if (node === null || node.from === node.to) {
      this.#owner.push(behind, behind, header)
      this.#owner.push(lineStop, lineStop, rest)
    } else if (node.from > lineStop) {
      // The old value begins on a line of its own: what stands behind the key stays.
      this.#owner.push(behind, behind, header)
      this.#owner.push(lineStop, stop, rest)
    } else if (isBlock(node)) this.#owner.push(behind, stop, header + rest)
    else {
      this.#owner.push(behind, node.to, header)
      this.#owner.push(stop, stop, rest)
    }
  }

  /** A block of lines would take comments and empty lines behind it in. */
  #holdsBlock(after: unknown, stop: number, column: number): boolean {
    if (typeof after !== 'string' || !after.includes('\n')) return true
    return !after.endsWith('\n\n') && this.#owner.lines.endOfOwn(stop, column) === stop
  }

  /** What follows the colon or the dash on its line, and the lines after it. */
  #written(after: unknown, column: number, isItem: boolean, lead: string): readonly [string, string] {
    const lines = yamlLines(isItem ? [after] : { k: after }).map(line => line.text)
    const [first = '', ...others] = lines
    const isCollection = typeof after === 'object' && after !== null && Object.keys(after).length > 0
    const head = first.slice(isItem ? 1 : 2)
    // An anchor before a first field would be the field's own.
    const isSplit = isItem && isCollection && lead !== ''
    const indent = ' '.repeat(column)
    const below = isSplit ? [` ${head}`, ...others] : others
    const rest = below.map(line => this.#owner.lineEnd + (line === '' ? '' : indent + line)).join('')
    return [lead + (isSplit ? '' : head), rest]
  }

  #replaceRoot({ node }: Slot, after: unknown): void {
    const written = yamlLines(after)
      .map(line => line.text)
      .join(this.#owner.lineEnd)
    if (node !== null) {
      const isAlone = this.#owner.lines.startOf(node.from) === node.from
      this.#owner.push(node.from, node.to, (isAlone ? '' : this.#owner.lineEnd) + written)
      return
    }
    const { from, to } = this.#tree
    const isLineStart = to === 0 || this.#owner.text[to - 1] === '\n'
    const at = isLineStart ? to : Math.max(from, to)
    this.#owner.push(at, at, `${isLineStart ? '' : this.#owner.lineEnd}${written}${this.#owner.lineEnd}`)
  }
}

function isBlock(node: TreeNode): boolean {
  return (node.type === 'map' || node.type === 'list') && !node.isFlow
}
