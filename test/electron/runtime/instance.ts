import {
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** What a second start tells the first. */
export interface OtherStart {
  readonly argv: readonly string[]
  readonly folder: string
  readonly data: unknown
}

/**
 * One instance per profile folder: the first writes its process id down, later ones leave what
 * they were started with in a folder that the first watches.
 */
export class SingleInstance {
  readonly #lock: string
  readonly #inbox: string
  readonly #heard: (other: OtherStart) => void
  #watcher: FSWatcher | null = null

  constructor(profile: string, heard: (other: OtherStart) => void) {
    this.#lock = join(profile, 'stand-in-lock')
    this.#inbox = join(profile, 'stand-in-starts')
    this.#heard = heard
  }

  /** True for the first instance; otherwise what this one was started with is handed over. */
  take(start: OtherStart): boolean {
    mkdirSync(this.#inbox, { recursive: true })
    if (this.#isHeld()) {
      const draft = join(this.#inbox, `${process.pid}.tmp`)
      writeFileSync(draft, JSON.stringify(start))
      renameSync(draft, join(this.#inbox, `${process.pid}.json`))
      return false
    }
    writeFileSync(this.#lock, String(process.pid))
    this.#watcher = watch(this.#inbox, () => this.#read())
    return true
  }

  release(): void {
    this.#watcher?.close()
    if (this.#watcher !== null) rmSync(this.#lock, { force: true })
  }

  #isHeld(): boolean {
    try {
      process.kill(Number(readFileSync(this.#lock, 'utf8')), 0)
      return true
    } catch {
      // No file, or a process that is gone.
      return false
    }
  }

  #read(): void {
    for (const name of readdirSync(this.#inbox).filter(name => name.endsWith('.json'))) {
      const file = join(this.#inbox, name)
      const other: OtherStart = JSON.parse(readFileSync(file, 'utf8'))
      rmSync(file)
      this.#heard(other)
    }
  }
}
