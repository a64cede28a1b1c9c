/** Something that the palette can do or go to. */
export interface PaletteItem {
  readonly id: string
  readonly group: 'Contexts' | 'Kinds' | 'Objects' | 'Actions'
  readonly title: string
  /** Behind the title: the API group, the namespace, the file. */
  readonly detail: string
  /** Other words that find it: short names, the singular. */
  readonly aliases: readonly string[]
  readonly run: () => void
}

/**
 * How well a text finds an item: higher is better, 0 is not at all. A short name that is typed
 * whole beats everything, so that `po` is always Pods.
 */
export function rank(item: Pick<PaletteItem, 'title' | 'aliases'>, text: string): number {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return 1
  if (item.aliases.includes(wanted)) return 100
  const title = item.title.toLowerCase()
  if (title === wanted) return 95
  if (title.startsWith(wanted)) return 80
  if (item.aliases.some(alias => alias.startsWith(wanted))) return 70
  const words = wanted.split(/\s+/)
  const place = title.indexOf(wanted)
  if (place > 0 && !/[\p{L}\p{N}]/u.test(title[place - 1] ?? '')) return 60
  if (place > 0) return 40
  const all = [title, ...item.aliases].join(' ')
  if (words.length > 1 && words.every(word => all.includes(word))) return 50
  return wanted.length >= 3 && isSubsequence(wanted, title) ? 10 : 0
}

function isSubsequence(wanted: string, title: string): boolean {
  let place = 0
  for (const character of title) if (character === wanted[place]) place += 1
  return place === wanted.length
}

const groupOrder: readonly PaletteItem['group'][] = ['Kinds', 'Objects', 'Contexts', 'Actions']

/** The best items, best first; equally good ones by group, shorter titles before longer ones. */
export function bestItems(
  items: readonly PaletteItem[],
  text: string,
  limit: number,
): readonly PaletteItem[] {
  return items
    .map(item => ({ item, score: rank(item, text) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        groupOrder.indexOf(a.item.group) - groupOrder.indexOf(b.item.group) ||
        a.item.title.length - b.item.title.length,
    )
    .slice(0, limit)
    .map(({ item }) => item)
}
