/** The line at the top edge: so many pixels of it lie above. */
export interface Position {
  readonly place: number
  /** Pixels, less than the height of the line. */
  readonly offset: number
}

export const begin: Position = { place: 0, offset: 0 }

/**
 * The position so many pixels further on.
 * @param heightAt pixels of the line at a place; an estimate where it was not drawn yet
 */
export function moved(
  position: Position,
  pixels: number,
  total: number,
  heightAt: (place: number) => number,
): Position {
  let { place } = position
  let offset = position.offset + pixels
  while (offset < 0 && place > 0) {
    place -= 1
    offset += heightAt(place)
  }
  if (place === 0 && offset < 0) return begin
  while (place < total - 1 && offset >= heightAt(place)) {
    offset -= heightAt(place)
    place += 1
  }
  return { place, offset: Math.min(offset, Math.max(0, heightAt(place) - 1)) }
}

/** The position at which a place is in sight, with as little movement as does it. */
export function showing(
  position: Position,
  place: number,
  viewport: number,
  heightAt: (place: number) => number,
): Position {
  if (place <= position.place) return { place, offset: 0 }
  let bottom = -position.offset
  for (let at = position.place; at <= place; at++) {
    bottom += heightAt(at)
    if (at - position.place > viewport) return ending(place, viewport, heightAt)
  }
  return bottom <= viewport ? position : ending(place, viewport, heightAt)
}

/** The position at which a place ends at the lower edge. */
export function ending(place: number, viewport: number, heightAt: (place: number) => number): Position {
  let top = place
  let height = heightAt(place)
  while (height < viewport && top > 0) {
    top -= 1
    height += heightAt(top)
  }
  return { place: top, offset: Math.max(0, Math.min(height - viewport, heightAt(top) - 1)) }
}

/** Where a position stands on a scroll on which every line is one unit high. Pixels. */
export function scrollOf(position: Position, unit: number, heightAt: (place: number) => number): number {
  return (position.place + position.offset / heightAt(position.place)) * unit
}

/** The position that a place of the scroll stands for. */
export function positionAt(
  scroll: number,
  unit: number,
  total: number,
  heightAt: (place: number) => number,
): Position {
  const exact = Math.max(0, Math.min(total - 1, scroll / unit))
  const place = Math.max(0, Math.floor(exact + 1e-6))
  return { place, offset: Math.max(0, exact - place) * heightAt(place) }
}
