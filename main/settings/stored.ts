import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import type { StoredItem } from '../../shared/ipc/index.ts'

/** Where Gatehouse keeps what it keeps. */
export interface StoredPlaces {
  readonly settingsFile: string
  /** Older logs lie beside it, as `.1`, `.2`. */
  readonly logFile: string
  readonly pastedFolder: string
  readonly draftsFolder: string
  /** The older one lies beside it, as `.1`. */
  readonly journalFile: string
  /** Deletes drafts or journal through those who also have them in memory. */
  readonly clearWrites: (what: WritesKept) => Promise<void>
}

/** What is kept of changes to clusters. */
type WritesKept = 'drafts' | 'journal'

/** What is kept, as the disk has it now. What is not there counts nothing. */
export function storedItems(places: StoredPlaces): readonly StoredItem[] {
  const { settingsFile, logFile, pastedFolder, draftsFolder, journalFile } = places
  return [
    { what: 'settings', path: settingsFile, ...sizeOf(relatives(settingsFile)) },
    { what: 'log', path: logFile, ...sizeOf(relatives(logFile)) },
    { what: 'pasted', path: pastedFolder, ...sizeOf(filesOf(pastedFolder)) },
    { what: 'drafts', path: draftsFolder, ...sizeOf(filesOf(draftsFolder)) },
    { what: 'journal', path: journalFile, ...sizeOf(relatives(journalFile)) },
  ]
}

/** Empties the log, which stays open for its writer, and deletes the older ones. */
export function clearLog({ logFile }: StoredPlaces): void {
  orRefused(logFile, () => {
    for (const file of relatives(logFile)) {
      if (file === logFile) truncateSync(file)
      else rmSync(file, { force: true })
    }
  })
}

export function clearPasted({ pastedFolder }: StoredPlaces): void {
  orRefused(pastedFolder, () => {
    for (const file of filesOf(pastedFolder)) rmSync(file, { force: true })
  })
}

export async function clearWritten(what: WritesKept, places: StoredPlaces): Promise<void> {
  const place = what === 'drafts' ? places.draftsFolder : places.journalFile
  try {
    await places.clearWrites(what)
  } catch (error) {
    throw notCleared(place, error)
  }
}

/** The file and those named after it: rotated logs, settings that were set aside. */
function relatives(file: string): readonly string[] {
  return filesOf(path.dirname(file)).filter(other => other === file || other.startsWith(`${file}.`))
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => path.join(folder, entry.name))
  } catch {
    return [] // nothing was ever kept there
  }
}

function sizeOf(files: readonly string[]): Pick<StoredItem, 'files' | 'bytes'> {
  const sizes = files.map(file => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

function orRefused(what: string, clear: () => void): void {
  try {
    clear()
  } catch (error) {
    throw notCleared(what, error)
  }
}

function notCleared(what: string, error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError({ kind: 'badConfig', message: `${what} could not be cleared: ${reason}.` })
}
