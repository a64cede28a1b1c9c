export const objectTabs = [
  { id: 'summary', title: 'Summary', letter: 'd' },
  { id: 'yaml', title: 'YAML', letter: 'y' },
  { id: 'tree', title: 'Tree', letter: 't' },
  { id: 'admission', title: 'Admission', letter: 'a' },
  { id: 'history', title: 'History', letter: 'h' },
  { id: 'fields', title: 'Fields', letter: 'f' },
  { id: 'events', title: 'Events', letter: 'e' },
] as const
export type ObjectTab = (typeof objectTabs)[number]['id']

/** The tab of an address; an unknown name is the first. */
export function tabOf(name: string): ObjectTab {
  return objectTabs.find(tab => tab.id === name)?.id ?? 'summary'
}

/** The tab that a key goes to: its number from 1, or the letter that opens it from a list. */
export function tabOfKey(key: string): ObjectTab | null {
  const number = Number(key)
  if (Number.isInteger(number) && number > 0) return objectTabs[number - 1]?.id ?? null
  return objectTabs.find(tab => tab.letter === key)?.id ?? null
}
