import type {
  BindingEntry,
  Policy,
  PolicyEntry,
  SourceNote,
  WebhookEntry,
} from '../../../shared/admission/index.ts'
import { isNotInDump } from '../../../shared/errors/index.ts'
import type { PolicyInventory, WebhookInventory } from '../../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'

/** What is known of one context; null while it is not read. */
export interface FleetMember {
  readonly context: ContextId
  readonly policies: PolicyInventory | null
  readonly webhooks: WebhookInventory | null
}

export type RowKind = 'validatingPolicy' | 'mutatingPolicy' | 'mutatingWebhook' | 'validatingWebhook'

/** In the order in which they are shown. */
export const rowKinds: readonly RowKind[] = [
  'mutatingPolicy',
  'mutatingWebhook',
  'validatingPolicy',
  'validatingWebhook',
]

/** What a policy or webhook is in one context, reduced to what can be compared. */
interface Standing {
  readonly ref: ObjectRef
  /** Values that are told in words of their own. */
  readonly facts: Readonly<Record<string, string>>
  /** Everything else by what it is called, as text that is only compared. */
  readonly parts: Readonly<Record<string, string>>
}

export type CellState = 'reading' | 'unreadable' | 'notInDump' | 'absent' | 'reference' | 'same' | 'different'

export interface FleetCell {
  readonly context: ContextId
  readonly state: CellState
  /** Null where it is not there, or not known to be. */
  readonly ref: ObjectRef | null
  /** What it is here, e.g. `Fail`, `Deny`. */
  readonly facts: readonly string[]
  /** How it differs from the reference, e.g. `Ignore here, Fail there`. */
  readonly differences: readonly string[]
}

/** A cell by the id of its row and its context. */
export interface ChosenCell {
  readonly row: string
  readonly context: ContextId
}

export interface FleetRow {
  readonly id: string
  readonly kind: RowKind
  readonly name: string
  /** Of a webhook: the configuration that holds it. */
  readonly configuration: string
  readonly cells: readonly FleetCell[]
  /** Whether any context has it otherwise, or not at all. */
  readonly isUneven: boolean
}

interface Place {
  readonly kind: RowKind
  readonly name: string
  readonly configuration: string
  readonly standings: Map<ContextId, Standing>
}

/**
 * Policies and webhooks by context, each compared with how the first context has it; with the first that
 * has it where that one has none.
 */
