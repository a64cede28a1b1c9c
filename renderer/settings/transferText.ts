import type { Settings } from '../../shared/ipc/index.ts'

/** Of this machine or this run alone. */
const local: readonly (keyof Settings)[] = [
  'tabs',
  'rail',
  'snapshots',
  'forwards',
  'lastOpened',
  'usedNamespaces',
  'consents',
]

/** The settings that are worth taking to another machine, as JSON. A consent is given where one sits. */
export function exportedText(settings: Settings): string {
  const taken = Object.entries(settings).filter(([key]) => !local.includes(key as keyof Settings))
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
  const refused = Object.keys(value).filter(key => local.includes(key as keyof Settings))
  if (refused.length > 0) return `These are not taken over from elsewhere: ${refused.join(', ')}.`
  return value
}
