/**
 * What the views follow: streams and calls as hooks, the stores that last as long as the page
 * (contexts, sessions, settings, the connection to the engine), discovery shared by context, and
 * navigation by addresses. Everything a component opens here is released when it unmounts.
 */
export {
  type Address,
  addressOf,
  formatAddress,
  type ListQuery,
  parseAddress,
} from './address.ts'
export type { AuditPlace, ScratchPlace } from './admissionPlaces.ts'
export { announce, useAnnouncement } from './announcement.ts'
export { errorBody, useCall } from './call.ts'
export { copyText } from './clipboard.ts'
export { useDiscovery } from './discovery.ts'
export { readSecretsForFindings, useFindings } from './findings.ts'
export { firstListOf } from './firstList.ts'
export {
  type ChosenKeys,
  chordOf,
  eventOf,
  holderOf,
  isReserved,
  keysOf,
  shownKeysOf,
  translationOf,
} from './keymap.ts'
export { useNamespaces } from './namespaces.ts'
export { currentAddress, goBack, historyReach, navigate, startNavigation, useAddress } from './navigation.ts'
export { ContextOpener, useContextOpener } from './opener.ts'
export { type AdmissionQuestion, plainQuestion } from './question.ts'
export { type Chord, type Shortcut, type ShortcutGroup, shortcutGroups } from './shortcuts.ts'
export {
  changeSettings,
  currentContexts,
  currentSettings,
  startStores,
  useConnectionFigures,
  useContextEntry,
  useContextList,
  useEngineConnection,
  useSession,
  useSessions,
  useSettings,
  useSettingsProblem,
  useSnapshot,
  useSnapshots,
  whenListed,
} from './stores.ts'
export { useIsViewActive, useStable, useStream, ViewActiveContext } from './stream.ts'
export { fullName, useTwins } from './twins.ts'
