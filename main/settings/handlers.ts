import { assertNever } from '../../shared/errors/index.ts'
import { observeState } from '../../shared/flow/index.ts'
import { defaultSettings, type HandlersOf } from '../../shared/ipc/index.ts'
import { readLicences } from './licences.ts'
import type { SettingsStore } from './store.ts'
import { clearLog, clearPasted, clearWritten, type StoredPlaces, storedItems } from './stored.ts'

/** The `settings.*` part of the protocol. */
export function settingsHandlers(settings: SettingsStore, places: StoredPlaces): HandlersOf<'settings'> {
  return {
    'settings.get': (_params, notify) => observeState(settings.value, notify),
    'settings.problem': (_params, notify) => observeState(settings.problem, notify),
    'settings.change': async patch => {
      settings.change(patch)
      return null
    },
    'settings.stored': async () => storedItems(places),
    'settings.licences': readLicences,
    'settings.clear': async ({ what }) => {
      switch (what) {
        case 'settings':
          settings.change(defaultSettings)
          return null
        case 'log':
          clearLog(places)
          return null
        case 'pasted':
          clearPasted(places)
          return null
        case 'drafts':
        case 'journal':
          await clearWritten(what, places)
          return null
        default:
          return assertNever(what)
      }
    },
  }
}
