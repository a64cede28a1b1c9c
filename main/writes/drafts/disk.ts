import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KubeObject, ObjectRef } from '../../../shared/kube/index.ts'
import type { PlannedRequest } from '../types.ts'

/** A request that was on its way, as far as it takes to find out what became of it. */
export interface PendingRequest {
  readonly request: Pick<PlannedRequest, 'ref' | 'kind' | 'title' | 'method' | 'path' | 'query' | 'dryRun'>
  /** Identity and owners of the object as it was. */
  readonly before: KubeObject | null
}

/** What is on disk of a draft beside its text. */
export interface DraftHead {
  readonly id: string
  readonly context: string
  readonly ref: ObjectRef | null
  readonly kind: string
  readonly title: string
  readonly state: 'open' | 'sent'
  readonly outcome?: string
  readonly opened: string
  /** The object that the text was opened with, or last rebased on; without who manages it. */
  readonly base: KubeObject | null
  readonly pending: readonly PendingRequest[]
}

export interface StoredDraft extends DraftHead {
  readonly text: string
  readonly changedAt: number
}

/**
 * Writes beside the file and renames over it once the disk has it: whatever ends the program, the old text is there or
 * the new one. Only the owner may read it.
 */
async function writeDurably(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`
  const handle = await open(beside, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(beside, file)
}

const idLength = 36

/** Drafts as two files each: the text, which is saved with every pause in typing, and all else. */
export class DraftDisk {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async saveText(id: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeDurably(join(this.#folder, `${id}.txt`), text)
  }

  async saveHead(head: DraftHead): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeDurably(join(this.#folder, `${head.id}.json`), JSON.stringify(head))
  }

  async remove(id: string): Promise<void> {
    for (const end of ['json', 'txt']) await rm(join(this.#folder, `${id}.${end}`), { force: true })
  }

  /** Deletes every file but those of drafts that stay: also what is no whole draft. @throws where the disk refuses */
  async removeAll(stays: (id: string) => boolean): Promise<void> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [] // no draft was ever kept
      throw error
    })
    for (const name of names)
      if (!stays(name.slice(0, idLength))) await rm(join(this.#folder, name), { force: true })
  }

  /** Every draft that is whole, in no order. What cannot be read is left where it is. */
  async readAll(): Promise<readonly StoredDraft[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const drafts: StoredDraft[] = []
    for (const name of names) {
      const id = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1]
      const draft = id === undefined ? null : await this.#read(id).catch(() => null)
      if (draft !== null) drafts.push(draft)
    }
    return drafts
  }

  async #read(id: string): Promise<StoredDraft> {
    const head = JSON.parse(await readFile(join(this.#folder, `${id}.json`), 'utf8')) as DraftHead
    const file = join(this.#folder, `${id}.txt`)
    const text = await readFile(file, 'utf8').catch(() => head.opened)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    return { ...head, text, changedAt: Math.floor(mtimeMs) }
  }
}
