import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** No list of completions is read to its end by anyone when it is longer. */
const mostCompletions = 200

/**
 * Entries of the file system that begin with what was typed, folders with a separator at their
 * end. What cannot be read completes to nothing. A `~` stays as it was typed.
 */
export async function completePath(typed: string, home: string): Promise<readonly string[]> {
  if (typed === '' || typed === '~') return [`~${path.sep}`]
  const isHome = /^~[/\\]/.test(typed)
  const whole = isHome ? home + typed.slice(1) : typed
  if (!path.isAbsolute(whole)) return []
  const start = Math.max(whole.lastIndexOf('/'), whole.lastIndexOf(path.sep)) + 1
  const folder = whole.slice(0, start)
  const begin = whole.slice(start)
  const shown = typed.slice(0, typed.length - begin.length)
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const fitting = entries
      .filter(({ name }) => name.startsWith(begin) && (begin !== '' || !name.startsWith('.')))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, mostCompletions)
    return await Promise.all(
      fitting.map(async entry => {
        const isFolder =
          entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderAt(path.join(folder, entry.name))))
        return `${shown}${entry.name}${isFolder ? path.sep : ''}`
      }),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

async function isFolderAt(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory()
  } catch {
    // A link to nowhere is no folder.
    return false
  }
}
