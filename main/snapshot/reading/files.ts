import type { Stats } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Limits } from './limits.ts'
import { failureWords, type Problems } from './problems.ts'

/** A file to read. */
export interface DiskFile {
  readonly path: string
  readonly bytes: number
  /** True when it was named itself, not found in a folder. */
  readonly isNamed: boolean
}

/** Thrown when a bound of the reading is passed; the message says which. */
export class Refused extends Error {}

/**
 * The files of the paths, folders with all that is in them, each once whatever links lead to it.
 * Hidden entries of folders are left out. What cannot be looked at is told, and so are links that
 * lead out of what was opened: a dump is somebody else's, and must not reach for the files beside it.
 */
export async function listFiles(
  paths: readonly string[],
  problems: Problems,
  limits: Limits,
): Promise<readonly DiskFile[]> {
  const found: DiskFile[] = []
  const seen = new Set<string>()
  const roots = (await Promise.all(paths.map(realPathOf))).filter(root => root !== null)
  const visit = async (file: string, isNamed: boolean): Promise<void> => {
    const status = await statusOf(file, isNamed, problems)
    if (status === null) return
    // Links lead in circles, and two paths may name one file.
    const real = await realPathOf(file)
    if (real === null || !roots.some(root => isWithin(real, root))) {
      problems.add(file, 0, 'This link leads out of what was opened; it is not followed.')
      return
    }
    if (seen.has(real)) return
    seen.add(real)
    if (status.isFile()) {
      found.push({ path: file, bytes: status.size, isNamed })
      if (found.length > limits.files)
        throw new Refused(
          `There are more than ${limits.files.toLocaleString('en')} files. Open a part of the folder.`,
        )
    } else if (status.isDirectory()) {
      for (const name of await entriesOf(file, problems)) await visit(path.join(file, name), false)
    } else if (isNamed) problems.add(file, 0, 'This is neither a file nor a folder.')
  }
  for (const one of paths) await visit(one, true)
  return found
}

/** Null where there is none: a link of the system may lead to what has no path. */
async function realPathOf(file: string): Promise<string | null> {
  try {
    return await realpath(file)
  } catch {
    return null
  }
}

function isWithin(file: string, folder: string): boolean {
  const way = path.relative(folder, file)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

async function statusOf(file: string, isNamed: boolean, problems: Problems): Promise<Stats | null> {
  try {
    return await stat(file)
  } catch (error) {
    // A link to nowhere within a folder is no loss: must-gathers have them.
    const isDeadLink =
      !isNamed &&
      (await lstat(file).then(
        link => link.isSymbolicLink(),
        () => false,
      ))
    if (!isDeadLink) problems.add(file, 0, `Cannot be read: ${failureWords(error)}.`)
    return null
  }
}

async function entriesOf(folder: string, problems: Problems): Promise<readonly string[]> {
  try {
    const names = await readdir(folder)
    return names.filter(name => !name.startsWith('.')).sort()
  } catch (error) {
    problems.add(folder, 0, `Cannot be read: ${failureWords(error)}.`)
    return []
  }
}
