import { rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Unsubscribe } from '../../shared/flow/index.ts'
import type { ContextEntry, ContextList } from '../../shared/ipc/index.ts'
import type { SettingsStore } from '../settings/index.ts'
import { NotRegular, PatientDisk } from './disk.ts'
import { absolutePath, FileReader, findCandidates, maximumBytes, type Places, unreadable } from './files.ts'
import { foldersOf } from './folders.ts'
import { type Island, type JoinedContext, joining } from './islands.ts'
import { currentContext, fileOf, foldSettings, listing } from './list.ts'
import { keepPasted } from './paste.ts'
import { resolveContext } from './resolve.ts'
import { inTurns } from './turns.ts'
import type { Kubeconfig, ResolvedContext } from './types.ts'
import { FolderWatcher } from './watcher.ts'

interface KubeconfigOptions {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder. */
  readonly home: string
  /** Gatehouse's own folder; pasted text is kept below it. */
  readonly dataFolder: string
  /** Contexts that come from no kubeconfig: the sample cluster and opened snapshots. */
  readonly extra?: ReadonlyObservable<readonly ContextEntry[]>
}

/**
 * Lists the contexts of all kubeconfigs and keeps the list current; it is there once the promise
 * is kept. Files are read and nothing else: no server is contacted and no plugin run.
 */
export async function createKubeconfig(options: KubeconfigOptions): Promise<Kubeconfig> {
  const kubeconfig = new KubeconfigFiles(options)
  await kubeconfig.reload()
  return kubeconfig
}

/** What one reading of all files found. Replaced as a whole: nobody sees the half of it. */
interface Reading {
  readonly islands: readonly Island[]
  readonly joined: ReadonlyMap<string, JoinedContext>
  readonly entries: readonly ContextEntry[]
  readonly missingCurrent: string
}

class KubeconfigFiles implements Kubeconfig {
  readonly list = new Observable<ContextList>({ contexts: [], files: [] })
  readonly revision = new Observable(0)
  readonly #options: KubeconfigOptions
  readonly #disk: PatientDisk
  readonly #reader: FileReader
  readonly #watcher: FolderWatcher
  readonly #subscriptions: readonly Unsubscribe[]
  #paths: readonly string[]
  #reading: Reading = { islands: [], joined: new Map(), entries: [], missingCurrent: '' }
  /** What was told last, to see whether the list is as it was. */
  #told = ''
  #present: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  #isClosed = false

  constructor(options: KubeconfigOptions) {
    const { extra, settings, clock } = options
    this.#options = options
    this.#paths = settings.value.get().kubeconfigPaths
    const again = (): void => void this.reload()
    this.#disk = new PatientDisk(clock, again)
    this.#reader = new FileReader(this.#disk)
    this.#watcher = new FolderWatcher(clock, this.#disk, again)
    this.#subscriptions = [
      settings.value.subscribe(value => {
        const isSamePaths = value.kubeconfigPaths.join('\n') === this.#paths.join('\n')
        this.#paths = value.kubeconfigPaths
        if (isSamePaths) this.#publish()
        else again()
      }),
      ...(extra === undefined ? [] : [extra.subscribe(() => this.#publish())]),
    ]
  }

  /** One reading at a time; who asks during one gets the next, which sees what was there when he asked. */
  reload(): Promise<void> {
    this.#next ??= this.#present.then(() => {
      this.#next = null
      const reading = this.#readAll()
      this.#present = reading.catch(() => undefined)
      return reading
    })
    return this.#next
  }

