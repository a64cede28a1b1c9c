import type { Direction } from '../parts/rowKeys.ts'

/**
 * The card that a key leads to: up and down within a station, left and right to the next station
 * that has cards, at the same height where it has so many. At an end it stays.
 * @param direction null: nothing was chosen yet, and the present card is where one begins
 */
export function movedCard<Card>(
  columns: readonly (readonly Card[])[],
  present: Card,
  direction: Direction | null,
): Card {
  const column = columns.findIndex(cards => cards.includes(present))
  const cards = columns[column]
  if (direction === null || cards === undefined) return present
  const row = cards.indexOf(present)
  const at = (place: number): Card => cards[Math.max(0, Math.min(cards.length - 1, place))] ?? present
  switch (direction) {
    case 'up':
      return at(row - 1)
    case 'down':
      return at(row + 1)
    case 'first':
      return at(0)
    case 'last':
      return at(cards.length - 1)
    default: {
      const step = direction === 'left' ? -1 : 1
      for (let next = column + step; next >= 0 && next < columns.length; next += step) {
        const there = columns[next] ?? []
        const found = there[Math.min(row, there.length - 1)]
        if (found !== undefined) return found
      }
      return present
    }
  }
}
