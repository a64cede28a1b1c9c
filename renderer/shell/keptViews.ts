import { useRef } from 'react'
import type { Address } from '../live/index.ts'
import { identityOf } from './tabs.ts'

/** A view that stays in the document. */
export interface KeptView {
  readonly identity: string
  readonly address: Address
}

/** Views that stay as they were while another is in front: coming back costs nothing. */
const mostKept = 8
/** Contexts whose last view stays besides, so that each of them is found as it was left. */
const mostContexts = 20

/** A kept view with the count of visits at its last one: a higher count is more recent. */
export interface UsedView extends KeptView {
  readonly used: number
}

/**
 * Which views stay: the latest ones, and the latest of each context. In the order given, so that
 * no element moves.
 */
export function keptViews(views: readonly UsedView[]): readonly UsedView[] {
  const latest = [...views].sort((a, b) => b.used - a.used)
  const kept = new Set(latest.slice(0, mostKept))
  const contexts = new Set<string>()
  for (const view of latest) {
    const context = 'context' in view.address ? view.address.context : ''
    if (contexts.has(context) || contexts.size >= mostContexts) continue
    contexts.add(context)
    kept.add(view)
  }
  return views.filter(view => kept.has(view))
}

/**
 * The present view and those that stay behind it.
 * @param open identities of the tabs that are open: a view whose tab was closed does not stay
 */
export function useKeptViews(address: Address, open: ReadonlySet<string>): readonly KeptView[] {
  const kept = useRef<readonly UsedView[]>([])
  const visits = useRef(0)
  const identity = identityOf(address)
  const before = kept.current.find(view => view.identity === identity)
  const isPresent = before !== undefined && before.used === visits.current
  if (!isPresent) visits.current++
  const present: UsedView =
    before !== undefined && isPresent && before.address === address
      ? before
      : { identity, address, used: visits.current }
  const others = kept.current.filter(view => view.identity === identity || open.has(view.identity))
  const views =
    before === undefined
      ? [...others, present]
      : others.map(view => (view.identity === identity ? present : view))
  kept.current = keptViews(views)
  return kept.current
}
