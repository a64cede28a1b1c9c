/**
 * What the views follow: streams and calls as hooks, the stores that last as long as the page
 * (contexts, sessions, settings, the connection to the engine), discovery shared by context, and
 * navigation by addresses. Everything a component opens here is released when it unmounts.
 */
export { type Address, addressOf, formatAddress, type ListQuery, parseAddress } from './address.ts'
export { announce, useAnnouncement } from './announcement.ts'
export { errorBody, useCall } from './call.ts'
export { copyText } from './clipboard.ts'
export { useDiscovery } from './discovery.ts'
export { currentAddress, goBack, navigate, startNavigation, useAddress } from './navigation.ts'
export {
  changeSettings,
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
} from './stores.ts'
export { useIsViewActive, useStable, useStream, ViewActiveContext } from './stream.ts'
