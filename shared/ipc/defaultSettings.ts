// Apart from the schemas, so that the page has the values without the code that checks them.
import type { Settings } from './settings.ts'

/** What holds where the file says nothing. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'compact',
  kubeconfigPaths: [],
  namespaces: {},
  usedNamespaces: {},
  defaultNamespaces: {},
  protectedContexts: [],
  protectedIds: [],
  confirmTyping: [],
  colours: {},
  consents: [],
  lastOpened: {},
  tabs: {},
  rail: [],
  lists: {},
  pinned: [],
  snapshots: [],
  forwards: [],
  prometheus: {},
  compare: { serverFields: true, defaults: true, paths: {} },
  editor: { wraps: false, fontSize: 12, showsManagedFields: false, indentGuides: true },
  dock: { isOpen: false, height: 280, logs: [] },
  debug: { image: 'busybox:1.37', profile: 'general' },
  shortcuts: {},
}
