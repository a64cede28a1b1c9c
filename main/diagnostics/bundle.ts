import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { AppError } from '../../shared/errors/index.ts'
import type { BundlePreview } from '../../shared/ipc/index.ts'
import type { BundleEntry } from './bundleContent.ts'
import { writeNewFile } from './newFile.ts'

interface Prepared {
  readonly id: number
  readonly entries: readonly BundleEntry[]
  readonly fileName: string
}

/** What is prepared is what is written: the texts stay here between the preview and the writing. */
export class SupportBundles {
  readonly #folder: string
  readonly #now: () => number
  readonly #gather: (hidesNames: boolean) => readonly BundleEntry[]
  #prepared: Prepared | null = null
  #ids = 0

  /** @param folder proposed place; @param gather makes the files, free of credentials */
  constructor(folder: string, now: () => number, gather: (hidesNames: boolean) => readonly BundleEntry[]) {
    this.#folder = folder
    this.#now = now
    this.#gather = gather
  }

  prepare(hidesNames: boolean): BundlePreview {
    const entries = this.#gather(hidesNames)
    const stamp = new Date(this.#now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
    const prepared = { id: ++this.#ids, entries, fileName: `gatehouse-support-${stamp}.tar.gz` }
    this.#prepared = prepared
    return {
      id: prepared.id,
      files: entries.map(({ name, what, text }) => ({ name, what, bytes: Buffer.byteLength(text) })),
      hidesNames,
      folder: this.#folder,
      fileName: prepared.fileName,
    }
  }

  /** @throws AppError `gone` when another bundle was prepared since, or it has no such file */
  text(id: number, name: string): string {
    const entry = this.#find(id).entries.find(each => each.name === name)
    if (entry === undefined)
      throw new AppError({ kind: 'gone', message: `The bundle holds no file ${name}.` })
    return entry.text
  }

  /**
   * @returns the path of the file, which only its owner may read
   * @throws AppError `gone` as above, `badConfig` when the folder cannot be written
   */
  async write(id: number, folder: string): Promise<string> {
    const { entries, fileName } = this.#find(id)
    const bytes = await archive(entries, fileName.replace(/\.tar\.gz$/, ''), new Date(this.#now()))
    return writeNewFile({ folder, name: fileName, content: bytes, what: 'The bundle' })
  }

  #find(id: number): Prepared {
    if (this.#prepared?.id === id) return this.#prepared
    throw new AppError({ kind: 'gone', message: 'This bundle is not there any more. Prepare it again.' })
  }
}

async function archive(entries: readonly BundleEntry[], folder: string, mtime: Date): Promise<Uint8Array> {
  const tar = pack()
  for (const { name, text } of entries) tar.entry({ name: `${folder}/${name}`, mode: 0o600, mtime }, text)
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar) chunks.push(chunk as Uint8Array)
  return promisify(gzip)(Buffer.concat(chunks))
}
