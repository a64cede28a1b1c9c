import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../shared/errors/index.ts'
import { Observable, type ReadonlyObservable, type Unsubscribe } from '../../../shared/flow/index.ts'
import type { ContextEntry, Snapshot } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { dumpNames } from './names.ts'
import { OpenDump } from './openDump.ts'

export interface RememberedDump {
  readonly id: ContextId
  readonly paths: readonly string[]
}

export interface DumpsOptions {
  /** The user's home folder, for paths that begin with `~/`. */
  readonly home: string
  /** The dumps that the settings hold, in the order in which they were added. */
  readonly remembered: ReadonlyObservable<readonly RememberedDump[]>
  /** Writes them to the settings, which come back by `remembered`. */
  readonly remember: (dumps: readonly RememberedDump[]) => void
  /** Closes the context of a dump that is removed. */
  readonly closeContext: (context: ContextId) => void
  readonly log: (text: string) => void
  /** Folder of the sockets' private folders; the system's temporary one by default. */
  readonly folder?: string
  /** The thread's file, where it is not beside the bundled one. */
  readonly workerUrl?: URL
}

/** Where the server of an opened dump is. `ready` settles when it has read the dump. */
export interface DumpTarget {
  readonly socketPath: string
  /** @throws AppError when the dump cannot be read, or was closed */
  readonly ready: () => Promise<void>
}

/** The listed dumps, and those of them that are open. */
export interface Dumps {
  readonly list: ReadonlyObservable<readonly Snapshot[]>
  /** The dumps as contexts; each reads its paths when it is first connected to. */
  readonly entries: ReadonlyObservable<readonly ContextEntry[]>
  has(context: ContextId): boolean
  /** Lists paths as one context. @throws AppError `invalid` for a path that is not there */
  add(paths: readonly string[], options: { readonly isRemembered: boolean }): Promise<ContextId>
  remove(context: ContextId): void
  /** @throws AppError `gone` for a dump that is not listed */
  target(context: ContextId): Promise<DumpTarget>
  /** Reads again what failed to be read; nothing else is disturbed. */
  retry(context: ContextId): void
  /** The newest time that the dump says anything of, in milliseconds since the epoch; null for what is no dump or is not read. */
  takenAt(context: ContextId): number | null
  /** Ends the reading or the server of a dump at once. */
  close(context: ContextId): void
  closeAll(): Promise<void>
}

export function createDumps(options: DumpsOptions): Dumps {
  return new ListedDumps(options)
}

const nothingRead = { status: { phase: 'closed' }, problems: [], problemCount: 0 } as const

class ListedDumps implements Dumps {
  readonly list = new Observable<readonly Snapshot[]>([])
  readonly entries = new Observable<readonly ContextEntry[]>([])
  readonly #options: DumpsOptions
  readonly #open = new Map<ContextId, OpenDump>()
  readonly #ending = new Set<Promise<void>>()
  readonly #unsubscribe: Unsubscribe
  /** Dumps that the command line named: listed until the program ends. */
  #passing: readonly RememberedDump[] = []

  constructor(options: DumpsOptions) {
    this.#options = options
    this.#unsubscribe = options.remembered.subscribe(() => this.#publishAll())
    this.#publishAll()
  }

  has(context: ContextId): boolean {
    return this.#find(context) !== undefined
  }

