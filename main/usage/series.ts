/** Beats kept at most, and how many of the oldest go at once when there are more. */
const mostBeats = 256
const dropped = 64
/** Nothing older is told. Milliseconds. */
const kept = 3_600_000

/** The moments at which was looked, numbered from 0. */
export class Beats {
  #times: number[] = []
  #first = 0

  /** Takes a new beat. @param time milliseconds since the epoch @returns its number */
  take(time: number): number {
    if (this.#times.length >= mostBeats) {
      this.#times = this.#times.slice(dropped)
      this.#first += dropped
    }
    this.#times.push(time)
    return this.#first + this.#times.length - 1
  }

  /** Number of the last beat; -1 before the first. */
  get last(): number {
    return this.#first + this.#times.length - 1
  }

  /** Milliseconds since the epoch; 0 for a beat that is not known any more. */
  at(beat: number): number {
    return this.#times[beat - this.#first] ?? 0
  }

  /** The beats of the last hour before the last one, with their times. */
  recent(): { readonly from: number; readonly times: readonly number[] } {
    const end = this.#times.at(-1) ?? 0
    const start = this.#times.findIndex(time => time >= end - kept)
    return start < 0
      ? { from: this.#first, times: [] }
      : { from: this.#first + start, times: this.#times.slice(start) }
  }
}

/** CPU and memory by beat. It grows with what is written, since most are looked at for a short time. */
export class Series {
  #first = 0
  #length = 0
  #cpu = new Float32Array(8)
  #memory = new Float32Array(8)

  write(beat: number, cpu: number, memory: number): void {
    if (this.#length === 0) this.#first = beat
    if (beat - this.#first >= mostBeats) this.#drop(beat)
    const place = beat - this.#first
    this.#grow(place + 1)
    this.#cpu.fill(Number.NaN, this.#length, place)
    this.#memory.fill(Number.NaN, this.#length, place)
    this.#cpu[place] = cpu
    this.#memory[place] = memory
    this.#length = place + 1
  }

  cpuAt(beat: number): number | null {
    return this.#valueAt(this.#cpu, beat)
  }

  memoryAt(beat: number): number | null {
    return this.#valueAt(this.#memory, beat)
  }

  #valueAt(values: Float32Array, beat: number): number | null {
    const place = beat - this.#first
    const value = place >= 0 && place < this.#length ? values[place] : undefined
    return value === undefined || Number.isNaN(value) ? null : value
  }

  #drop(beat: number): void {
    const gone = Math.min(this.#length, beat - this.#first - mostBeats + 1 + dropped)
    this.#cpu.copyWithin(0, gone, this.#length)
    this.#memory.copyWithin(0, gone, this.#length)
    this.#length -= gone
    this.#first = this.#length === 0 ? beat : this.#first + gone
  }

  #grow(length: number): void {
    if (length <= this.#cpu.length) return
    const size = Math.min(mostBeats, Math.max(length, this.#cpu.length * 2))
    const [cpu, memory] = [new Float32Array(size), new Float32Array(size)]
    cpu.set(this.#cpu)
    memory.set(this.#memory)
    this.#cpu = cpu
    this.#memory = memory
  }
}
