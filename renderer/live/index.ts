/**
 * What the views follow: streams and calls as hooks, the stores that last as long as the page
 * (contexts, sessions, settings, the connection to the engine), discovery shared by context, and
 * navigation by addresses. Everything a component opens here is released when it unmounts.
 */
export {
  type Address,
  addressOf,
  firstObjectTab,
  formatAddress,
  type ListQuery,
  parseAddress,
  plainQuery,
} from './address.ts'
export { announce, useAnnouncement } from './announcement.ts'
export { type CallState, errorBody, useCall } from './call.ts'
export { copyText } from './clipboard.ts'
export { useDiscovery } from './discovery.ts'
export {
  currentAddress,
  goBack,
  navigate,
  startNavigation,
  subscribe as subscribeToAddress,
  useAddress,
} from './navigation.ts'
export {
  changeSettings,
  currentContextList,
  currentSettings,
  startStores,
  useConnectionFigures,
  useContextEntry,
  useContextList,
  useEngineConnection,
  useSession,
  useSessions,
  useSettings,
} from './stores.ts'
export { type StreamState, useIsViewActive, useStable, useStream, ViewActiveContext } from './stream.ts'
