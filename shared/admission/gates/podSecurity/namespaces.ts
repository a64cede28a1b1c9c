import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../../kube/index.ts'
import { identityOf } from '../../meta.ts'
import type { TraceRequest, TraceStatus, World } from '../../trace/types.ts'
import type { GateResult } from '../gate.ts'
import { fieldOf, objectOf, textAt } from '../json.ts'
import { compareNames, listObjects, missingOf } from '../lookups.ts'
import { dependsOnContent, endedBy, notKnown, passed, stepOf, unconcerned } from '../plugin.ts'
import { violations } from './evaluate.ts'
import { compareLevels, type LevelVersion, labelPrefix, levelText, readPolicy, sameLevel } from './levels.ts'
import { checkedPod } from './pod.ts'

export const plugin = 'PodSecurity'
const podKind = { group: '', version: 'v1', kind: 'Pod' }
const field = `metadata.labels["${labelPrefix}enforce"]`

/** Labels of a namespace must be readable; a stricter level warns of the pods that are there already. */
export function namespaceLabels(request: TraceRequest, object: JsonObject, world: World): GateResult {
  if (!request.isObjectKnown)
    return dependsOnContent(plugin, object, 'It depends on the labels of the namespace')
  const name = request.name || textAt(objectOf(fieldOf(object, 'metadata')), 'name')
  const policy = readPolicy(labelsOf(object))
  const isNew = request.operation === 'CREATE'
  const old = isNew ? null : readPolicy(labelsOf(objectOf(request.oldObject)))
  const isOldFault = old !== null && String(old.errors) === String(policy.errors)
  if (policy.errors.length > 0 && !isOldFault) {
    const reason = `Its labels cannot be read: ${policy.errors.join('; ')}.`
    return endedBy(plugin, object, invalid(name, policy.errors), reason, { name, field: 'metadata.labels' })
  }
  const { enforce } = policy
  if (old === null || enforce.level === 'privileged' || sameLevel(enforce, old.enforce))
    return unconcerned(object)
  const isRelaxed =
    enforce.version === old.enforce.version && compareLevels(enforce.level, old.enforce.level) < 1
  return isRelaxed ? unconcerned(object) : warnOfPods(object, world, name, enforce)
}

const labelsOf = (namespace: JsonObject): JsonObject =>
  objectOf(fieldOf(objectOf(fieldOf(namespace, 'metadata')), 'labels'))

function invalid(name: string, errors: readonly string[]): TraceStatus {
  const said = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`
  return { code: 422, reason: 'Invalid', message: `Namespace ${JSON.stringify(name)} is invalid: ${said}` }
}

function warnOfPods(object: JsonObject, world: World, name: string, enforce: LevelVersion): GateResult {
  const found = listObjects(world, podKind, name)
  const missing = missingOf(found)
  if (found.state === 'unknown' || missing !== null)
    return notKnown(plugin, object, missing ?? { state: 'unknown', why: '' }, { name, field })
  const warnings = podWarnings(found.items, enforce, world.minor)
  const level = levelText(enforce)
  if (warnings.length === 0)
    return passed(plugin, object, `Every pod of the namespace keeps to ${level}.`, { name, field })
  const first = `existing pods in namespace ${JSON.stringify(name)} violate the new PodSecurity enforce level ${JSON.stringify(level)}`
  const reason = `Pods of the namespace break ${level}; they go on running.`
  return {
    steps: [stepOf(plugin, 'warned', reason, { name, field })],
    object,
    warnings: [first, ...warnings],
  }
}

function podWarnings(pods: readonly KubeObject[], enforce: LevelVersion, minor: number): readonly string[] {
  const names = new Map<string, string[]>()
  for (const pod of pods) {
    const checked = checkedPod(objectOf(pod.metadata), objectOf(pod.spec))
    const why = violations(enforce, checked, minor)
      .map(({ reason }) => reason)
      .join(', ')
    if (why === '') continue
    const own = names.get(why) ?? []
    own.push(identityOf(pod).name)
    names.set(why, own)
  }
  return [...names]
    .map(([why, own]) => {
      const [first = ''] = own.toSorted(compareNames)
      const others = own.length - 1
      const more = others === 0 ? '' : ` (and ${others} other ${others === 1 ? 'pod' : 'pods'})`
      return `${first}${more}: ${why}`
    })
    .toSorted(compareNames)
}
