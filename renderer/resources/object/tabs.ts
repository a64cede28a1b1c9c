import type { Resource } from '../../../shared/kube/index.ts'
import { hasLogs } from '../streamActions.ts'

const objectTabs = [
  { id: 'summary', title: 'Summary', letter: 'd' },
  { id: 'yaml', title: 'YAML', letter: 'y' },
  { id: 'tree', title: 'Tree', letter: 't' },
  { id: 'admission', title: 'Admission', letter: 'a' },
  { id: 'history', title: 'History', letter: 'h' },
  { id: 'fields', title: 'Fields', letter: 'f' },
  { id: 'events', title: 'Events', letter: 'v' },
  { id: 'logs', title: 'Logs', letter: 'l' },
] as const
export type ObjectTab = (typeof objectTabs)[number]['id']

/** The tabs of an object of a kind: logs only where there are pods behind it. */
export function tabsOf(resource: Resource): readonly (typeof objectTabs)[number][] {
  return hasLogs(resource) ? objectTabs : objectTabs.filter(({ id }) => id !== 'logs')
}

/** The tab of an address; an unknown name is the first, and so is one that the kind has not. */
export function tabOf(name: string, resource: Resource): ObjectTab {
  return tabsOf(resource).find(tab => tab.id === name)?.id ?? 'summary'
}

/** The tab that a key goes to: its number from 1, or the letter that opens it from a list. */
export function tabOfKey(key: string, resource: Resource): ObjectTab | null {
  const tabs = tabsOf(resource)
  const number = Number(key)
  if (Number.isInteger(number) && number > 0) return tabs[number - 1]?.id ?? null
  return tabs.find(tab => tab.letter === key)?.id ?? null
}
