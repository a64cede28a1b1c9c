import { at, listAt, textAt } from '../../shared/relations/index.ts'
import { milliCores, noPair, type Pair, wholeUnits } from './amounts.ts'
import { type Beats, Series } from './series.ts'

interface MeasuredPart {
  readonly series: Series
  latest: Pair
  beat: number
}

/** What was measured of one pod or node. */
export class Measured {
  readonly parts = new Map<string, MeasuredPart>()
  /** The beat at which it was last there. */
  beat = -1

  /** Takes usages by the name of the part: a container, or '' for a node. */
  take(beat: number, usages: Iterable<readonly [string, unknown]>): void {
    this.beat = beat
    for (const [name, usage] of usages) {
      const cpu = milliCores(at(usage, 'cpu'))
      const memory = wholeUnits(at(usage, 'memory'))
      if (cpu === null || memory === null) continue
      const part = this.parts.get(name) ?? { series: new Series(), latest: noPair, beat }
      this.parts.set(name, part)
      part.series.write(beat, cpu, memory)
      part.latest = { cpu, memory }
      part.beat = beat
    }
  }

  /** What all parts used at its last beat. */
  get latest(): Pair {
    let cpu = 0
    let memory = 0
    let isMeasured = false
    for (const part of this.parts.values()) {
      if (part.beat !== this.beat) continue
      cpu += part.latest.cpu ?? 0
      memory += part.latest.memory ?? 0
      isMeasured = true
    }
    return isMeasured ? { cpu, memory } : noPair
  }

  latestOf(name: string): Pair {
    const part = this.parts.get(name)
    return part === undefined || part.beat !== this.beat ? noPair : part.latest
  }

  at(beat: number): Pair {
    let sum: Pair = noPair
    for (const { series } of this.parts.values()) {
      const cpu = series.cpuAt(beat)
      if (cpu === null) continue
      sum = { cpu: (sum.cpu ?? 0) + cpu, memory: (sum.memory ?? 0) + (series.memoryAt(beat) ?? 0) }
    }
    return sum
  }
}

/** Items that are gone are kept this long: a scrape that failed once is no restart. Milliseconds. */
const lingers = 150_000

/** Measured pods by `namespace/name`, or nodes by `/name`, as those of an answer follow on each other. */
export class MeasuredItems {
  readonly items = new Map<string, Measured>()
  readonly #beats: Beats

  constructor(beats: Beats) {
    this.#beats = beats
  }

  take(beat: number, item: unknown): void {
    const key = `${textAt(item, 'metadata', 'namespace')}/${textAt(item, 'metadata', 'name')}`
    const measured = this.items.get(key) ?? new Measured()
    this.items.set(key, measured)
    const usage = at(item, 'usage')
    measured.take(
      beat,
      usage !== undefined
        ? [['', usage]]
        : listAt(item, 'containers').map(part => [textAt(part, 'name'), at(part, 'usage')] as const),
    )
  }

  /** Forgets what a namespace (empty: any) has not had for a while. */
  prune(namespace: string): void {
    const oldest = this.#beats.at(this.#beats.last) - lingers
    for (const [key, { beat }] of this.items) {
      if (this.#beats.at(beat) < oldest && (namespace === '' || key.startsWith(`${namespace}/`)))
        this.items.delete(key)
    }
  }
}
