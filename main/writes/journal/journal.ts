import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors/index.ts'
import { Observable } from '../../../shared/flow/index.ts'
import type { JournalEntry } from '../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'

/** What an entry keeps so that it can be undone; nothing of a Secret. */
export interface Before {
  /** As it was; null: there was none. */
  readonly object: KubeObject | null
  /** UID of the object that the write left, where the answer told it. */
  readonly uid: string
  /** What the answer left, without what servers set, to see later changes of others. */
  readonly after: KubeObject | null
}

export interface StoredEntry extends JournalEntry {
  readonly before?: Before
}

/** Bytes of the file, behind which the older half becomes the file beside it. */
const mostBytes = 16 * 1024 * 1024
/** Bytes of one entry's objects; larger ones cannot be undone. */
export const mostBeforeBytes = 2 * 1024 * 1024

/** Entries that are read before others get a turn. */
const readAtOnce = 200

/** Everything that Gatehouse sent to change a cluster, oldest first, on disk; only the owner may read it. */
export class Journal {
  readonly version = new Observable(0)
  readonly #folder: string
  readonly #onBug: (error: unknown) => void
  /** Of earlier runs of the program, read when first asked for. */
  #earlier: Promise<readonly StoredEntry[]> | null = null
  readonly #added: StoredEntry[] = []
  #isBegun = false

  constructor(folder: string, onBug: (error: unknown) => void) {
    this.#folder = folder
    this.#onBug = onBug
  }

  add(entry: Omit<StoredEntry, 'id'>): string {
    const stored: StoredEntry = { id: randomUUID(), ...entry }
    this.#added.push(stored)
    try {
      this.#append(`${JSON.stringify(stored)}\n`)
    } catch (error) {
      // The write was made: that it could not be written down must not look like its failure.
      this.#onBug(error)
    }
    this.version.set(this.version.get() + 1)
    return stored.id
  }

  /** Newest first. */
  async search(asked: {
    readonly search: string
    readonly context: string
    readonly from: number
    readonly count: number
  }): Promise<{ readonly entries: readonly JournalEntry[]; readonly total: number }> {
    const words = asked.search
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== '')
    const found = (await this.#all()).filter(entry => {
      if (asked.context !== '' && entry.context !== asked.context) return false
      const text = textOf(entry)
      return words.every(word => text.includes(word))
    })
    const page = found.toReversed().slice(asked.from, asked.from + asked.count)
    return { entries: page.map(({ before: _before, ...entry }) => entry), total: found.length }
  }

  /** @throws AppError `gone` */
  async find(id: string): Promise<StoredEntry> {
    const found = (await this.#all()).find(entry => entry.id === id)
    if (found !== undefined) return found
    throw new AppError({ kind: 'gone', message: 'This entry of the journal is not kept any more.' })
  }

  /** The latest entries; those before lie beside it, as `.1`. */
  get file(): string {
    return join(this.#folder, 'journal.jsonl')
  }

  /** Deletes every entry. @throws where the disk refuses; what it kept is still found */
  clear(): void {
    try {
      for (const file of [`${this.file}.1`, this.file]) rmSync(file, { force: true })
      this.#added.length = 0
    } finally {
      this.#earlier = null
      this.version.set(this.version.get() + 1)
    }
  }

  async #all(): Promise<readonly StoredEntry[]> {
    this.#earlier ??= this.#read()
    const earlier = await this.#earlier
    // What was added while the files were read may be in them.
    const added = new Set(this.#added.map(({ id }) => id))
    return [...earlier.filter(({ id }) => !added.has(id)), ...this.#added]
  }

  async #read(): Promise<readonly StoredEntry[]> {
    const entries: StoredEntry[] = []
    for (const file of [`${this.file}.1`, this.file])
      for await (const part of entriesOf(file)) entries.push(...part)
    return entries
  }

  #append(line: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const size = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0
    if (size > mostBytes) {
      renameSync(this.file, `${this.file}.1`)
      // What the older file held is forgotten with it.
      this.#earlier = null
    }
    // The line before it may have been cut off when the program ended.
    appendFileSync(this.file, this.#isBegun ? line : `\n${line}`, { mode: 0o600 })
    this.#isBegun = true
    void this.#flush().catch(this.#onBug)
  }

  /** The disk may take long, and nobody has to wait for it. */
  async #flush(): Promise<void> {
    const handle = await open(this.file, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null // cleared meanwhile
      throw error
    })
    if (handle === null) return
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

function textOf(entry: JournalEntry): string {
  const { title, contextName, path, message, outcome, fields } = entry
  return [title, contextName, path, message, outcome, ...fields].join('\n').toLowerCase()
}

/** Entries of a file, in parts. A line that was cut off by the end of the program is none. */
async function* entriesOf(file: string): AsyncGenerator<readonly StoredEntry[], void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  for (let from = 0; from < lines.length; from += readAtOnce) {
    yield lines.slice(from, from + readAtOnce).flatMap(entryIn)
    await new Promise(resolve => setImmediate(resolve))
  }
}

function entryIn(line: string): readonly StoredEntry[] {
  try {
    const entry = JSON.parse(line) as StoredEntry
    return typeof entry.id === 'string' && Array.isArray(entry.fields) ? [entry] : []
  } catch {
    return []
  }
}
