/**
 * Preferences on disk: one JSON file that only its owner may read, written whole and swapped in
 * atomically. Keys this version does not know are kept, and a file that cannot be used is set
 * aside under another name, never lost.
 */
export { writeAtomically } from './file.ts'
export { settingsFolder } from './folder.ts'
export { settingsHandlers } from './handlers.ts'
export { createSettings, type SettingsStore } from './store.ts'
export type { StoredPlaces } from './stored.ts'
