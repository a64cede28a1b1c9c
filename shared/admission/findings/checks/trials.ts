import { counted } from '../../../words/index.ts'
import { type Draft, fails, policyKind, type Scene } from '../scene.ts'
import type { FindingObject } from '../types.ts'

/** What one expression may spend. */
const limit = 1_000_000

/** Checks of expressions as tried on existing objects. */
export function tried(scene: Scene): readonly Draft[] {
  return scene.sources.trials.flatMap((trial): readonly Draft[] => {
    const found: Draft[] = []
    if (trial.example !== null) {
      const { object, message } = trial.example
      found.push({
        id: 'expression-fails',
        severity: trial.failed === trial.tried && refuses(scene, trial.expression) ? 'high' : 'medium',
        objects: [trial.expression, object],
        evidence: [
          `It failed on ${trial.failed} of ${counted(trial.tried, 'object')} that it was tried on, as if they were sent again unchanged (${trial.operation}).`,
          `${named(object)}: ${message}`,
        ],
      })
    }
    if (trial.highestCost > limit / 2 && trial.costliest !== null)
      found.push({
        id: 'cost-near-limit',
        objects: [trial.expression, trial.costliest],
        evidence: [
          `On ${named(trial.costliest)} it spends ${trial.highestCost.toLocaleString('en')} of ${limit.toLocaleString('en')}.`,
        ],
      })
    return found
  })
}

/** Whether an error of it refuses the request. */
function refuses(scene: Scene, { kind, ref }: FindingObject): boolean {
  const policy = scene.policies.policies.find(
    entry => entry.ref.name === ref.name && policyKind(entry.policy.flavour) === kind,
  )
  if (policy === undefined)
    return scene.webhooks.webhooks.some(entry => entry.ref.name === ref.name && fails(entry))
  if (policy.policy.failurePolicy.value === 'Ignore') return false
  const bindings = scene.bindingsOf(policy)
  return (
    policy.policy.flavour === 'mutating' ||
    bindings.some(({ binding }) => binding.validationActions.includes('Deny'))
  )
}

function named({ kind, ref }: FindingObject): string {
  return `${kind} ${ref.namespace === '' ? '' : `${ref.namespace}/`}${ref.name}`
}
