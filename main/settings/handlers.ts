import { observeState } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { SettingsStore } from './store.ts'

/** The `settings.*` part of the protocol. */
export function settingsHandlers(settings: SettingsStore): HandlersOf<'settings'> {
  return {
    'settings.get': (_params, notify) => observeState(settings.value, notify),
    'settings.problem': (_params, notify) => observeState(settings.problem, notify),
    'settings.change': async patch => {
      settings.change(patch)
      return null
    },
  }
}
