import type { ReactNode } from 'react'

/** A cell that who shows the table draws, and where. */
export interface OwnCell {
  readonly place: HTMLElement
  readonly node: ReactNode
}

/** Whether two lists have the same content in the same places: the same content may move with its row. */
export function areSameCells(a: readonly OwnCell[], b: readonly OwnCell[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ node, place }, index) => node === b[index]?.node && place === b[index]?.place)
  )
}

const keys = new WeakMap<HTMLElement, string>()
let given = 0

/** Tells places apart as they come and go, so that what stands in one keeps its state. */
export function keyOfPlace(place: HTMLElement): string {
  const key = keys.get(place) ?? String(++given)
  keys.set(place, key)
  return key
}
