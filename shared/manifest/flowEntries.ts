import { applyEdits } from './applyEdits.ts'
import { flowEntry, flowText } from './flowText.ts'
import type { Addition, ChangingPart, EditOwner, PlacedItem } from './parts.ts'
import type { ListNode, MapNode } from './tree.ts'

/** Fields or items between braces or brackets. */
export class FlowEntries {
  readonly #owner: EditOwner
  readonly #node: MapNode | ListNode
  readonly #hasQuotedKeys: boolean

  constructor(owner: EditOwner, node: MapNode | ListNode, hasQuotedKeys: boolean) {
    this.#owner = owner
    this.#node = node
    this.#hasQuotedKeys = hasQuotedKeys
  }

  /** At least one part is kept. */
  write(parts: readonly ChangingPart[], first: readonly Addition[]): void {
    const begin = parts.find(part => part.isKept)
    if (first.length > 0 && begin !== undefined) {
      const { separator } = this.#layoutOf(begin.from)
      this.#owner.push(
        begin.from,
        begin.from,
        first.map(added => `${this.#text(added)},${separator}`).join(''),
      )
    }
    const lastKept = parts.findLastIndex(part => part.isKept)
    for (const [index, part] of parts.slice(0, lastKept + 1).entries()) {
      if (part.isKept) part.change()
      else this.#remove(parts, index)
      if (part.added.length > 0 && (index < lastKept || lastKept === parts.length - 1)) this.#add(part)
    }
    if (lastKept < parts.length - 1) this.#replaceTail(parts, lastKept)
  }

  /** The parts behind the last that stays go; what is new takes their place. */
  #replaceTail(parts: readonly ChangingPart[], lastKept: number): void {
    const { text, lines } = this.#owner
    const kept = parts[lastKept]
    const end = parts.at(-1)
    if (kept === undefined || end === undefined) return
    const { separator } = this.#layoutOf(kept.from)
    const rest = text.slice(kept.to, Math.min(lines.endOf(kept.to), end.to))
    const comment = /^\s*,(\s*#.*)$/.exec(rest)?.[1] ?? ''
    const added = kept.added.map(one => separator + this.#text(one)).join(',')
    // Behind a comment nothing more fits on the line.
    const gap = comment !== '' && !separator.includes('\n') ? this.#owner.lineEnd : ''
    this.#owner.push(kept.to, end.to, added === '' ? comment : `,${comment}${gap}${added}`)
  }

  #add({ from, to, added }: ChangingPart): void {
    const { text, lines } = this.#owner
    const { separator, isOwnLine } = this.#layoutOf(from)
    const stop = lines.endOf(to)
    if (isOwnLine && /^\s*,\s*(?:#.*)?$/.test(text.slice(to, stop)))
      this.#owner.push(stop, stop, added.map(one => `${separator}${this.#text(one)},`).join(''))
    else this.#owner.push(to, to, added.map(one => `,${separator}${this.#text(one)}`).join(''))
  }

  #remove(parts: readonly ChangingPart[], index: number): void {
    const { text, lines } = this.#owner
    const part = parts[index]
    if (part === undefined) return
    const start = lines.startOf(part.from)
    const stop = lines.endOf(part.to)
    const isAlone =
      /^\s*$/.test(text.slice(start, part.from)) && /^\s*,\s*(?:#.*)?$/.test(text.slice(part.to, stop))
    if (isAlone) this.#owner.push(start, lines.nextOf(part.to), '')
    else this.#owner.push(part.from, parts[index + 1]?.from ?? part.to, '')
  }

  rearrange(
    items: readonly { readonly from: number; readonly to: number }[],
    wanted: readonly PlacedItem[],
  ): void {
    const pieces = wanted.map(({ from, value, change }) => {
      const item = from === null ? undefined : items[from]
      if (item === undefined) return flowText(value, this.#hasQuotedKeys)
      const edits = this.#owner.collected(change)
      const moved = edits.map(edit => ({ ...edit, from: edit.from - item.from, to: edit.to - item.from }))
      return applyEdits(this.#owner.text.slice(item.from, item.to), moved)
    })
    this.#owner.push(this.#node.start, this.#node.to, `[${pieces.join(', ')}]`)
  }

  /** What stands between two parts: a blank, or a line end and the indentation of the part. */
  #layoutOf(from: number): { readonly separator: string; readonly isOwnLine: boolean } {
    const { text, lines, lineEnd } = this.#owner
    const lead = text.slice(lines.startOf(from), from)
    const isOwnLine = /^\s*$/.test(lead) && lines.startOf(from) > this.#node.start
    return { separator: isOwnLine ? lineEnd + lead : ' ', isOwnLine }
  }

  #text({ name, value }: Addition): string {
    return name === null ? flowText(value, this.#hasQuotedKeys) : flowEntry(name, value, this.#hasQuotedKeys)
  }
}
