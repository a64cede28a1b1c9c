export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last'

/** Where a key leads among cards in columns. */
export const directionKeys: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
  k: 'up',
  j: 'down',
  g: 'first',
  G: 'last',
}

/** Row that a key leads to from row `at` of `count`; null for other keys. */
export function stepTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, at + 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(0, at - 1)
    case 'PageDown':
      return Math.min(last, at + 10)
    case 'PageUp':
      return Math.max(0, at - 10)
    case 'Home':
    case 'g':
      return 0
    case 'End':
    case 'G':
      return last
    default:
      return null
  }
}
