import { type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { PatientDisk } from './disk.ts'

/** Editors and tools write in several steps; one reading afterwards is enough. */
const settleMillis = 80

/**
 * Watches folders rather than files: a file that is replaced by a rename, or is not there yet,
 * is seen too. For a folder that does not exist, its nearest existing parent is watched.
 */
export class FolderWatcher {
  readonly #watches = new Map<string, FSWatcher>()
  readonly #changed: () => void
  readonly #clock: Clock
  readonly #disk: PatientDisk
  #timer: Timer | null = null
  #isClosed = false

  constructor(clock: Clock, disk: PatientDisk, changed: () => void) {
    this.#clock = clock
    this.#disk = disk
    this.#changed = changed
  }

  /** @param names base names that matter by folder; an empty set means that all do */
  async watch(folders: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const wanted = new Map<string, Set<string>>()
    for (const [folder, names] of folders) {
      const existing = await nearestExisting(folder, this.#disk)
      if (existing === null) continue
      const relevant = existing === folder ? names : new Set<string>()
      const merged = wanted.get(existing)
      if (merged === undefined) wanted.set(existing, new Set(relevant))
      else if (merged.size > 0 && relevant.size > 0) for (const name of relevant) merged.add(name)
      else merged.clear()
    }
    if (this.#isClosed) return
    for (const [folder, watcher] of this.#watches) {
      watcher.close()
      this.#watches.delete(folder)
    }
    for (const [folder, names] of wanted) this.#watchFolder(folder, names)
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#timer = null
    for (const watcher of this.#watches.values()) watcher.close()
    this.#watches.clear()
  }

  #watchFolder(folder: string, names: ReadonlySet<string>): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (names.size === 0 || name === null || names.has(name)) this.#settle()
      })
      // The folder itself went away: reading again finds its parent.
      watcher.on('error', () => this.#settle())
      this.#watches.set(folder, watcher)
    } catch {
      // No watch to be had (limits of the system, permissions): the list is as of the last reading.
    }
  }

  #settle(): void {
    this.#timer?.cancel()
    this.#timer = this.#clock.after(settleMillis, () => {
      this.#timer = null
      this.#changed()
    })
  }
}

/** Null where the disk does not answer. */
async function nearestExisting(folder: string, disk: PatientDisk): Promise<string | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    if ((await disk.look(at))?.isDirectory() || path.dirname(at) === at) return at
    if (disk.refuses(at)) return null
  }
}
