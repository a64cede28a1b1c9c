import type { BindingEntry, PolicyEntry, TargetEntry } from '../../../shared/admission/index.ts'
import type { PolicyInventory } from '../../../shared/ipc/index.ts'
import type { Direction } from '../parts/rowKeys.ts'
import { parameterVerdict, partsOf, typeVerdict } from './cardWords.ts'

/** A card of the view. Ids are unique over all three columns. */
export type CardId = string

interface Column<Entry> {
  readonly cards: readonly Entry[]
  /** Number before filtering. */
  readonly total: number
}

export interface Edge {
  readonly from: CardId
  readonly to: CardId
  readonly isBroken: boolean
}

/** The three columns as they are drawn, top to bottom, with the lines between them. */
export interface Graph {
  readonly policies: Column<PolicyEntry>
  readonly bindings: Column<BindingEntry>
  readonly targets: Column<TargetEntry>
  readonly edges: readonly Edge[]
  readonly columns: readonly (readonly CardId[])[]
}

export interface PolicyFilter {
  /** Words that must all occur in a card or in one joined to it. */
  readonly text: string
  /** A namespace that must be reached; empty: any. */
  readonly namespace: string
  readonly only: 'all' | 'broken' | 'notBound'
}

export const noFilter: PolicyFilter = { text: '', namespace: '', only: 'all' }

export const policyCard = (entry: PolicyEntry): CardId => `policy:${entry.id}`
export const bindingCard = (entry: BindingEntry): CardId => `binding:${entry.id}`
export const targetCard = (entry: TargetEntry): CardId => `target:${entry.id}`

/** The worst stands first. Bindings stand beside their policy, targets beside the first binding that reaches them. */
export function graphOf(inventory: PolicyInventory, filter: PolicyFilter): Graph {
  const all = [...inventory.policies].sort(byPlace(inventory.bindings))
  const place = new Map(all.map((entry, at) => [entry.id, at]))
  const ordered = [...inventory.bindings].sort(
    (a, b) => placeOf(place, a.policy) - placeOf(place, b.policy) || (a.id < b.id ? -1 : 1),
  )
  const keep = visible(inventory, filter)
  const policies = all.filter(entry => keep.has(policyCard(entry)))
  const bindings = ordered.filter(entry => keep.has(bindingCard(entry)))
  const shown = orderedTargets(bindings, inventory.targets).filter(entry => keep.has(targetCard(entry)))
  return {
    policies: { cards: policies, total: all.length },
    bindings: { cards: bindings, total: ordered.length },
    targets: { cards: shown, total: inventory.targets.length },
    edges: edgesOf(policies, bindings, shown),
    columns: [policies.map(policyCard), bindings.map(bindingCard), shown.map(targetCard)],
  }
}

// At the middle of the bindings that lead there, so that few lines cross; a parameter stands
// above the reach of the same binding.
function orderedTargets(
  bindings: readonly BindingEntry[],
  targets: readonly TargetEntry[],
): readonly TargetEntry[] {
  const places = new Map<string, number[]>()
  for (const [at, entry] of bindings.entries()) {
    for (const id of entry.targets) places.set(id, [...(places.get(id) ?? []), at])
  }
  const middle = (entry: TargetEntry): number => {
    const all = places.get(entry.id) ?? []
    return all.reduce((sum, at) => sum + at, 0) / Math.max(1, all.length)
  }
  return targets
    .filter(entry => places.has(entry.id))
    .sort((a, b) => middle(a) - middle(b) || Number(a.type === 'reach') - Number(b.type === 'reach'))
}

// What is broken stands first, then what has a warning or is not bound, then the rest; by name
// within each. A policy goes with the worst of its bindings, so that its lines stay level.
function byPlace(bindings: readonly BindingEntry[]): (a: PolicyEntry, b: PolicyEntry) => number {
  const own = new Map<string, BindingEntry[]>()
  for (const entry of bindings) {
    if (entry.policy !== null) own.set(entry.policy, [...(own.get(entry.policy) ?? []), entry])
  }
  const rank = (entry: PolicyEntry): number => {
    const all = [entry, ...(own.get(entry.id) ?? [])]
    if (all.some(isBad)) return 0
    return all.some(isWarned) ? 1 : 2
  }
  return (a, b) => rank(a) - rank(b) || (a.policy.name < b.policy.name ? -1 : 1)
}

// A binding without a policy is broken, or its policy cannot be read: it stands above all.
function placeOf(place: ReadonlyMap<string, number>, policy: string | null): number {
  return (policy === null ? undefined : place.get(policy)) ?? -1
}

function edgesOf(
  policies: readonly PolicyEntry[],
  bindings: readonly BindingEntry[],
  targets: readonly TargetEntry[],
): readonly Edge[] {
  const shownPolicies = new Map(policies.map(entry => [entry.id, entry]))
  const shownTargets = new Map(targets.map(entry => [entry.id, entry]))
  const edges: Edge[] = []
  for (const entry of bindings) {
    const policy = entry.policy === null ? undefined : shownPolicies.get(entry.policy)
    const isBroken = isBad(entry)
    if (policy !== undefined) edges.push({ from: policyCard(policy), to: bindingCard(entry), isBroken })
    for (const id of entry.targets) {
      const target = shownTargets.get(id)
      if (target === undefined) continue
      const broken = isBroken && target.type === 'parameter' && target.state === 'missing'
      edges.push({ from: bindingCard(entry), to: targetCard(target), isBroken: broken })
    }
  }
  return edges
}

