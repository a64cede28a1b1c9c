import { type Sample, startSample } from './start.ts'

/** The sample cluster starts when it is first opened, and once unless that fails. */
export class SampleCluster {
  readonly #log: (text: string) => void
  #starting: Promise<Sample> | null = null

  constructor(log: (text: string) => void) {
    this.#log = log
  }

  async socketPath(): Promise<string> {
    const starting = this.#starting ?? startSample({ log: this.#log })
    this.#starting = starting
    try {
      return (await starting).socketPath
    } catch (error) {
      // What failed once may succeed the next time, when the disk has room again for instance.
      if (this.#starting === starting) this.#starting = null
      throw error
    }
  }

  async stop(): Promise<void> {
    // A start that failed leaves nothing to stop; whoever asked for it was told why.
    const sample = await this.#starting?.catch(() => null)
    await sample?.stop()
  }
}
