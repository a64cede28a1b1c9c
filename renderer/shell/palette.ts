/** Something that the palette can do or go to. */
export interface PaletteItem {
  readonly id: string
  readonly group: 'Contexts' | 'Kinds' | 'Objects' | 'Actions'
  readonly title: string
  /** Behind the title: the API group, the namespace, the file. */
  readonly detail: string
  /** Other words that find it: short names, the singular. */
  readonly aliases: readonly string[]
  /** What stands behind the title finds it too, but after all that is called so. */
  readonly isFoundByDetail?: boolean
  readonly run: () => void
}

/**
 * How well a text finds an item: higher is better, 0 is not at all. A short name that is typed
 * whole beats everything, so that `po` is always Pods. Letters with others between them find
 * kinds alone: Enter must never do what nobody typed.
 */
export function rank(item: Omit<PaletteItem, 'id' | 'run'>, text: string): number {
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
  const behind = item.isFoundByDetail === true ? item.detail.toLowerCase() : ''
  const all = [title, ...item.aliases, behind].join(' ')
  if (words.length > 1 && words.every(word => all.includes(word))) return 50
  if (behind.includes(wanted)) return 30
  return item.group === 'Kinds' && wanted.length >= 3 && isAbbreviation(wanted, item.title) ? 10 : 0
}

/**
 * Whether letters are the beginnings of words of a title, some of them left out: `disrbud` for
 * PodDisruptionBudgets. All ways are followed side by side, since a title may be made to have many.
 */
function isAbbreviation(wanted: string, title: string): boolean {
  const starts = new Set([...title.matchAll(/^.|\p{Lu}/gu)].map(({ index }) => index))
  const lower = title.toLowerCase()
  let ends: ReadonlySet<number> = new Set([-1])
  for (const character of wanted) {
    const next = new Set<number>()
    const first = Math.min(...ends)
    for (let place = 0; place < lower.length; place++) {
      const goesOn = ends.has(place - 1) || (starts.has(place) && place > first)
      if (goesOn && lower[place] === character) next.add(place)
    }
    ends = next
  }
  return ends.size > 0
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
