import type { Settings } from '../../shared/ipc/index.ts'

/** What a setting is: a preference goes along, an agreement and what belongs to this machine or this run do not. */
type Nature = 'preference' | 'agreement' | 'local'

/** Every setting is named, so that one that is added later is thought of. */
export const natures: Readonly<Record<keyof Settings, Nature>> = {
  theme: 'preference',
  density: 'preference',
  kubeconfigPaths: 'preference',
  namespaces: 'preference',
  usedNamespaces: 'local',
  defaultNamespaces: 'preference',
  protectedContexts: 'preference',
  confirmTyping: 'preference',
  compare: 'preference',
  protectedIds: 'preference',
  colours: 'preference',
  consents: 'agreement',
  lastOpened: 'local',
  tabs: 'local',
  rail: 'local',
  lists: 'preference',
  pinned: 'preference',
  snapshots: 'local',
  prometheus: 'agreement',
  forwards: 'local',
  editor: 'preference',
  dock: 'local',
  debug: 'preference',
  shortcuts: 'preference',
}

/** The settings that are worth taking to another machine, as JSON. An agreement is given where one sits. */
export function exportedText(settings: Settings): string {
  const taken = Object.entries(settings).filter(([key]) => !stays(key))
  return `${JSON.stringify(Object.fromEntries(taken), null, 2)}\n`
}

/** The settings of a text, still to be checked by main; or what is wrong with the text. */
export function parseImport(text: string): Partial<Settings> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'This is JSON, but no object of settings.'
  const refused = Object.keys(value).filter(stays)
  if (refused.length > 0) return `These are not taken over from elsewhere: ${refused.join(', ')}.`
  return value
}

function stays(key: string): boolean {
  return Object.hasOwn(natures, key) && natures[key as keyof Settings] !== 'preference'
}
