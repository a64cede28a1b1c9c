import { access, constants, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError, type AppErrorBody } from '../../../../shared/errors/index.ts'
import { localPath } from '../../localPath.ts'
import { alreadyThere, kindAt } from '../unpack/index.ts'

export interface LocalPlaces {
  /** The user's home folder. */
  readonly home: string
  /** Files and folders that no copy may change: settings, kubeconfigs. */
  readonly guarded: () => readonly string[]
}

/** Where a copy goes, its links followed up to the last folder. */
export interface LocalTarget {
  readonly file: string
  readonly folder: string
  readonly whyGuarded: (file: string) => string
  readonly holdsGuarded: (folder: string) => boolean
}

/**
 * Where a copy of something named `name` goes: into the folder when one is written, as with `cp`.
 * @throws AppError where nothing can be written there, or something is there that must stay
 */
export async function localTarget(
  written: string,
  name: string,
  { mayOverwrite, places }: { readonly mayOverwrite: boolean; readonly places: LocalPlaces },
): Promise<LocalTarget> {
  const asked = localPath(written, places.home)
  const isInto = await isFolder(asked)
  if (isInto && name === '')
    throw invalid(`Name the copy: “${asked}” is a folder, and what is copied has no name.`)
  if (!isInto && /[/\\]$/.test(written)) throw invalid(`The folder “${asked}” does not exist.`)
  const parent = isInto ? asked : path.dirname(asked)
  const folder = await writableFolder(parent)
  const file = path.join(folder, isInto ? name : path.basename(asked))
  const guard = await guardOf(places.guarded())
  const why = guard.whyGuarded(file)
  if (why !== '') throw invalid(`“${file}” is not written to. ${why}`)
  if (!mayOverwrite && (await kindAt(file)) !== null) throw alreadyThere(file)
  return { file, folder, ...guard }
}

async function isFolder(file: string): Promise<boolean> {
  return await stat(file).then(
    found => found.isDirectory(),
    () => false,
  )
}

async function writableFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder)
    if (!(await isFolder(real))) throw invalid(`“${folder}” is no folder.`)
    await access(real, constants.W_OK | constants.X_OK)
    return real
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw invalid(`The folder “${folder}” does not exist.`)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw invalid(`The folder “${folder}” may not be written to.`, 'denied')
    throw error
  }
}

/** Of each guarded path both what is written and where it leads counts. */
async function guardOf(
  guarded: readonly string[],
): Promise<Pick<LocalTarget, 'whyGuarded' | 'holdsGuarded'>> {
  const real = await Promise.all(guarded.map(file => realpath(file).catch(() => file)))
  const all = [...new Set([...guarded, ...real])]
  return {
    whyGuarded: file =>
      all.some(each => isWithin(file, each))
        ? 'Settings of Gatehouse or a kubeconfig are kept there; copies leave them alone.'
        : '',
    holdsGuarded: folder => all.some(each => isWithin(each, folder)),
  }
}

/** Case is left out of account: it is on most disks of desktops, and nobody has settings of both names. */
function isWithin(file: string, folder: string): boolean {
  const way = path.relative(folder.toLowerCase(), file.toLowerCase())
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

function invalid(message: string, kind: AppErrorBody['kind'] = 'invalid'): AppError {
  return new AppError({ kind, message })
}
