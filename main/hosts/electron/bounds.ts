/** A rectangle in the device-independent pixels of the whole desktop. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How the window was left. */
export interface WindowState {
  /** Where it is when not maximised. */
  readonly bounds: Rectangle
  readonly isMaximised: boolean
}

export interface WindowPlace {
  /** Without a position the system chooses one. */
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly isMaximised: boolean
}

/** The least that every view is laid out for. */
export const leastSize = { width: 1024, height: 700 } as const
const firstSize = { width: 1400, height: 900 } as const

/** So much of the window's top edge must be on a display, for a hand to get hold of it. */
const grip = { width: 120, height: 32 } as const

/**
 * Where to open the window: as it was left when its display is still there, else of that size
 * where the system puts it. Never larger than the display, unless that is smaller than `leastSize`.
 * @param displays work areas, the primary one first
 */
export function placeOf(state: WindowState | null, displays: readonly Rectangle[]): WindowPlace {
  const primary = displays[0] ?? { x: 0, y: 0, ...firstSize }
  if (state === null) return { ...fitted(firstSize, primary), isMaximised: false }
  const display = displays.find(area => isInReach(state.bounds, area))
  const size = fitted(state.bounds, display ?? primary)
  if (display === undefined) return { ...size, isMaximised: state.isMaximised }
  return { x: state.bounds.x, y: state.bounds.y, ...size, isMaximised: state.isMaximised }
}

function fitted(size: { readonly width: number; readonly height: number }, area: Rectangle) {
  return {
    width: Math.max(leastSize.width, Math.min(size.width, area.width)),
    height: Math.max(leastSize.height, Math.min(size.height, area.height)),
  }
}

function isInReach(bounds: Rectangle, area: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  return (
    width >= grip.width && bounds.y >= area.y - grip.height && bounds.y + grip.height <= area.y + area.height
  )
}

/** The state that the text of a file holds; null when it holds none. */
export function parseWindowState(text: string): WindowState | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('bounds' in value)) return null
    const bounds = parseRectangle(value.bounds)
    if (bounds === null) return null
    return { bounds, isMaximised: 'isMaximised' in value && value.isMaximised === true }
  } catch {
    return null
  }
}

function parseRectangle(value: unknown): Rectangle | null {
  if (typeof value !== 'object' || value === null) return null
  const { x, y, width, height } = value as Record<string, unknown>
  if (!isCoordinate(x) || !isCoordinate(y) || !isCoordinate(width) || !isCoordinate(height)) return null
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 100_000
}
