import { namesInWords, type Problem, type SourceNote } from '../../shared/admission/index.ts'
import { isNotInDump } from '../../shared/errors/index.ts'
import type { PolicyInventory, WebhookInventory } from '../../shared/ipc/index.ts'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { pluralOf } from './sources.ts'

/** A problem of the admission configuration, with the object that has it. */
export interface PlacedProblem {
  readonly key: string
  readonly problem: Problem
  readonly view: 'policies' | 'webhooks'
  readonly kind: string
  readonly name: string
  readonly ref: ObjectRef
  /** Of the object that has it. Several problems may share one. */
  readonly object: string
  /** The worst that this object has: what its own view counts it as. */
  readonly worst: Problem['severity']
}

const weight: Readonly<Record<Problem['severity'], number>> = { bad: 0, warning: 1, unknown: 2 }

/** Every problem of both inventories, the worst first. An inventory that is not there yet has none. */
export function placedProblems(
  policies: PolicyInventory | null,
  webhooks: WebhookInventory | null,
): readonly PlacedProblem[] {
  const found = [
    ...(policies?.policies ?? []).flatMap(({ id, ref, problems }) =>
      placed(id, problems, { view: 'policies', kind: 'Policy', name: ref.name, ref }),
    ),
    ...(policies?.bindings ?? []).flatMap(({ id, ref, problems }) =>
      placed(id, problems, { view: 'policies', kind: 'Binding', name: ref.name, ref }),
    ),
    ...(webhooks?.webhooks ?? []).flatMap(({ id, ref, webhook, problems }) =>
      placed(id, problems, { view: 'webhooks', kind: 'Webhook', name: webhook.name, ref }),
    ),
  ]
  return found.sort((a, b) => weight[a.problem.severity] - weight[b.problem.severity])
}

function placed(
  id: string,
  problems: readonly Problem[],
  place: Omit<PlacedProblem, 'key' | 'problem' | 'object' | 'worst'>,
): readonly PlacedProblem[] {
  const object = `${place.kind} ${id}`
  const worst =
    [...problems].sort((a, b) => weight[a.severity] - weight[b.severity])[0]?.severity ?? 'unknown'
  return problems.map(problem => ({
    key: `${object} ${problem.code} ${problem.title}`,
    problem,
    object,
    worst,
    ...place,
  }))
}

/** How many objects are in each severity, each by the worst that it has: as their views count them. */
export function objectsBySeverity(
  problems: readonly PlacedProblem[],
): Readonly<Record<Problem['severity'], number>> {
  const count = (severity: Problem['severity']): number =>
    new Set(problems.filter(({ worst }) => worst === severity).map(({ object }) => object)).size
  return { bad: count('bad'), warning: count('warning'), unknown: count('unknown') }
}

const policyKinds = /AdmissionPolicy(Binding)?$/
const webhookKinds = /WebhookConfiguration$/

/**
 * What keeps the card from saying that all is well, as a sentence: kinds of the admission
 * configuration that are not read. Null when all that the server offers is read.
 */
export function unreadInWords(sources: readonly SourceNote[]): string | null {
  const unread = sources.filter(
    ({ kind, state }) => state === 'unreadable' && (policyKinds.test(kind) || webhookKinds.test(kind)),
  )
  if (unread.length === 0) return null
  const isWhole = (kinds: RegExp): boolean =>
    sources
      .filter(({ kind }) => kinds.test(kind))
      .every(source => source.state !== 'live' && source.state !== 'stale')
  const names = [
    ...namesOf(unread, policyKinds, isWhole(policyKinds) ? 'policies' : null),
    ...namesOf(unread, webhookKinds, isWhole(webhookKinds) ? 'webhooks' : null),
  ]
  const isAway = unread.every(({ error }) => isNotInDump(error))
  const isDenied = unread.every(({ error }) => error?.kind === 'denied')
  const what = namesInWords(names, 6)
  if (isAway) return `The dump holds no ${what}`
  return isDenied ? `You may not list ${what}` : `Could not be read: ${what}`
}

function namesOf(unread: readonly SourceNote[], kinds: RegExp, all: string | null): readonly string[] {
  const own = unread.filter(({ kind }) => kinds.test(kind))
  if (own.length > 0 && all !== null) return [all]
  return own.map(({ kind }) => pluralOf(kind))
}

/** Kinds of the admission views, each once. */
export function admissionSources(
  policies: PolicyInventory | null,
  webhooks: WebhookInventory | null,
): readonly SourceNote[] {
  const byKind = new Map<string, SourceNote>()
  for (const source of [...(policies?.sources ?? []), ...(webhooks?.sources ?? [])])
    if (!byKind.has(source.kind)) byKind.set(source.kind, source)
  return [...byKind.values()]
}
