/** The sixteen colours as xterm has them; what is shown are the page's own. */
const base: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
]

/** The one of the sixteen colours that is nearest to a true colour; parts are 0 to 255. */
export function nearestColor(red: number, green: number, blue: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, [r, g, b]] of base.entries()) {
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2
    if (distance >= least) continue
    least = distance
    best = index
  }
  return best
}

/** The same for a colour of the 256: sixteen, a cube of 6 × 6 × 6, and 24 greys. */
export function nearestOf256(index: number): number {
  if (index < 16) return index
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10
    return nearestColor(grey, grey, grey)
  }
  const cube = index - 16
  return nearestColor(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6))
}

const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40)
