import { backends } from './checks/backends.ts'
import { blast } from './checks/blast.ts'
import { declarations } from './checks/declarations.ts'
import { expressions, notLookedAt } from './checks/expressions.ts'
import { gaps } from './checks/gaps.ts'
import { policyProblems, unknowns, webhookProblems } from './checks/mapped.ts'
import { measured } from './checks/measured.ts'
import { mutations } from './checks/mutations.ts'
import { parameters } from './checks/parameters.ts'
import { rules } from './checks/rules.ts'
import { tried } from './checks/trials.ts'
import { versions } from './checks/versions.ts'
import { way } from './checks/way.ts'
import {
  type Check,
  type Draft,
  type FindingSources,
  finished,
  keyOfDraft,
  type Scene,
  sceneOf,
} from './scene.ts'
import { checkTexts } from './texts/index.ts'
import { type Finding, severities } from './types.ts'

const checks: readonly Check[] = [
  webhookProblems,
  policyProblems,
  backends,
  way,
  blast,
  measured,
  rules,
  versions,
  gaps,
  parameters,
  expressions,
  tried,
  mutations,
  declarations,
]

/** Longest list that is told; what is beyond it is the least grave. */
const mostFindings = 1000

export interface Found {
  /** The worst first. */
  readonly findings: readonly Finding[]
  /** Number of further ones. */
  readonly omitted: number
  /** What cannot be told, in sentences. */
  readonly notes: readonly string[]
  readonly scene: Scene
}

/** Everything that is wrong or risky in a configuration. Pure; never throws on odd objects. */
export function findings(sources: FindingSources): Found {
  const whole = sceneOf(sources)
  const { scene, notes } = bounded(whole)
  const drafts = once(checks.flatMap(check => check(scene)))
  const sorted = drafts.toSorted((a, b) => rankOf(a) - rankOf(b))
  return {
    findings: sorted.slice(0, mostFindings).map(finished),
    omitted: Math.max(0, sorted.length - mostFindings),
    notes: [...notes, ...unknowns(scene), ...notLookedAt(scene)],
    scene: whole,
  }
}

/** Most webhooks, policies and bindings that checks look at; real clusters have some hundreds. */
const mostLookedAt = 2000

function bounded(scene: Scene): { readonly scene: Scene; readonly notes: readonly string[] } {
  const { webhooks, policies } = scene
  const counts = [webhooks.webhooks.length, policies.policies.length, policies.bindings.length]
  if (counts.every(count => count <= mostLookedAt)) return { scene, notes: [] }
  const first = {
    ...scene,
    webhooks: { ...webhooks, webhooks: webhooks.webhooks.slice(0, mostLookedAt) },
    policies: {
      ...policies,
      policies: policies.policies.slice(0, mostLookedAt),
      bindings: policies.bindings.slice(0, mostLookedAt),
    },
  }
  const note = `Only the first ${mostLookedAt.toLocaleString('en')} webhooks, policies and bindings each were looked at.`
  return { scene: first, notes: [note] }
}

function rankOf(draft: Draft): number {
  return severities.indexOf(draft.severity ?? checkTexts[draft.id].severity)
}

/** Two checks may come to the same from two sides, as static and measured cost do. */
function once(drafts: readonly Draft[]): readonly Draft[] {
  const byKey = new Map<string, Draft>()
  for (const draft of drafts) {
    const key = keyOfDraft(draft)
    const earlier = byKey.get(key)
    byKey.set(
      key,
      earlier === undefined
        ? draft
        : { ...earlier, evidence: [...new Set([...earlier.evidence, ...draft.evidence])] },
    )
  }
  return [...byKey.values()]
}