export function isBad(entry: PolicyEntry | BindingEntry): boolean {
  return entry.problems.some(problem => problem.severity === 'bad')
}

function isWarned(entry: PolicyEntry | BindingEntry): boolean {
  return entry.problems.some(problem => problem.severity === 'warning')
}

export function isUnbound(entry: PolicyEntry): boolean {
  return entry.problems.some(problem => problem.code === 'notBound')
}

export interface Counts {
  readonly broken: number
  readonly notBound: number
  /** Cards with a warning, the policies that are not bound among them. */
  readonly warned: number
}

export function countsOf(inventory: PolicyInventory): Counts {
  return {
    broken: [...inventory.policies, ...inventory.bindings].filter(isBad).length,
    notBound: inventory.policies.filter(isUnbound).length,
    warned: [...inventory.policies, ...inventory.bindings].filter(isWarned).length,
  }
}

function visible(inventory: PolicyInventory, filter: PolicyFilter): ReadonlySet<CardId> {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const targets = new Map(inventory.targets.map(entry => [entry.id, entry]))
  const policies = new Map(inventory.policies.map(entry => [entry.id, entry]))
  const keep = new Set<CardId>()
  for (const entry of inventory.bindings) {
    const policy = entry.policy === null ? undefined : policies.get(entry.policy)
    const own = entry.targets.map(id => targets.get(id)).filter(target => target !== undefined)
    const text = [
      bindingText(entry),
      policy === undefined ? '' : policyText(policy),
      ...own.map(targetText),
    ].join(' ')
    const passes =
      words.every(word => text.includes(word)) &&
      reaches(entry, filter.namespace) &&
      (filter.only === 'all' ||
        (filter.only === 'broken' && (isBad(entry) || (policy !== undefined && isBad(policy)))))
    if (!passes) continue
    keep.add(bindingCard(entry))
    if (policy !== undefined) keep.add(policyCard(policy))
    for (const target of own) keep.add(targetCard(target))
  }
  for (const entry of inventory.policies) {
    const passes =
      words.every(word => policyText(entry).includes(word)) &&
      filter.namespace === '' &&
      (filter.only === 'all' || (filter.only === 'broken' ? isBad(entry) : isUnbound(entry)))
    if (passes) keep.add(policyCard(entry))
  }
  return keep
}

// A reach that is not known may well hold the namespace: it stays.
function reaches(entry: BindingEntry, namespace: string): boolean {
  if (namespace === '') return true
  if (entry.reach === null || !entry.reach.namespacedKinds) return false
  return entry.reach.namespaces === null || entry.reach.namespaces.includes(namespace)
}

// What stands on the card, its states among it.
function policyText(entry: PolicyEntry): string {
  const { name, flavour, paramKind, failurePolicy } = entry.policy
  const states = `${failurePolicy.value} ${partsOf(entry)} ${typeVerdict(entry)?.label ?? ''} ${labelsOf(entry)}`
  return `${name} ${flavour} ${entry.matches} ${paramKind?.kind ?? ''} ${states}`.toLowerCase()
}

function bindingText(entry: BindingEntry): string {
  const { name, policyName, validationActions } = entry.binding
  return `${name} ${policyName} ${entry.where} ${validationActions.join(' ')} ${labelsOf(entry)}`.toLowerCase()
}

function labelsOf({ problems }: PolicyEntry | BindingEntry): string {
  return problems.map(problem => problem.label).join(' ')
}

function targetText(entry: TargetEntry): string {
  if (entry.type === 'reach')
    return `${entry.reach.where} ${entry.reach.what} ${entry.reach.today} ${(entry.reach.namespaces ?? []).join(' ')}`.toLowerCase()
  return `${entry.kind} ${entry.namespace} ${entry.name} ${parameterVerdict(entry).label}`.toLowerCase()
}

/** The cards on the way of one card: what it is joined to, left and right, all the way. */
export function pathOf(graph: Graph, card: CardId): ReadonlySet<CardId> {
  const path = new Set([card])
  const follow = (from: CardId, forwards: boolean): void => {
    for (const edge of graph.edges) {
      const [near, far] = forwards ? [edge.from, edge.to] : [edge.to, edge.from]
      if (near !== from) continue
      path.add(far)
      follow(far, forwards)
    }
  }
  follow(card, true)
  follow(card, false)
  return path
}

/** The card that a key leads to: along the column, or along a line to the next one. */
export function moved(graph: Graph, from: CardId, direction: Direction): CardId {
  const column = graph.columns.findIndex(cards => cards.includes(from))
  const cards = graph.columns[column] ?? []
  const at = cards.indexOf(from)
  switch (direction) {
    case 'up':
      return cards[Math.max(0, at - 1)] ?? from
    case 'down':
      return cards[Math.min(cards.length - 1, at + 1)] ?? from
    case 'first':
      return cards[0] ?? from
    case 'last':
      return cards.at(-1) ?? from
    case 'right':
      return graph.edges.find(edge => edge.from === from)?.to ?? beside(graph, column + 1, at) ?? from
    case 'left':
      return graph.edges.find(edge => edge.to === from)?.from ?? beside(graph, column - 1, at) ?? from
  }
}

function beside(graph: Graph, column: number, at: number): CardId | undefined {
  const cards = graph.columns[column] ?? []
  return cards[Math.min(at, cards.length - 1)]
}
