import type { Figure, MetricsState, Row, RowsUsage, RowUsage } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine, type OpenedStream } from '../../bridge/index.ts'
import { type BoundWord, drawnFigure, sparkPath, type Unit } from '../../charts/index.ts'
import type { CellFigure, RowFigures } from '../../table/index.ts'

/** Between two tellings of what is on screen while one scrolls. Milliseconds. */
const pace = 120
/** Rows that main answers at once, as its contract says. */
const mostRows = 400

export type FiguredKind = 'pods' | 'nodes'

interface Source {
  readonly stream: OpenedStream<{ readonly rows: string[] }>
  metrics: MetricsState | null
  rows: Readonly<Record<string, RowUsage>>
  asked: string
}

interface Drawn {
  readonly usage: RowUsage
  readonly cells: ReadonlyMap<string, CellFigure>
}

export interface UsageTarget {
  readonly contexts: readonly ContextId[]
  readonly kind: FiguredKind
  readonly namespaces: readonly string[]
}

/** Columns of figures, by the unit in which they count. */
const units: Readonly<Record<string, Unit>> = { CPU: 'cpu', Memory: 'memory' }

/** The use of CPU and memory beside the rows of a list. Only rows on screen are asked for. */
export class UsageFigures implements RowFigures {
  readonly #sources: ReadonlyMap<ContextId, Source>
  readonly #bound: BoundWord
  readonly #tell: (metrics: readonly MetricsState[]) => void
  readonly #listeners = new Set<() => void>()
  readonly #drawn = new Map<string, Drawn>()
  #shown: readonly Row[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param tell told how the figures of the contexts are doing, whenever that changes */
  constructor(target: UsageTarget, tell: (metrics: readonly MetricsState[]) => void) {
    this.#bound = target.kind === 'nodes' ? 'allocatable' : 'limit'
    this.#tell = tell
    this.#sources = new Map(target.contexts.map(context => [context, this.#open(context, target)]))
  }

  of(row: Row, column: string): CellFigure | undefined {
    const usage = this.usageOf(row)
    const unit = units[column]
    if (usage === undefined || unit === undefined) return undefined
    const known = this.#drawn.get(row.key)
    if (known?.usage === usage) return known.cells.get(column)
    const cells = new Map(
      Object.entries(units).map(([name, one]) => [name, cellOf(one, usage[one], this.#bound)] as const),
    )
    this.#drawn.set(row.key, { usage, cells })
    return cells.get(column)
  }

  usageOf(row: Row): RowUsage | undefined {
    return this.#sources.get(row.context)?.rows[keyOf(row)]
  }

  show(rows: readonly Row[]): void {
    this.#shown = rows
    this.#timer ??= setTimeout(() => this.#ask(), pace)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setBackground(isBackground: boolean): void {
    for (const { stream } of this.#sources.values()) stream.setBackground(isBackground)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
    for (const { stream } of this.#sources.values()) stream.close()
  }

  #open(context: ContextId, { kind, namespaces }: UsageTarget): Source {
    const params = { context, kind, namespaces: [...namespaces], rows: [] }
    const stream = engine.openStream('usage.rows', params, {
      value: value => this.#take(context, value),
      end: () => undefined,
    })
    return { stream, metrics: null, rows: {}, asked: '' }
  }

  #ask(): void {
    this.#timer = undefined
    for (const [context, source] of this.#sources) {
      if (source.metrics === null || source.metrics.at === 0) continue
      const rows = this.#shown
        .filter(row => row.context === context)
        .map(keyOf)
        .slice(0, mostRows)
      const asked = rows.join()
      if (asked === source.asked) continue
      source.asked = asked
      source.stream.update({ rows })
    }
  }

  #take(context: ContextId, { metrics, isFresh, rows }: RowsUsage): void {
    const source = this.#sources.get(context)
    if (source === undefined) return
    const before = source.metrics
    source.metrics = metrics
    source.rows = isFresh ? rows : { ...source.rows, ...rows }
    if (isFresh) this.#drawn.clear()
    if (JSON.stringify(before) !== JSON.stringify(metrics)) {
      this.#tell([...this.#sources.values()].flatMap(one => one.metrics ?? []))
      this.show(this.#shown)
    }
    for (const listener of [...this.#listeners]) listener()
  }
}

function cellOf(
  unit: Unit,
  { history, ...figure }: Figure & { readonly history: readonly (number | null)[] },
  bound: BoundWord,
): CellFigure {
  return { ...drawnFigure(unit, figure, bound), path: sparkPath(history) }
}

function keyOf({ namespace, name }: Row): string {
  return `${namespace}/${name}`
}
