import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { KubeconfigFile } from '../../shared/ipc/index.ts'
import { decodeText } from './decode.ts'
import { parseKubeconfig } from './parse.ts'
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
const maximumBytes = 20_000_000

/** Every file to read, in order, each once, even when it is reached by two ways. */
export function findCandidates(places: Places): readonly Candidate[] {
  const found = [
    ...configuredFiles(places),
    ...places.added.flatMap(written => expandPath(absolutePath(written, places.home), 'added')),
    ...filesOfFolder(places.pastedFolder, 'pasted'),
  ]
  const seen = new Set<string>()
  return found.filter(candidate => {
    const real = realPath(candidate.path)
    if (seen.has(real)) return false
    seen.add(real)
    return true
  })
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

function expandPath(file: string, from: KubeconfigSource): readonly Candidate[] {
  return statOf(file)?.isDirectory() ? filesOfFolder(file, from) : [{ path: file, from, isOfFolder: false }]
}

function filesOfFolder(folder: string, from: KubeconfigSource): readonly Candidate[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return [] // not there yet, or not ours to read: the folder is watched and may appear
  }
  return names
    .filter(name => !name.startsWith('.') && !/\.(lock|tmp|swp|bak)$|~$/.test(name))
    .sort()
    .map(name => ({ path: path.join(folder, name), from, isOfFolder: true }))
    .filter(candidate => statOf(candidate.path)?.isFile() === true)
}

/** Null for what is not there or may not be looked at. */
export function statOf(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** Messages do not name the file: it is shown beside them. */
const unread = { currentContext: '', contexts: [], clusters: [], users: [] }

/** Reads files and keeps what it read for as long as size and time of the file stay. */
export class FileReader {
  readonly #read = new Map<string, { readonly stamp: string; readonly parsed: ParsedKubeconfig }>()

  read(file: string): ParsedKubeconfig {
    let stats: Stats | null
    try {
      stats = statSync(file, { throwIfNoEntry: false }) ?? null
    } catch (error) {
      return failure(unreadable(error))
    }
    if (stats === null) return failure('It does not exist; it is read as soon as it appears.', 'gone')
    if (stats.isDirectory()) return failure('It is a folder; only files are read here.')
    if (!stats.isFile()) return failure('It is not a regular file.')
    if (stats.size > maximumBytes) return failure('It is too large for a kubeconfig.')
    const stamp = `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`
    const known = this.#read.get(file)
    if (known?.stamp === stamp) return known.parsed
    const parsed = readFile(file)
    this.#read.set(file, { stamp, parsed })
    return parsed
  }

  /** Forgets files that are not read any more. */
  keepOnly(files: ReadonlySet<string>): void {
    for (const file of this.#read.keys()) if (!files.has(file)) this.#read.delete(file)
  }
}

function readFile(file: string): ParsedKubeconfig {
  try {
    return parseKubeconfig(decodeText(readFileSync(file)))
  } catch (error) {
    return failure(unreadable(error))
  }
}

function failure(message: string, kind: AppErrorBody['kind'] = 'badConfig'): ParsedKubeconfig {
  return { ...unread, isKubeconfig: true, problem: { kind, message } }
}

/** By the code alone: the message of the system names the file once more. */
function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return 'It may not be read: permission is denied.'
  return `It cannot be read${code === undefined ? '' : ` (${code})`}.`
}
