import { readFileSync } from 'node:fs'
import { writeAtomically } from '../../settings/index.ts'
import { parseWindowState, type WindowState } from './bounds.ts'

/** How the window was left the last time; null when nobody knows. */
export function readWindowState(file: string): WindowState | null {
  try {
    return parseWindowState(readFileSync(file, 'utf8'))
  } catch {
    // The first start, or a file that cannot be read: the window opens as the first time.
    return null
  }
}

/** @throws when the disk refuses */
export function writeWindowState(file: string, state: WindowState): void {
  writeAtomically(file, `${JSON.stringify(state)}\n`)
}
