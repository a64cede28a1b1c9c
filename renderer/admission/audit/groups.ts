import type { AuditChange, AuditEffect } from '../../../shared/admission/audit/index.ts'
import type { AuditGroup, AuditTotals, AuditView } from '../../../shared/ipc/index.ts'
import { counted, omittedWords } from '../../../shared/words/index.ts'
import type { Meaning } from '../../ui/index.ts'

export interface EffectLook {
  /** As a chip, e.g. `denied`. */
  readonly word: string
  readonly meaning: Meaning | undefined
}

export const effectLooks: Readonly<Record<AuditEffect, EffectLook>> = {
  denied: { word: 'denied', meaning: 'bad' },
  error: { word: 'failed', meaning: 'bad' },
  warned: { word: 'warned', meaning: 'warning' },
  audited: { word: 'audited', meaning: undefined },
  mutated: { word: 'changed', meaning: undefined },
  called: { word: 'asks a webhook', meaning: 'unknown' },
  unknown: { word: 'cannot be told', meaning: 'unknown' },
}

/** The gravest first. */
export const effects: readonly AuditEffect[] = [
  'denied',
  'error',
  'warned',
  'audited',
  'mutated',
  'called',
  'unknown',
]

export const changeWords: Readonly<Record<AuditChange, string>> = {
  new: 'new by the draft',
  gone: 'gone by the draft',
  same: 'as before',
}

export const changes: readonly AuditChange[] = ['new', 'gone', 'same']

export interface GroupFilter {
  readonly effect: AuditEffect | null
  readonly change: AuditChange | null
}

export const noGroupFilter: GroupFilter = { effect: null, change: null }

/** All groups of one policy or webhook. */
export interface PolicyGroups {
  readonly id: string
  readonly kind: string
  readonly policy: string
  readonly count: number
  readonly groups: readonly AuditGroup[]
}

/** Groups that a filter leaves by their policy; in the order in which the first of each comes. */
export function byPolicy(
  groups: readonly AuditGroup[],
  { effect, change }: GroupFilter,
): readonly PolicyGroups[] {
  const fitting = groups.filter(
    group => (effect === null || group.effect === effect) && (change === null || group.change === change),
  )
  return [...Map.groupBy(fitting, ({ kind, policy }) => `${kind}/${policy}`)].map(([id, own]) => ({
    id,
    kind: own[0]?.kind ?? '',
    policy: own[0]?.policy ?? '',
    count: own.reduce((sum, { count }) => sum + count, 0),
    groups: own,
  }))
}

/** What a group is among the others, from one look to the next. */
export function groupKey({ kind, policy, binding, webhook, effect, message, change }: AuditGroup): string {
  return JSON.stringify([kind, policy, binding, webhook, effect, message, change])
}

const numbers = new Intl.NumberFormat('en-US')

/** How far a run is, e.g. `4,500 of 10,231 objects · 9 policies · 3.2 s`. */
export function progressText({ state, done, wanted, policies, took }: AuditView): string {
  const seconds = took < 1000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`
  const objects =
    state === 'done' || wanted <= done
      ? `${numbers.format(done)} ${done === 1 ? 'object' : 'objects'}`
      : `${numbers.format(done)} of ${numbers.format(wanted)} objects`
  return `${objects} · ${counted(policies, 'policy', 'policies')} · ${seconds}`
}

/** Where a run ended that was cancelled, e.g. `after 4,500 of 10,231 objects`. */
export function partialText({ done, wanted }: Pick<AuditView, 'done' | 'wanted'>): string {
  if (wanted === 0) return 'before the objects were counted'
  return `after ${numbers.format(done)} of ${numbers.format(wanted)} objects`
}

/** What came of it, in a sentence. */
export function outcomeText(totals: AuditTotals, isTrial: boolean): string {
  const { byEffect, byChange } = totals
  if (isTrial) {
    const [added = 0, gone = 0] = [byChange.new, byChange.gone]
    if (added + gone === 0) return 'The draft changes nothing for the objects that exist.'
    const parts = [
      added > 0 ? `${numbers.format(added)} new${refusedText(totals)}` : '',
      gone > 0 ? `${numbers.format(gone)} gone` : '',
    ]
    return `By the draft: ${parts.filter(part => part !== '').join(', ')}.`
  }
  const refused = (byEffect.denied ?? 0) + (byEffect.error ?? 0)
  if (totals.findings === 0) return 'No object would meet a policy that minds it.'
  return refused === 0
    ? 'No object would be refused.'
    : `${numbers.format(refused)} ${refused === 1 ? 'request' : 'requests'} would be refused or fail.`
}

/** What is not shown, and what not even a saved file holds, in sentences. */
export function leftOutTexts(totals: AuditTotals, otherGroups: number): readonly string[] {
  const { ungrouped } = totals
  return [
    ...(otherGroups > 0
      ? [
          `${counted(otherGroups, 'more group', 'more groups')} with fewer objects are left out here; a saved file tells their findings.`,
        ]
      : []),
    ...(ungrouped > 0
      ? [
          `${counted(ungrouped, 'finding', 'findings')} more are unlike all these, and are counted in no group.`,
        ]
      : []),
    ...omittedWords(totals),
  ]
}

function refusedText({ newByEffect }: AuditTotals): string {
  const refused = (newByEffect.denied ?? 0) + (newByEffect.error ?? 0)
  return refused === 0 ? '' : `, ${numbers.format(refused)} of them refused or failing`
}

/** Whether a run in this state goes on; undefined: it has told nothing yet. */
export function isUnderWay(state: AuditView['state'] | undefined): boolean {
  return state === undefined || state === 'reading' || state === 'running'
}
