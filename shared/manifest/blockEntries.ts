import { doubleQuoted, yamlKey, yamlLines } from '../diff/index.ts'
import { applyEdits } from './applyEdits.ts'
import type { Addition, ChangingPart, EditOwner, PlacedItem } from './parts.ts'

/** Fields or items on lines of their own. */
export class BlockEntries {
  readonly #owner: EditOwner
  readonly #column: number

  constructor(owner: EditOwner, column: number) {
    this.#owner = owner
    this.#column = column
  }

  /** At least one part is kept. */
  write(parts: readonly ChangingPart[], first: readonly Addition[]): void {
    const { lines } = this.#owner
    const begin = parts.find(part => part.isKept)
    if (first.length > 0 && begin !== undefined)
      this.#owner.push(
        begin.from,
        begin.from,
        this.#text(first) + this.#owner.lineEnd + ' '.repeat(this.#column),
      )
    for (const [index, part] of parts.entries()) {
      if (part.isKept) part.change()
      else this.#remove(parts, index)
      if (part.added.length === 0) continue
      const at = lines.endOfOwn(part.to, this.#column)
      this.#owner.push(at, at, this.#owner.lineEnd + ' '.repeat(this.#column) + this.#text(part.added))
    }
  }

  #remove(parts: readonly ChangingPart[], index: number): void {
    const { lines, text } = this.#owner
    const part = parts[index]
    if (part === undefined) return
    const start = lines.startOf(part.from)
    if (/^\s*$/.test(text.slice(start, part.from))) {
      const stop = lines.endOfOwn(part.to, this.#column)
      const next = lines.nextOf(stop)
      const isLast = next === text.length && !text.endsWith('\n')
      if (isLast && start > 0) this.#owner.push(lines.endOf(start - 1), text.length, '')
      else this.#owner.push(start, next, '')
      return
    }
    this.#removeInline(parts, index)
  }

  /** The first field of an item stands behind its dash: the next one takes its place there. */
  #removeInline(parts: readonly ChangingPart[], index: number): void {
    const { lines, text } = this.#owner
    const part = parts[index]
    const next = parts[index + 1]
    if (part === undefined) return
    const stop = lines.endOf(part.to)
    const between = next === undefined ? '' : text.slice(lines.nextOf(part.to), next.from)
    if (next?.isKept === true && between.trim() === '') {
      this.#owner.push(part.from, next.from, '')
      return
    }
    const blanks = /[ \t]*$/.exec(text.slice(lines.startOf(part.from), part.from))?.[0].length ?? 0
    this.#owner.push(part.from - blanks, stop, '')
  }

  /** The items in another order, each with the comments above it. */
  rearrange(
    items: readonly { readonly from: number; readonly to: number }[],
    wanted: readonly PlacedItem[],
  ): void {
    const { lines, text, lineEnd } = this.#owner
    const indent = ' '.repeat(this.#column)
    const [first] = items
    const last = items.at(-1)
    if (first === undefined || last === undefined) return
    const pieces = wanted.map(({ from, value, change }) => {
      const item = from === null ? undefined : items[from]
      if (item === undefined || from === null) return indent + this.#text([{ name: null, value }])
      const start = from === 0 ? first.from : lines.nextOf(items[from - 1]?.to ?? 0)
      const stop = lines.endOf(item.to)
      const edits = this.#owner.collected(change)
      const moved = edits.map(edit => ({ ...edit, from: edit.from - start, to: edit.to - start }))
      return (from === 0 ? indent : '') + applyEdits(text.slice(start, stop), moved)
    })
    this.#owner.push(first.from, lines.endOf(last.to), pieces.join(lineEnd).slice(indent.length))
  }

  /** Lines of new parts, the first without its indentation. */
  #text(added: readonly Addition[]): string {
    const written = added.flatMap(linesOf)
    const indent = this.#owner.lineEnd + ' '.repeat(this.#column)
    return written
      .map((line, index) => (index === 0 ? line : line === '' ? this.#owner.lineEnd : indent + line))
      .join('')
  }
}

/** A text that ends in empty lines stands in quotes: as a block it would take those behind it in. */
function linesOf({ name, value }: Addition): readonly string[] {
  if (typeof value === 'string' && value.endsWith('\n\n'))
    return [`${name === null ? '-' : `${yamlKey(name)}:`} ${doubleQuoted(value)}`]
  return yamlLines(name === null ? [value] : { [name]: value }).map(line => line.text)
}
