import type { Json, JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest, World } from '../../trace/types.ts'
import type { Gate, GateResult } from '../gate.ts'
import { changed, fieldOf, integerAt, isSet, objectOf, objectsAt, textAt, withField } from '../json.ts'
import { type FoundObject, findObject } from '../lookups.ts'
import { deniedBy, dependsOnContent, isRequestOn, mutated, notKnown, passed, unconcerned } from '../plugin.ts'
import { amountsAt, sameAmounts } from '../quantities.ts'

const plugin = 'RuntimeClass'
const classKind = { group: 'node.k8s.io', version: 'v1', kind: 'RuntimeClass' }
const mismatch = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"

/**
 * A pod takes overhead, node selector and tolerations of its runtime class. Source: kubernetes,
 * plugin/pkg/admission/runtimeclass.
 */
export const runtimeClass: Gate = {
  plugin,
  run: (request, object, world) =>
    withClass(request, object, world, (pod, found, name) => {
      if (found.state !== 'found') return unconcerned(pod)
      const overhead = podFixed(found)
      const spec = objectOf(fieldOf(pod, 'spec'))
      const own = amountsAt(spec, 'overhead')
      if (overhead !== null && own.size > 0 && !sameAmounts(own, amountsAt({ overhead }, 'overhead')))
        return deniedBy(plugin, request, pod, mismatch, { name, field: 'overhead' })
      const placed = scheduled(request, pod, objectOf(found.object.scheduling), name)
      if (placed.denied !== undefined) return placed
      const isNew = overhead !== null && own.size === 0
      if (!isNew && placed.object === pod)
        return passed(plugin, pod, `Runtime class ${name} changes nothing.`, { name })
      const filled = isNew
        ? changed(objectOf(placed.object), 'spec', before => withField(before, 'overhead', overhead))
        : objectOf(placed.object)
      return mutated(plugin, filled, `The pod takes what runtime class ${name} says of its place.`, { name })
    }),
}

/** What is set by hand must be what the class says. */
export const runtimeClassOverhead: Gate = {
  plugin,
  run: (request, object, world) =>
    withClass(request, object, world, (pod, found, name) => {
      const overhead = found.state === 'found' ? podFixed(found) : null
      const spec = objectOf(fieldOf(pod, 'spec'))
      if (overhead !== null)
        return sameAmounts(amountsAt(spec, 'overhead'), amountsAt({ overhead }, 'overhead'))
          ? passed(plugin, pod, `The overhead is that of runtime class ${name}.`, { name })
          : deniedBy(plugin, request, pod, mismatch, { name, field: 'overhead' })
      if (!isSet(spec, 'overhead')) return unconcerned(pod)
      const why = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'
      return deniedBy(plugin, request, pod, why, { name, field: 'spec.overhead' })
    }),
}

type Found = Exclude<FoundObject, { state: 'unknown' }>

function withClass(
  request: TraceRequest,
  object: JsonObject | null,
  world: World,
  decide: (pod: JsonObject, found: Found, name: string) => GateResult,
): GateResult {
  if (request.operation !== 'CREATE' || !isRequestOn(request, '', 'pods') || object === null)
    return unconcerned(object)
  if (!request.isObjectKnown)
    return dependsOnContent(plugin, object, 'It depends on the runtime class of the pod')
  const spec = objectOf(fieldOf(object, 'spec'))
  if (!isSet(spec, 'runtimeClassName')) return decide(object, { state: 'absent' }, '')
  const name = textAt(spec, 'runtimeClassName')
  const found = findObject(world, classKind, '', name)
  if (found.state === 'unknown') return notKnown(plugin, object, found, { name })
  if (found.state === 'absent')
    return deniedBy(plugin, request, object, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`, {
      name,
      field: 'spec.runtimeClassName',
    })
  return decide(object, found, name)
}

function podFixed(found: Extract<FoundObject, { state: 'found' }>): JsonObject | null {
  const overhead = objectOf(found.object.overhead)
  return isSet(objectOf(found.object), 'overhead') ? objectOf(fieldOf(overhead, 'podFixed')) : null
}

function scheduled(request: TraceRequest, pod: JsonObject, scheduling: JsonObject, name: string): GateResult {
  const spec = objectOf(fieldOf(pod, 'spec'))
  const wanted = Object.entries(objectOf(fieldOf(scheduling, 'nodeSelector')))
  const own = objectOf(fieldOf(spec, 'nodeSelector'))
  for (const [key, value] of wanted) {
    const present = fieldOf(own, key)
    if (present === undefined || present === value) continue
    const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${present}`
    return deniedBy(plugin, request, pod, why, { name, field: 'scheduling.nodeSelector' })
  }
  const added = wanted.filter(([key]) => fieldOf(own, key) === undefined)
  const extra = objectsAt(scheduling, 'tolerations')
  const before = objectsAt(spec, 'tolerations')
  const tolerations = extra.length === 0 ? before : mergeTolerations([...before, ...extra])
  const isSame = tolerations.length === before.length && tolerations.every((each, at) => each === before[at])
  if (added.length === 0 && isSame) return unconcerned(pod)
  const placed = changed(pod, 'spec', fields => {
    const selector = added.reduce((labels, [key, value]) => withField(labels, key, value), own)
    const selected = added.length === 0 ? fields : withField(fields, 'nodeSelector', selector)
    return isSame ? selected : withField(selected, 'tolerations', tolerations)
  })
  return { steps: [], object: placed }
}

/** Of two tolerations of which one covers the other, that one stays. */
export function mergeTolerations(all: readonly JsonObject[]): readonly JsonObject[] {
  const merged: JsonObject[] = []
  for (const [index, each] of all.entries()) {
    const isCovered =
      merged.some(other => covers(other, each)) ||
      all.slice(index + 1).some(other => !isSame(each, other) && covers(other, each))
    if (!isCovered) merged.push(each)
  }
  return merged
}

const fields = ['key', 'operator', 'value', 'effect'] as const

const isSame = (one: JsonObject, other: JsonObject): boolean =>
  fields.every(name => textAt(one, name) === textAt(other, name)) && secondsOf(one) === secondsOf(other)

const secondsOf = (toleration: JsonObject): number | null => integerAt(toleration, 'tolerationSeconds')

function covers(wide: JsonObject, narrow: JsonObject): boolean {
  if (isSame(wide, narrow)) return true
  const operator = textAt(wide, 'operator')
  const isAnyKey = textAt(wide, 'key') === '' && operator === 'Exists'
  if (textAt(narrow, 'key') !== textAt(wide, 'key') && !isAnyKey) return false
  const effect: Json = textAt(wide, 'effect')
  if (textAt(narrow, 'effect') !== effect && effect !== '') return false
  const limit = secondsOf(wide)
  if (effect === 'NoExecute' && limit !== null) {
    const seconds = secondsOf(narrow)
    if (seconds === null || seconds > limit) return false
  }
  if (operator === 'Exists') return true
  const isEqual = operator === '' || operator === 'Equal'
  return (
    isEqual && textAt(narrow, 'operator') === 'Equal' && textAt(narrow, 'value') === textAt(wide, 'value')
  )
}
