import { lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { absolutePath, type Places, statOf } from './files.ts'

/**
 * Folders to watch for changes of the list, each with the base names that matter in it; an empty
 * set means that every name does. A link is watched at both of its ends.
 */
export function foldersOf(places: Places): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>()
  const whole = (folder: string): void => void folders.set(folder, new Set())
  const file = (at: string): void => {
    const folder = path.dirname(at)
    const names = folders.get(folder)
    if (names === undefined) folders.set(folder, new Set([path.basename(at)]))
    else if (names.size > 0) names.add(path.basename(at))
  }
  for (const added of places.added.map(written => absolutePath(written, places.home))) {
    if (statOf(added)?.isDirectory()) whole(added)
  }
  whole(places.pastedFolder)
  for (const one of filesOf(places)) {
    file(one)
    const target = targetOfLink(one)
    if (target !== null) file(target)
  }
  return folders
}

function filesOf({ env, home, added }: Places): readonly string[] {
  const configured = (env.KUBECONFIG ?? '').split(path.delimiter).filter(item => item !== '')
  const own = configured.length > 0 ? configured : [path.join(home, '.kube', 'config')]
  return [...own.map(item => path.resolve(item)), ...added.map(written => absolutePath(written, home))]
}

function targetOfLink(file: string): string | null {
  try {
    return lstatSync(file).isSymbolicLink() ? realpathSync(file) : null
  } catch {
    return null // not there, or a link to nothing
  }
}
