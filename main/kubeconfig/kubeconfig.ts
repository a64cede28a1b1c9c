import { rmSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Unsubscribe } from '../../shared/flow/index.ts'
import type { ContextEntry, ContextList } from '../../shared/ipc/index.ts'
import type { SettingsStore } from '../settings/index.ts'
import { absolutePath, FileReader, findCandidates, type Places, statOf } from './files.ts'
import { foldersOf } from './folders.ts'
import { type Island, type JoinedContext, joinContexts } from './islands.ts'
import { currentContext, entryOf, fileOf, foldSettings } from './list.ts'
import { keepPasted } from './paste.ts'
import { resolveContext } from './resolve.ts'
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
 * Lists the contexts of all kubeconfigs and keeps the list current. Files are read and nothing
 * else: no server is contacted and no plugin run.
 */
export function createKubeconfig(options: KubeconfigOptions): Kubeconfig {
  return new KubeconfigFiles(options)
}

class KubeconfigFiles implements Kubeconfig {
  readonly list = new Observable<ContextList>({ contexts: [], files: [] })
  readonly revision = new Observable(0)
  readonly #options: KubeconfigOptions
  readonly #reader = new FileReader()
  readonly #watcher: FolderWatcher
  readonly #subscriptions: readonly Unsubscribe[]
  #paths: readonly string[]
  #islands: readonly Island[] = []
  #joined: ReadonlyMap<string, JoinedContext> = new Map()
  #entries: readonly ContextEntry[] = []
  #missingCurrent = ''

  constructor(options: KubeconfigOptions) {
    this.#options = options
    this.#paths = options.settings.value.get().kubeconfigPaths
    this.#watcher = new FolderWatcher(options.clock, () => this.reload())
    this.reload()
    const { extra, settings } = options
    this.#subscriptions = [
      settings.value.subscribe(value => {
        const isSamePaths = value.kubeconfigPaths.join('\n') === this.#paths.join('\n')
        this.#paths = value.kubeconfigPaths
        if (isSamePaths) this.#publish()
        else this.reload()
      }),
      ...(extra === undefined ? [] : [extra.subscribe(() => this.#publish())]),
    ]
  }

  reload(): void {
    const places = this.#places()
    // Watched before they are read: what changes in between is read again.
    this.#watcher.watch(foldersOf(places))
    const candidates = findCandidates(places)
    this.#reader.keepOnly(new Set(candidates.map(candidate => candidate.path)))
    const before = this.#islands
    this.#islands = candidates
      .map(({ path: file, from, isOfFolder }) => ({
        path: file,
        from,
        isOfFolder,
        parsed: this.#reader.read(file),
      }))
      .filter(({ isOfFolder, parsed }) => !isOfFolder || parsed.isKubeconfig)
    const joined = joinContexts(this.#islands)
    const current = currentContext(this.#islands, joined)
    this.#joined = new Map(joined.map(context => [context.id, context]))
    this.#entries = joined.map(context => entryOf(context, context.id === current.id))
    this.#missingCurrent = current.id === null ? current.name : ''
    this.#publish()
    const isSame =
      before.length === this.#islands.length &&
      before.every((island, index) => island.parsed === this.#islands[index]?.parsed)
    if (!isSame) this.revision.set(this.revision.get() + 1)
  }

  find(id: string): ContextEntry | null {
    return this.list.get().contexts.find(entry => entry.id === id) ?? null
  }

  resolve(id: string): ResolvedContext {
    const context = this.#joined.get(id)
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

  addPath(written: string): void {
    const file = absolutePath(written.trim(), this.#options.home)
    if (statOf(file) === null) {
      throw new AppError({ kind: 'badConfig', message: `${file} does not exist or may not be read.` })
    }
    if (this.#paths.includes(file)) return
    this.#options.settings.change({ kubeconfigPaths: [...this.#paths, file] })
  }

  removePath(written: string): void {
    const file = absolutePath(written, this.#options.home)
    if (path.dirname(file) === this.#places().pastedFolder) {
      rmSync(file, { force: true })
      this.reload()
      return
    }
    const kept = this.#paths.filter(added => absolutePath(added, this.#options.home) !== file)
    this.#options.settings.change({ kubeconfigPaths: kept })
  }

  paste(text: string): void {
    keepPasted(text, this.#places().pastedFolder)
    this.reload()
  }

  close(): void {
    this.#watcher.close()
    for (const unsubscribe of this.#subscriptions) unsubscribe()
  }

  #places(): Places {
    const { env, home, dataFolder } = this.#options
    return { env, home, added: this.#paths, pastedFolder: path.join(dataFolder, 'kubeconfigs') }
  }

  /** Tells the list, unless it is as it was: settings change often, contexts seldom. */
  #publish(): void {
    const settings = this.#options.settings.value.get()
    const extra = this.#options.extra?.get() ?? []
    const contexts = [...this.#entries, ...extra].map(entry => foldSettings(entry, settings))
    const list = {
      contexts,
      files: this.#islands.map(fileOf),
      ...(this.#missingCurrent === '' ? {} : { missingCurrent: this.#missingCurrent }),
    }
    if (JSON.stringify(list) !== JSON.stringify(this.list.get())) this.list.set(list)
  }
}
