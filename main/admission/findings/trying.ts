import {
  conditionsHold,
  ExpressionCache,
  ExpressionTrial,
  seen,
} from '../../../shared/admission/findings/index.ts'
import { itemsOf } from '../../../shared/admission/index.ts'
import type { WantedObjects } from '../../../shared/admission/trace/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { FactWorld } from '../trace/factWorld.ts'
import { allOfKind, type FindingAnswers, type FindingJob, objectsOfKind, type Tried } from './messages.ts'

/** Milliseconds after which one expression on one object is given up, and after which no further one is tried. */
const longest = 250
const longestInAll = 3000

const namespaces: WantedObjects = { group: '', version: 'v1', kind: 'Namespace', namespace: '', name: '' }
const expressions = new ExpressionCache()

/** Answers in the thread what findings ask. */
export function answerFinding(job: FindingJob, world: () => FactWorld): FindingAnswers[FindingJob['type']] {
  switch (job.type) {
    case 'compile':
      return seen(expressions.ofTexts(job.texts, job.minor))
    case 'holds':
      return conditionsHold(expressions.ofTexts(job.texts, job.minor), job.probe)
    case 'try':
      return tried(job, world())
    default:
      return assertNever(job)
  }
}

function tried(job: Extract<FindingJob, { type: 'try' }>, world: FactWorld): Tried {
  const { owner, matchers, params, infos } = job
  const compiled = expressions.ofTexts(job.texts, job.minor)
  const at = (field: string) => ({ ...owner, field: `${owner.field ?? ''}${field}` })
  const trial = new ExpressionTrial({ at, compiled, matchers, params })
  const spaces = new Map(itemsOf(world.objects(namespaces)).map(each => [each.metadata.name, each]))
  const until = performance.now() + longestInAll
  for (const info of infos) {
    for (const object of itemsOf(world.objects(allOfKind(info))).slice(0, objectsOfKind)) {
      const started = performance.now()
      if (started > until) return { trials: trial.results, leftAside: trial.leftAside }
      const tryUntil = started + longest
      trial.add({ object, info, namespace: namespaceOf(object, spaces) }, () => performance.now() > tryUntil)
    }
  }
  return { trials: trial.results, leftAside: trial.leftAside }
}

function namespaceOf(object: KubeObject, spaces: ReadonlyMap<string, KubeObject>): KubeObject | null {
  // The server gives a namespace itself.
  if (object.kind === 'Namespace' && object.apiVersion === 'v1') return object
  return spaces.get(object.metadata.namespace ?? '') ?? null
}
