import type { Cell, Column } from '../../shared/ipc/index.ts'
import { formatAge, parseAge, parseAgo, type Resource } from '../../shared/kube/index.ts'
import type { Received, ReceivedColumn } from '../watch/index.ts'
import { isAgeColumn, type KindOverride, overrideOf } from './overrides.ts'

/** Cells of a column repeat: statuses, nodes. A column with more texts than this is one that does not. */
const mostTexts = 4000

/**
 * Turns received cells into those that are kept: an age becomes the moment it counts from, so that
 * it ticks, and equal texts are kept once.
 */
export class CellReader {
  readonly columns: readonly Column[]
  readonly #override: KindOverride
  readonly #isAge: readonly boolean[]
  readonly #creationColumn: number
  readonly #tickingAge: number
  readonly #tickingColumn: number
  readonly #texts: readonly Map<string, string>[]
  readonly #otherTexts = new Map<string, string>()

  constructor(resource: Resource, columns: readonly ReceivedColumn[]) {
    this.#override = overrideOf(resource)
    const names = columns.map(({ name }) => name.toLowerCase())
    this.#isAge = columns.map(({ name, type }) => isAgeColumn(this.#override, name, type))
    this.#creationColumn = names.indexOf('age')
    this.#tickingAge = names.indexOf(this.#override.tickingWhile?.age ?? '\0')
    this.#tickingColumn = names.indexOf(this.#override.tickingWhile?.column ?? '\0')
    this.#texts = columns.map(() => new Map())
    this.columns = columns.map(({ name, type, description, priority }, index) => ({
      name,
      description,
      priority,
      type: this.#isAge[index] ? 'date' : typeOf(type),
    }))
  }

  /**
   * @param now when the cells were received, in milliseconds since the epoch
   * @param previous cells of the same object before
   * @returns `previous` itself when nothing differs that can be seen
   */
  read(item: Received, now: number, previous: readonly Cell[] | undefined): readonly Cell[] {
    let isSame = previous !== undefined && previous.length === this.columns.length
    const cells = new Array<Cell>(this.columns.length)
    for (let index = 0; index < cells.length; index++) {
      const before = previous?.[index]
      const cell = this.#cell(item, index, now)
      const isKept = before !== undefined && looksEqual(before, cell, now)
      cells[index] = isKept ? before : cell
      if (!isKept) isSame = false
    }
    return isSame && previous !== undefined ? previous : cells
  }

  /** One copy of a text that comes often beside the cells, such as a namespace. */
  text(text: string): string {
    return kept(this.#otherTexts, text)
  }

  #cell(item: Received, index: number, now: number): Cell {
    const value = item.cells[index]
    if (index === this.#creationColumn && item.created > 0) return item.created
    if (typeof value === 'number' || typeof value === 'boolean') return value
    if (value === null || value === undefined) return null
    const texts = this.#texts[index] ?? this.#otherTexts
    if (typeof value !== 'string') return kept(texts, JSON.stringify(value))
    if (value === item.name) return item.name
    if (this.#isAge[index]) return momentOf(value, item.created, now) ?? kept(texts, value)
    if (
      index === this.#tickingAge &&
      item.cells[this.#tickingColumn] === this.#override.tickingWhile?.value
    ) {
      const age = parseAge(value)
      if (age !== null) return { prefix: '', since: now - age, suffix: '' }
    }
    const ago = parseAgo(value)
    if (ago !== null) return { prefix: kept(texts, ago.prefix), since: now - ago.age, suffix: ago.suffix }
    return kept(texts, value)
  }
}

function kept(texts: Map<string, string>, text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  if (texts.size < mostTexts) texts.set(text, text)
  return text
}

/** The moment from which an age counted that was printed at `now`; null for other text. */
function momentOf(text: string, created: number, now: number): number | null {
  const age = parseAge(text)
  if (age === null) return null
  // A printed age has lost its seconds; the time of creation has them, where it is what was meant.
  return created > 0 && formatAge(now - created) === text ? created : now - age
}

/** Ages are equal when they read the same now: an age received again is less exact, not newer. */
function looksEqual(before: Cell, after: Cell, now: number): boolean {
  if (before === after) return true
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return false
  return (
    before.prefix === after.prefix &&
    before.suffix === after.suffix &&
    formatAge(now - before.since) === formatAge(now - after.since)
  )
}

function typeOf(type: string): Column['type'] {
  switch (type) {
    case 'number':
    case 'integer':
    case 'boolean':
      return type
    default:
      return 'string'
  }
}

/** Text of a cell without what ticks, for filters and for order: `3 (5m ago)` is `3`. */
export function textOfCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return cell.prefix.replace(/\s*\($/, '')
  return String(cell)
}

/** Text of a cell as it is drawn. */
export function drawnText(cell: Cell, type: Column['type'], now: number): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return `${cell.prefix}${formatAge(now - cell.since)}${cell.suffix}`
  return type === 'date' && typeof cell === 'number' ? formatAge(now - cell) : String(cell)
}
