import type { Settings, StoredWhat } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, changeSettings, errorBody } from '../live/index.ts'

/** Writes some of the settings; a failure is said on the status line. */
export function save(change: Partial<Settings>): void {
  changeSettings(change).catch(tell)
}

/** Empties something that is kept, and says so. */
export async function clear(what: StoredWhat, done: string): Promise<void> {
  try {
    await engine.call('settings.clear', { what })
    announce(done)
  } catch (error) {
    tell(error)
  }
}

export function tell(error: unknown): void {
  announce(errorBody(error).message)
}

/** A record without some of its keys. */
export function without<T>(
  record: Readonly<Record<string, T>>,
  ...keys: readonly string[]
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}
