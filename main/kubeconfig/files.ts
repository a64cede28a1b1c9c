import path from 'node:path'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { KubeconfigFile } from '../../shared/ipc/index.ts'
import { decodeText } from './decode.ts'
import { NotRegular, type PatientDisk, Stalled, TooLarge } from './disk.ts'
import { parsing } from './parse.ts'
import { inTurns } from './turns.ts'
import type { ParsedKubeconfig } from './types.ts'

export type KubeconfigSource = KubeconfigFile['from']

/** A file to read. In a folder, what is no kubeconfig is passed over in silence. */
export interface Candidate {
  readonly path: string
  readonly from: KubeconfigSource
  readonly isOfFolder: boolean
}

export interface Places {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** Files and folders that the user added. */
  readonly added: readonly string[]
  /** Folder of pasted files. */
  readonly pastedFolder: string
}

/** Beyond this a file is no kubeconfig that people keep: not read, but listed with the reason. */
export const maximumBytes = 20_000_000

/** Every file to read, in order, each once, even when it is reached by two ways. */
export async function findCandidates(places: Places, disk: PatientDisk): Promise<readonly Candidate[]> {
  const found = [...configuredFiles(places)]
  for (const written of places.added) {
    found.push(...(await expandPath(absolutePath(written, places.home), 'added', disk)))
  }
  found.push(...(await filesOfFolder(places.pastedFolder, 'pasted', disk)))
  const seen = new Map<string, Candidate>()
  for (const candidate of found) {
    const real = await disk.realPath(candidate.path)
    if (!seen.has(real)) seen.set(real, candidate)
  }
  return [...seen.values()]
}

function configuredFiles({ env, home }: Places): readonly Candidate[] {
  const files = (env.KUBECONFIG ?? '').split(path.delimiter).filter(item => item !== '')
  if (files.length === 0) {
    return [{ path: path.join(home, '.kube', 'config'), from: 'default', isOfFolder: false }]
  }
  return files.map(file => ({ path: path.resolve(file), from: 'KUBECONFIG', isOfFolder: false }))
}

/** `~` is the home folder, as people write it in settings. */
export function absolutePath(written: string, home: string): string {
  return path.resolve(written.replace(/^~(?=$|[/\\])/, home))
}

async function expandPath(
  file: string,
  from: KubeconfigSource,
  disk: PatientDisk,
): Promise<readonly Candidate[]> {
  const isFolder = (await disk.look(file))?.isDirectory() === true
  return isFolder ? filesOfFolder(file, from, disk) : [{ path: file, from, isOfFolder: false }]
}

/** Of a folder that is not there yet, or not ours to read, none: it is watched and may appear. */
async function filesOfFolder(
  folder: string,
  from: KubeconfigSource,
  disk: PatientDisk,
): Promise<readonly Candidate[]> {
  const names = (await disk.entries(folder)).filter(
    name => !name.startsWith('.') && !/\.(lock|tmp|swp|bak)$|~$/.test(name),
  )
  const files: Candidate[] = []
  for (const name of names.sort()) {
    const file = path.join(folder, name)
    if ((await disk.look(file))?.isFile()) files.push({ path: file, from, isOfFolder: true })
  }
  return files
}

/** Messages do not name the file: it is shown beside them. */
const unread = { currentContext: '', contexts: [], clusters: [], users: [] }

/** Reads files and keeps what it read for as long as size and time of the file stay. */
export class FileReader {
  readonly #disk: PatientDisk
  readonly #read = new Map<string, { readonly stamp: string; readonly parsed: ParsedKubeconfig }>()

  constructor(disk: PatientDisk) {
    this.#disk = disk
  }

  async read(file: string): Promise<ParsedKubeconfig> {
    const known = this.#read.get(file)
    try {
      const stats = await this.#disk.stat(file)
      if (stats === null) return failure('It does not exist; it is read as soon as it appears.', 'gone')
      if (stats.isDirectory()) return failure('It is a folder; only files are read here.')
      if (!stats.isFile()) throw new NotRegular()
      const stamp = `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`
      if (known?.stamp === stamp) return known.parsed
      const parsed = await inTurns(parsing(decodeText(await this.#disk.read(file, maximumBytes))))
      this.#read.set(file, { stamp, parsed })
      return parsed
    } catch (error) {
      const failed = failure(unreadable(error))
      // A mount that does not answer for a while takes nobody's contexts away.
      return error instanceof Stalled ? { ...failed, ...known?.parsed, problem: failed.problem } : failed
    }
  }

  /** Forgets files that are not read any more. */
  keepOnly(files: ReadonlySet<string>): void {
    for (const file of this.#read.keys()) if (!files.has(file)) this.#read.delete(file)
  }
}

function failure(message: string, kind: AppErrorBody['kind'] = 'badConfig') {
  return { ...unread, isKubeconfig: true, problem: { kind, message } } satisfies ParsedKubeconfig
}

/** By the code alone: the message of the system names the file once more. */
export function unreadable(error: unknown): string {
  if (error instanceof Stalled) return 'It did not answer in time; it is read as soon as it does.'
  if (error instanceof NotRegular) return 'It is not a regular file.'
  if (error instanceof TooLarge) return 'It is too large for a kubeconfig.'
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  if (code === 'EACCES' || code === 'EPERM') return 'It may not be read: permission is denied.'
  return `It cannot be read (${code}).`
}
