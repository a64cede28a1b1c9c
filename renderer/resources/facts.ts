import { create } from 'zustand'
import type { Liveness } from '../table/index.ts'

/** What an open list tells the frame around it. */
export interface ListFacts {
  readonly matching: number
  readonly total: number
  readonly changesPerSecond: number
  /** Contexts that stand in the list. */
  readonly contexts: number
  readonly liveness: Liveness
}

const facts = create<{ readonly lists: Readonly<Record<string, ListFacts>> }>()(() => ({ lists: {} }))

/** Key of a list: its context and its kind without the version. */
export function listKey(context: string, kind: string): string {
  return `${context}\n${kind}`
}

export function tellListFacts(key: string, value: ListFacts | null): void {
  facts.setState(({ lists }) => {
    const { [key]: _, ...others } = lists
    return { lists: value === null ? others : { ...others, [key]: value } }
  })
}

/** Facts of a list that is open somewhere, else null. */
export function useListFacts(key: string): ListFacts | null {
  return facts(state => (Object.hasOwn(state.lists, key) ? (state.lists[key] ?? null) : null))
}
