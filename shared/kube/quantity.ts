const factors: ReadonlyMap<string, number> = new Map([
  ['n', 1e-9],
  ['u', 1e-6],
  ['m', 1e-3],
  ['', 1],
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['P', 1e15],
  ['E', 1e18],
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
  ['Ti', 2 ** 40],
  ['Pi', 2 ** 50],
  ['Ei', 2 ** 60],
])

/**
 * A quantity (`500m`, `1.5Gi`, `1e3`) as a number, good for ordering and rough sums; null for
 * other text. Values beyond 2^53 lose their last digits.
 */
export function quantityNumber(text: string): number | null {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d+)|([numkMGTPE]i?|Ki)?)$/.exec(text)
  if (match === null) return null
  const [, digits = '', exponent, suffix = ''] = match
  const factor = exponent === undefined ? factors.get(suffix) : 10 ** Number(exponent)
  return factor === undefined ? null : Number(digits) * factor
}