  async add(
    written: readonly string[],
    { isRemembered }: { readonly isRemembered: boolean },
  ): Promise<ContextId> {
    const paths = await Promise.all(written.map(one => existingPath(one, this.#options.home)))
    const dump = { id: idOf(paths), paths: [...new Set(paths)] }
    const { remembered, remember } = this.#options
    if (isRemembered) {
      if (!remembered.get().some(({ id }) => id === dump.id)) remember([...remembered.get(), dump])
    } else if (!this.has(dump.id)) {
      this.#passing = [...this.#passing, dump]
      this.#publishAll()
    }
    return dump.id
  }

  remove(context: ContextId): void {
    this.#options.closeContext(context)
    this.close(context)
    const { remembered, remember } = this.#options
    this.#passing = this.#passing.filter(({ id }) => id !== context)
    if (remembered.get().some(({ id }) => id === context))
      remember(remembered.get().filter(({ id }) => id !== context))
    this.#publishAll()
  }

  async target(context: ContextId): Promise<DumpTarget> {
    const found = this.#find(context)
    if (found === undefined)
      throw new AppError({
        kind: 'gone',
        context,
        message: 'This dump is not listed any more. Open its files again.',
      })
    const known = this.#open.get(context)
    const open = known ?? this.#opened(found)
    return { socketPath: await open.socketPath(), ready: () => open.ready() }
  }

  retry(context: ContextId): void {
    this.#open.get(context)?.retry()
  }

  takenAt(context: ContextId): number | null {
    const status = this.#open.get(context)?.reading.status
    return status?.phase === 'ready' ? status.newest : null
  }

  close(context: ContextId): void {
    const open = this.#open.get(context)
    if (open === undefined) return
    this.#open.delete(context)
    const ending = open.end()
    this.#ending.add(ending)
    void ending.finally(() => this.#ending.delete(ending))
    this.#publishList()
  }

  async closeAll(): Promise<void> {
    this.#unsubscribe()
    for (const context of [...this.#open.keys()]) this.close(context)
    await Promise.all(this.#ending)
  }

  #opened(dump: RememberedDump): OpenDump {
    const { log, folder, workerUrl } = this.#options
    const open = new OpenDump({
      context: dump.id,
      name: this.list.get().find(({ context }) => context === dump.id)?.name ?? '',
      paths: dump.paths,
      log,
      changed: () => this.#publishList(),
      ...(folder === undefined ? {} : { folder }),
      ...(workerUrl === undefined ? {} : { workerUrl }),
    })
    this.#open.set(dump.id, open)
    return open
  }

  #all(): readonly RememberedDump[] {
    const remembered = this.#options.remembered.get()
    const known = new Set(remembered.map(({ id }) => id))
    return [...remembered, ...this.#passing.filter(({ id }) => !known.has(id))]
  }

  #find(context: ContextId): RememberedDump | undefined {
    return this.#all().find(({ id }) => id === context)
  }

  #publishAll(): void {
    const before = this.list.get()
    this.#publishList()
    const after = this.list.get()
    const isSame =
      before.length === after.length &&
      after.every(
        ({ context, name }, index) => before[index]?.context === context && before[index]?.name === name,
      )
    if (!isSame) this.entries.set(after.map(entryOf))
  }

  #publishList(): void {
    const dumps = this.#all()
    const names = dumpNames(dumps.map(({ paths }) => paths))
    this.list.set(
      dumps.map(({ id, paths }, index) => ({
        context: id,
        name: names[index] ?? id,
        paths,
        ...(this.#open.get(id)?.reading ?? nothingRead),
      })),
    )
  }
}

/** The same paths are the same dump, in whatever order they are named. */
function idOf(paths: readonly string[]): ContextId {
  const text = [...new Set(paths)].sort().join('\n')
  return `snapshot-${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
}

/** @throws AppError `invalid` */
async function existingPath(written: string, home: string): Promise<string> {
  const whole = written === '~' || /^~[/\\]/.test(written) ? path.join(home, written.slice(1)) : written
  const absolute = path.resolve(whole)
  try {
    await stat(absolute)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const why =
      code === 'EACCES' || code === 'EPERM' ? 'may not be read by you' : 'is not there. Check how it is spelt'
    throw new AppError({ kind: 'invalid', message: `${absolute} ${why}.` }, { cause: error })
  }
  return absolute
}

function entryOf({ context, name, paths }: Snapshot): ContextEntry {
  return {
    id: context,
    name,
    source: paths.join(', '),
    origin: 'snapshot',
    cluster: 'dump',
    server: '',
    user: '',
    signIn: { type: 'none' },
    namespace: '',
    isCurrent: false,
    isProtected: false,
    colour: 0,
    borrowed: [],
    needsConsent: false,
  }
}
