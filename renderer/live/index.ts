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
  withoutSecrets,
} from './address.ts'
export type { AuditPlace, ScratchPlace } from './admissionPlaces.ts'
export { announce, useAnnouncement } from './announcement.ts'
export { errorBody, useCall } from './call.ts'
export { copyText } from './clipboard.ts'
export { endClosing, requestClose, useClosing } from './closing.ts'
export type { ComparedObject, ComparePlace } from './comparePlace.ts'
export { useDiscovery } from './discovery.ts'
export {
  changeDock,
  clearNews,
  closeInDock,
  currentDock,
  type DockState,
  focusDock,
  followDock,
  noteNews,
  openInDock,
  restoreDock,
  showTerminals,
  useDock,
} from './dock.ts'
export { type DockItem, dockKey } from './dockItems.ts'
export type { ExplorerPlace } from './explorerPlace.ts'
export { askServersForFindings, readSecretsForFindings, useFindings } from './findings.ts'
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
export {
  type LogLooks,
  type LogPlace,
  type LogPlaceFilter,
  type LogTime,
  logTargetKey,
  logTimes,
  plainLogFilter,
  plainLogLooks,
  plainLogOptions,
} from './logPlace.ts'
export { useNamespaces } from './namespaces.ts'
export { currentAddress, goBack, historyReach, navigate, startNavigation, useAddress } from './navigation.ts'
export { ContextOpener, useContextOpener } from './opener.ts'
export {
  closeOperation,
  type OperationQuestion,
  openOperation,
  useOperationQuestion,
} from './operationQuestion.ts'
export { usePathCompletions } from './pathCompletions.ts'
export { containersOf, type PodContainer } from './podContainers.ts'
export { type AdmissionQuestion, plainQuestion } from './question.ts'
export {
  closeReview,
  type EditorPlace,
  editObject,
  editPlaceOf,
  followRun,
  openEditor,
  openFilesToApply,
  openReview,
  useFollowedRun,
  useReview,
} from './review.ts'
export { savingInFolder } from './saving.ts'
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
  useForwards,
  useLeftPods,
  useRuns,
  useSession,
  useSessions,
  useSettings,
  useSettingsProblem,
  useSnapshot,
  useSnapshots,
  useTerminals,
  useTransfers,
  whenListed,
} from './stores.ts'
export { useIsViewActive, useStable, useStream, ViewActiveContext } from './stream.ts'
export { streamRefusal } from './streamAccess.ts'
export {
  closeStreamQuestion,
  openAttach,
  openDebug,
  openFiles,
  openForward,
  openLogs,
  openShell,
  type StreamQuestion,
  useStreamQuestion,
} from './streams.ts'
export { isHeardInTerminals, isInTerminal, keysInTerminals } from './terminalKeys.ts'
export { fullName, useTwins } from './twins.ts'
