import { lstat, mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../../shared/errors/index.ts'

export interface Placing {
  /** Files of a folder that is there may be replaced; what else is in it stays. */
  readonly mayOverwrite: boolean
  /** Why a path must not be written to; empty where it may. */
  readonly whyGuarded: (file: string) => string
  /** Whether something below a path must not be written to. */
  readonly holdsGuarded: (folder: string) => boolean
  readonly onRefused: (path: string, why: string) => void
}

/**
 * Moves a finished copy to its final name, on the same disk: whoever looks sees the whole or nothing. A
 * folder that is there is filled file by file, each whole.
 * @throws AppError `conflict` where something is there that must stay
 */
export async function placeCopy(copy: string, destination: string, placing: Placing): Promise<void> {
  const [from, to] = [await kindAt(copy), await kindAt(destination)]
  if (to !== null && !placing.mayOverwrite) throw alreadyThere(destination)
  if (to !== null && (from === 'folder') !== (to === 'folder')) throw otherKind(destination, to)
  await move({ source: copy, target: destination, shown: '', isFolder: from === 'folder' }, to, placing)
}

interface Move {
  readonly source: string
  readonly target: string
  /** Path from the top of the copy on. */
  readonly shown: string
  readonly isFolder: boolean
}

async function move(step: Move, there: 'folder' | 'file' | null, placing: Placing): Promise<void> {
  const { source, target, shown, isFolder } = step
  if (!isFolder || (there === null && !placing.holdsGuarded(target))) return await rename(source, target)
  if (there === null) await mkdir(target, { mode: (await lstat(source)).mode & 0o777 })
  await fill(source, target, shown, placing)
}

async function fill(from: string, to: string, at: string, placing: Placing): Promise<void> {
  for (const name of await readdir(from)) {
    const [source, target, shown] = [path.join(from, name), path.join(to, name), path.posix.join(at, name)]
    const [kind, there] = [await kindAt(source), await kindAt(target)]
    const why = placing.whyGuarded(target)
    if (why !== '') placing.onRefused(shown, why)
    else if (there !== null && (kind === 'folder') !== (there === 'folder'))
      placing.onRefused(shown, `A ${there} of this name is there already.`)
    else await move({ source, target, shown, isFolder: kind === 'folder' }, there, placing)
  }
}

/** What is at a path itself, were it a link; null for nothing. */
export async function kindAt(file: string): Promise<'folder' | 'file' | null> {
  try {
    return (await lstat(file)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function alreadyThere(destination: string): AppError {
  return new AppError({
    kind: 'conflict',
    reason: 'AlreadyExists',
    message: `“${destination}” is there already. Choose another name, or allow to overwrite it.`,
  })
}

export function otherKind(destination: string, kind: 'folder' | 'file'): AppError {
  const other = kind === 'folder' ? 'file' : 'folder'
  return new AppError({
    kind: 'conflict',
    message: `“${destination}” is a ${kind}, and a ${other} does not take its place. Choose another name.`,
  })
}
