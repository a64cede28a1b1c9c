import path from 'node:path'
import type { PatientDisk } from './disk.ts'
import { absolutePath, type Places } from './files.ts'

/**
 * Folders to watch for changes of the list, each with the base names that matter in it; an empty
 * set means that every name does. A link is watched at both of its ends.
 * What does not answer is left out: to watch it would hang too.
 */
export async function foldersOf(
  places: Places,
  disk: PatientDisk,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const folders = new Map<string, Set<string>>()
  const whole = (folder: string): void => void folders.set(folder, new Set())
  const file = (at: string): void => {
    const folder = path.dirname(at)
    const names = folders.get(folder)
    if (names === undefined) folders.set(folder, new Set([path.basename(at)]))
    else if (names.size > 0) names.add(path.basename(at))
  }
  for (const added of places.added.map(written => absolutePath(written, places.home))) {
    if ((await disk.look(added))?.isDirectory()) whole(added)
  }
  whole(places.pastedFolder)
  for (const one of filesOf(places)) {
    const target = await disk.realPath(one)
    if (disk.refuses(one)) continue
    file(one)
    if (target !== one) file(target)
  }
  return folders
}

function filesOf({ env, home, added }: Places): readonly string[] {
  const configured = (env.KUBECONFIG ?? '').split(path.delimiter).filter(item => item !== '')
  const own = configured.length > 0 ? configured : [path.join(home, '.kube', 'config')]
  return [...own.map(item => path.resolve(item)), ...added.map(written => absolutePath(written, home))]
}