export function fleetMatrix(members: readonly FleetMember[]): readonly FleetRow[] {
  const places = new Map<string, Place>()
  const put = (context: ContextId, place: Omit<Place, 'standings'>, standing: Standing) => {
    const id = `${place.kind} ${place.configuration} ${place.name}`
    const known = places.get(id) ?? { ...place, standings: new Map() }
    known.standings.set(context, standing)
    places.set(id, known)
  }
  for (const { context, policies, webhooks } of members) {
    for (const entry of policies?.policies ?? [])
      put(context, placeOfPolicy(entry), standingOfPolicy(entry, policies))
    for (const entry of webhooks?.webhooks ?? [])
      put(context, placeOfWebhook(entry), standingOfWebhook(entry))
  }
  const rows = [...places].map(([id, place]) => rowOf(id, place, members))
  return rows.sort(
    (one, other) =>
      rowKinds.indexOf(one.kind) - rowKinds.indexOf(other.kind) ||
      compareText(one.configuration, other.configuration) ||
      compareText(one.name, other.name),
  )
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function rowOf(
  id: string,
  { kind, name, configuration, standings }: Place,
  members: readonly FleetMember[],
): FleetRow {
  const reference = members.find(({ context }) => standings.has(context))?.context
  const origin = reference === undefined ? undefined : standings.get(reference)
  const cells = members.map((member): FleetCell => {
    const { context } = member
    const own = standings.get(context)
    if (own === undefined)
      return { context, state: absence(member, kind), ref: null, facts: [], differences: [] }
    const differences = context === reference || origin === undefined ? [] : differencesOf(own, origin)
    const state = context === reference ? 'reference' : differences.length === 0 ? 'same' : 'different'
    const facts = Object.values(own.facts).filter(fact => fact !== '')
    return { context, state, ref: own.ref, facts, differences }
  })
  const isUneven = cells.some(({ state }) => state === 'absent' || state === 'different')
  return { id, kind, name, configuration, cells, isUneven }
}

const sourceKinds: Readonly<Record<RowKind, string>> = {
  validatingPolicy: 'ValidatingAdmissionPolicy',
  mutatingPolicy: 'MutatingAdmissionPolicy',
  mutatingWebhook: 'MutatingWebhookConfiguration',
  validatingWebhook: 'ValidatingWebhookConfiguration',
}

/** What is not seen is absent only where all of its kind was read. */
function absence({ policies, webhooks }: FleetMember, kind: RowKind): CellState {
  const inventory = kind.endsWith('Policy') ? policies : webhooks
  if (inventory === null) return 'reading'
  const source = sourceOf(inventory.sources, sourceKinds[kind])
  if (source?.state === 'loading') return 'reading'
  if (source?.state !== 'unreadable') return 'absent'
  return isNotInDump(source.error) ? 'notInDump' : 'unreadable'
}

function sourceOf(sources: readonly SourceNote[], kind: string): SourceNote | undefined {
  return sources.find(source => source.kind === kind)
}

function placeOfPolicy({ policy }: PolicyEntry): Omit<Place, 'standings'> {
  const kind = policy.flavour === 'mutating' ? 'mutatingPolicy' : 'validatingPolicy'
  return { kind, name: policy.name, configuration: '' }
}

function placeOfWebhook({ webhook }: WebhookEntry): Omit<Place, 'standings'> {
  const kind = webhook.phase === 'mutating' ? 'mutatingWebhook' : 'validatingWebhook'
  return { kind, name: webhook.name, configuration: webhook.configuration }
}

function standingOfPolicy(
  { policy, ref, bindings }: PolicyEntry,
  inventory: PolicyInventory | null,
): Standing {
  const own = (inventory?.bindings ?? []).filter(({ id }) => bindings.includes(id))
  const bindingKind = `${sourceKinds[policy.flavour === 'mutating' ? 'mutatingPolicy' : 'validatingPolicy']}Binding`
  const isUnreadable = sourceOf(inventory?.sources ?? [], bindingKind)?.state === 'unreadable'
  return {
    ref,
    facts: {
      failure: policy.failurePolicy.value,
      bound: isUnreadable ? 'bindings not readable' : own.length === 0 ? 'not bound' : '',
      action: actionsOf(policy, own),
      version: versionOf(policy.apiVersion),
    },
    parts: {
      expressions: textOf([policy.validations, policy.mutations, policy.auditAnnotations]),
      variables: textOf(policy.variables),
      'match conditions': textOf(policy.matchConditions),
      'what it matches': textOf(policy.match),
      parameter: textOf(policy.paramKind),
      reinvocation: textOf(policy.reinvocationPolicy),
      bindings: isUnreadable || own.length === 0 ? '' : textOf(own.map(boundAs).sort()),
    },
  }
}

function actionsOf({ flavour }: Policy, bindings: readonly BindingEntry[]): string {
  if (flavour === 'mutating') return ''
  const actions = new Set(bindings.flatMap(({ binding }) => binding.validationActions))
  return [...actions].sort().join(' and ')
}

/** Where and with what a policy is bound; its actions are told by themselves. */
function boundAs({ binding: { match, paramRef } }: BindingEntry): string {
  return textOf([match, paramRef])
}

function standingOfWebhook({ webhook, ref }: WebhookEntry): Standing {
  return {
    ref,
    facts: {
      failure: webhook.failurePolicy.value,
      timeout: `${webhook.timeoutSeconds.value} s`,
      version: versionOf(webhook.apiVersion),
    },
    parts: {
      rules: textOf(webhook.rules),
      'namespace selector': textOf(webhook.namespaceSelector),
      'object selector': textOf(webhook.objectSelector),
      'match conditions': textOf(webhook.matchConditions),
      'match policy': textOf(webhook.matchPolicy),
      'side effects': textOf(webhook.sideEffects),
      reinvocation: textOf(webhook.reinvocationPolicy),
      'review versions': textOf(webhook.reviewVersions),
      // Bundles are of their cluster: another one is no difference in what is meant.
      'where it is called': textOf(webhook.client),
    },
  }
}

function versionOf(apiVersion: string): string {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
  return version === 'v1' ? '' : version
}

/** As text that is only compared: what is a default and what is written out are the same. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'given' ? undefined : inner)) ?? ''
}

function differencesOf(own: Standing, origin: Standing): readonly string[] {
  const told = Object.keys(own.facts).flatMap(key => {
    const [here = '', there = ''] = [own.facts[key], origin.facts[key]]
    return here === there ? [] : [factWords(key, here, there)]
  })
  const others = Object.keys(own.parts).filter(key => {
    // Whether it is bound at all is told by itself.
    if (key === 'bindings' && (own.parts[key] === '' || origin.parts[key] === '')) return false
    return own.parts[key] !== origin.parts[key]
  })
  return others.length === 0 ? told : [...told, `other ${others.join(', ')}`]
}

function factWords(key: string, here: string, there: string): string {
  if (key === 'bound') return here === '' ? `bound here, ${there} there` : `${here} here`
  if (key === 'version') return `${here || 'v1'} here, ${there || 'v1'} there`
  return `${here || 'nothing'} here, ${there || 'nothing'} there`
}

export interface FleetFilter {
  readonly text: string
  readonly onlyUneven: boolean
}

export function shownRows(rows: readonly FleetRow[], { text, onlyUneven }: FleetFilter): readonly FleetRow[] {
  const wanted = text.trim().toLowerCase()
  return rows.filter(
    ({ name, configuration, isUneven }) =>
      (isUneven || !onlyUneven) && `${configuration} ${name}`.toLowerCase().includes(wanted),
  )
}
