import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Text of a file, or null when there is none. Throws for every other failure. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes beside the file and renames over it: a reader, or a crash, sees the old text or the new
 * one, never a part. Only the owner may read it.
 */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Moves a file that cannot be used to a name of its own and returns that name. */
export function moveAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-')
  const kept = `${file}.broken-${stamp}`
  renameSync(file, kept)
  chmodSync(kept, 0o600)
  return kept
}