  /** Others have their turns meanwhile: hundreds of contexts take a while. */
  async #readAll(): Promise<void> {
    if (this.#isClosed) return
    const places = this.#places()
    // Watched before they are read: what changes in between is read again.
    await this.#watcher.watch(await foldersOf(places, this.#disk))
    const candidates = await findCandidates(places, this.#disk)
    this.#reader.keepOnly(new Set(candidates.map(candidate => candidate.path)))
    const islands: Island[] = []
    for (const { path: file, from, isOfFolder } of candidates) {
      const parsed = await this.#reader.read(file)
      if (!isOfFolder || parsed.isKubeconfig) islands.push({ path: file, from, parsed })
    }
    const joined = await inTurns(joining(islands))
    const current = currentContext(islands, joined)
    const entries = await inTurns(listing(joined, current.id))
    if (this.#isClosed) return
    const before = this.#reading.islands
    this.#reading = {
      islands,
      joined: new Map(joined.map(context => [context.id, context])),
      entries,
      missingCurrent: current.id === null ? current.name : '',
    }
    this.#publish()
    const isSame =
      before.length === islands.length &&
      before.every((island, index) => island.parsed === islands[index]?.parsed)
    if (!isSame) this.revision.set(this.revision.get() + 1)
  }

  find(id: string): ContextEntry | null {
    return this.list.get().contexts.find(entry => entry.id === id) ?? null
  }

  resolve(id: string): ResolvedContext {
    const context = this.#reading.joined.get(id)
    const entry = this.find(id)
    if (context === undefined || entry === null) {
      throw new AppError({ kind: 'gone', context: id, message: 'The context is in no kubeconfig any more.' })
    }
    if (context.problem !== undefined) throw new AppError({ ...context.problem, context: id })
    if (context.cluster === null) {
      throw new AppError({ kind: 'badConfig', context: id, message: 'The context names no cluster.' })
    }
    if (entry.needsConsent) {
      const message = `${entry.consentQuestion ?? ''} Agree to it once to open the context.`.trim()
      throw new AppError({ kind: 'badConfig', context: id, message, reason: 'ConsentNeeded' })
    }
    return resolveContext(context, context.cluster)
  }

  async addPath(written: string): Promise<void> {
    const file = absolutePath(written.trim(), this.#options.home)
    await this.#tryOut(file)
    if (this.#paths.includes(file)) return
    this.#options.settings.change({ kubeconfigPaths: [...this.#paths, file] })
    await this.reload()
  }

  async removePath(written: string): Promise<void> {
    const file = absolutePath(written, this.#options.home)
    if (path.dirname(file) === this.#places().pastedFolder) await rm(file, { force: true })
    else {
      const kept = this.#paths.filter(added => absolutePath(added, this.#options.home) !== file)
      this.#options.settings.change({ kubeconfigPaths: kept })
    }
    await this.reload()
  }

  async paste(text: string): Promise<void> {
    keepPasted(text, this.#places().pastedFolder)
    await this.reload()
  }

  close(): void {
    this.#isClosed = true
    this.#watcher.close()
    for (const unsubscribe of this.#subscriptions) unsubscribe()
  }

  /** What cannot be read now is not remembered. @throws AppError `badConfig` */
  async #tryOut(file: string): Promise<void> {
    const refused = (why: string) => new AppError({ kind: 'badConfig', message: `${file}: ${why}` })
    try {
      const stats = await this.#disk.stat(file)
      if (stats === null) throw refused('It does not exist.')
      if (stats.isDirectory()) return
      if (!stats.isFile()) throw new NotRegular()
      await this.#disk.read(file, maximumBytes)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw refused(unreadable(error))
    }
  }

  #places(): Places {
    const { env, home, dataFolder } = this.#options
    return { env, home, added: this.#paths, pastedFolder: path.join(dataFolder, 'kubeconfigs') }
  }

  /** Tells the list, unless it is as it was: settings change often, contexts seldom. */
  #publish(): void {
    const settings = this.#options.settings.value.get()
    const extra = this.#options.extra?.get() ?? []
    const { islands, entries, missingCurrent } = this.#reading
    const contexts = foldSettings([...entries, ...extra], settings)
    const list = {
      contexts,
      files: islands.map(fileOf),
      ...(missingCurrent === '' ? {} : { missingCurrent }),
    }
    const told = JSON.stringify(list)
    if (told === this.#told) return
    this.#told = told
    this.list.set(list)
  }
}
