import { chmod, link, lstat, mkdir, rm, symlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { TarEntry, TarItem } from '../tar/index.ts'
import { writeContent } from './contentFile.ts'
import { whyNoLink } from './links.ts'
import { placeOf } from './names.ts'
import type { DiskRules } from './rules.ts'

export interface UnpackingOptions {
  /** Where the copy is made: a path that nothing is at, in a folder of ours. */
  readonly copy: string
  /** Name of the entry that is the copy itself; empty where entries are named from it on. */
  readonly top: string
  readonly rules: DiskRules
  readonly onBytes: (bytes: number) => void
  /** One more file, folder or link was made. */
  readonly onEntry: () => void
  readonly onRefused: (path: string, why: string) => void
}

/** What is kept of folders and links is held in memory, so there is an end to them. */
const mostKept = 500_000

/** Turns entries into files, one after the other. What goes wrong with one is told, and the next is taken. */
export class Unpacking {
  readonly #options: UnpackingOptions
  /** Made folders by path, with the mode and time that they get at the end. */
  readonly #folders = new Map<string, Pick<TarEntry, 'mode' | 'modified'> | null>()
  /** Links by path; made when all else is. */
  readonly #links = new Map<string, string>()
  /** On a disk blind to case: names as they were first written, by their folded form. */
  readonly #spelled = new Map<string, string>()
  /** The copy itself is a file. */
  #hasFile = false
  #last: { readonly path: string; readonly file: string } | null = null

  constructor(options: UnpackingOptions) {
    this.#options = options
  }

  /** Whether anything was made. */
  get hasTop(): boolean {
    return this.#hasFile || this.#folders.has('')
  }

  /** @throws what concerns more than this entry: a full disk, an archive that is cut off */
  async add(item: TarItem): Promise<void> {
    const last = this.#last
    this.#last = null
    if (item.type === 'damage') return await this.#distrust(last)
    const why = item.problem || (await this.#take(item))
    if (why !== '') this.#options.onRefused(item.path, why)
  }

  /** Makes the links and gives folders their rights. To be called once, when all entries were added. */
  async finish(): Promise<void> {
    for (const [at, target] of this.#links) {
      const parts = partsOf(at)
      const why =
        whyNoLink(target, parts.length - 1, this.#options.rules.isWindows) ||
        (await this.#tried(() => this.#makeLink(parts, target)))
      if (why === '') this.#options.onEntry()
      else this.#options.onRefused(at, why)
    }
    // The inner ones first: making something in a folder changes its time.
    for (const [at, made] of [...this.#folders].reverse()) {
      if (made === null) continue
      const folder = this.#path(partsOf(at))
      await chmod(folder, (made.mode & 0o777 & ~this.#options.rules.umask) | 0o700)
      await utimes(folder, made.modified / 1000, made.modified / 1000)
    }
  }

  /** An entry that more came after than its header says may have been anything. */
  async #distrust(last: { readonly path: string; readonly file: string } | null): Promise<void> {
    if (last !== null) {
      await rm(last.file, { force: true })
      if (last.file === this.#path([])) this.#hasFile = false
    }
    this.#options.onRefused(
      last?.path ?? 'after an entry',
      'It holds more than its header says, or the archive is damaged here.',
    )
  }

  async #take(entry: TarEntry): Promise<string> {
    const { top, rules, onEntry } = this.#options
    const place = placeOf(entry.path, top, rules)
    if ('why' in place) return place.why
    const why = this.#whyNotAt(place.parts)
    if (why !== '') return why
    const failed = await this.#tried(() => this.#make(entry, place.parts))
    if (failed === '' && entry.type !== 'symlink') onEntry()
    return failed
  }

  /** Makes what an entry is; answers why not. */
  async #make(entry: TarEntry, parts: readonly string[]): Promise<string> {
    if (entry.type === 'other') return 'It is a device, a pipe or of a kind that is not copied.'
    if (entry.type === 'folder') return await this.#makeFolder(parts, entry)
    const why = parts.length === 0 ? '' : await this.#makeFolder(parts.slice(0, -1), null)
    if (why !== '') return why
    const file = this.#path(parts)
    if (entry.type === 'file') {
      await writeContent(file, entry, this.#options.onBytes)
      this.#last = { path: entry.path, file }
      if (parts.length === 0) this.#hasFile = true
    } else if (entry.type === 'hardlink') return await this.#makeHardLink(file, entry.target)
    else this.#keep(this.#links, parts, entry.target)
    return ''
  }

  /** Why nothing may be at a place: a link is there or on the way, or a name that the disk takes for the same. */
  #whyNotAt(parts: readonly string[]): string {
    const { isCaseBlind } = this.#options.rules
    for (let length = 0; length <= parts.length; length++) {
      const at = parts.slice(0, length).join('/')
      if (this.#links.has(at))
        return length === parts.length
          ? 'It is in the archive twice.'
          : `It would be written through the link “${at || '.'}”.`
      if (!isCaseBlind) continue
      const folded = at.normalize('NFC').toLowerCase()
      const spelled = this.#spelled.get(folded) ?? at
      if (spelled !== at) return `This disk takes its name and “${spelled}” for the same.`
      this.#spelled.set(folded, at)
      refuseTooMany(this.#spelled.size)
    }
    return ''
  }

  async #makeFolder(
    parts: readonly string[],
    entry: Pick<TarEntry, 'mode' | 'modified'> | null,
  ): Promise<string> {
    for (let length = 0; length <= parts.length; length++) {
      const at = parts.slice(0, length)
      if (this.#folders.has(at.join('/'))) continue
      const isMade = await mkdir(this.#path(at), { mode: 0o700 }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (!isMade) return `“${at.join('/') || '.'}” is a file in this archive, not a folder.`
      this.#keep(this.#folders, at, null)
    }
    if (entry !== null) this.#folders.set(parts.join('/'), { mode: entry.mode, modified: entry.modified })
    return ''
  }

  async #makeHardLink(file: string, target: string): Promise<string> {
    const { top, rules } = this.#options
    const place = placeOf(target, top, rules)
    if ('why' in place) return `It is a hard link out of the destination, to “${target.slice(0, 200)}”.`
    // No link is followed on the way: none is there yet.
    const found = await lstat(this.#path(place.parts)).catch(() => null)
    if (found?.isFile() !== true)
      return `It is a hard link to “${target.slice(0, 200)}”, which was not copied.`
    await link(this.#path(place.parts), file)
    return ''
  }

  async #makeLink(parts: readonly string[], target: string): Promise<string> {
    await symlink(target, this.#path(parts))
    return ''
  }

  #keep<T>(kept: Map<string, T>, parts: readonly string[], value: T): void {
    refuseTooMany(kept.size)
    kept.set(parts.join('/'), value)
  }

  #path(parts: readonly string[]): string {
    return path.join(this.#options.copy, ...parts)
  }

  async #tried(make: () => Promise<string>): Promise<string> {
    try {
      return await make()
    } catch (error) {
      const why = ofThisEntry[(error as NodeJS.ErrnoException).code ?? '']
      if (why === undefined) throw error
      return why
    }
  }
}

/** What the system says of one name alone; anything else ends the copy. */
const ofThisEntry: Readonly<Record<string, string>> = {
  EEXIST: 'It is in the archive twice, or this disk takes two names for the same.',
  EISDIR: 'A folder of this name is in the archive too.',
  ENOTDIR: 'A file stands where its folder would be.',
  ENAMETOOLONG: 'Its name is longer than this disk takes.',
  EINVAL: 'This disk takes no such name.',
  EILSEQ: 'This disk takes no such name.',
  EMLINK: 'There are more links to this file than this disk takes.',
  // Of links: Windows makes them for administrators and developers alone.
  EPERM: 'This system does not allow to make it.',
}

function partsOf(at: string): readonly string[] {
  return at === '' ? [] : at.split('/')
}

function refuseTooMany(count: number): void {
  if (count >= mostKept)
    throw new Error(`there are more than ${mostKept.toLocaleString('en')} folders or links`)
}
