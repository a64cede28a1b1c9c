import type { Json, JsonObject } from '../../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../../kube/index.ts'
import { numberOf, stringOf } from '../../fields.ts'
import { identityOf } from '../../meta.ts'
import type { TraceRequest, World } from '../../trace/types.ts'
import type { Gate, GateResult } from '../gate.ts'
import { changed, fieldOf, integerAt, isSet, objectOf, textAt, withField } from '../json.ts'
import { findObject, listObjects, missingOf } from '../lookups.ts'
import { deniedBy, dependsOnContent, isRequestOn, mutated, notKnown, passed, unconcerned } from '../plugin.ts'

const plugin = 'Priority'
const classKind = { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' }

interface Established {
  /** Empty where no class gives the priority. */
  readonly name: string
  readonly value: number
  readonly preemptionPolicy: string
}

/** A pod gets the number of its priority class. Source: kubernetes, plugin/pkg/admission/priority. */
export const priority: Gate = {
  plugin,
  run: (request, object, world) => {
    const isWrite = request.operation === 'CREATE' || request.operation === 'UPDATE'
    if (!isWrite || !isRequestOn(request, '', 'pods') || object === null) return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, 'It depends on the priority class of the pod')
    return request.operation === 'UPDATE' ? keepOld(request, object) : establish(request, object, world)
  },
}

/** There is one default at most. */
export const priorityClassDefault: Gate = {
  plugin,
  run: (request, object, world) => {
    const isWrite = request.operation === 'CREATE' || request.operation === 'UPDATE'
    if (!isWrite || !isRequestOn(request, 'scheduling.k8s.io', 'priorityclasses')) return unconcerned(object)
    if (object === null || fieldOf(object, 'globalDefault') !== true) return unconcerned(object)
    const found = listObjects(world, classKind, '')
    const missing = missingOf(found)
    const other = found.state === 'known' ? lowestDefault(found.items) : undefined
    const name = other === undefined ? '' : identityOf(other).name
    const own = request.name || textAt(objectOf(fieldOf(object, 'metadata')), 'name')
    if (other !== undefined && (request.operation === 'CREATE' || name !== own)) {
      const why = `PriorityClass ${name} is already marked as default. Only one default can exist`
      return deniedBy(plugin, request, object, why, { name, field: 'globalDefault' })
    }
    if (missing !== null) return notKnown(plugin, object, missing)
    return passed(plugin, object, 'No other priority class is the default.')
  },
}

function keepOld(request: TraceRequest, object: JsonObject): GateResult {
  const old = objectOf(fieldOf(objectOf(request.oldObject), 'spec'))
  const spec = objectOf(fieldOf(object, 'spec'))
  const kept = ['priority', 'preemptionPolicy'].filter(name => !isSet(spec, name) && isSet(old, name))
  if (kept.length === 0) return unconcerned(object)
  const filled = changed(object, 'spec', before =>
    kept.reduce((fields, name) => withField(fields, name, fieldOf(old, name) ?? null), before),
  )
  return mutated(plugin, filled, `It keeps ${kept.join(' and ')} of the stored pod.`)
}

function establish(request: TraceRequest, object: JsonObject, world: World): GateResult {
  const spec = objectOf(fieldOf(object, 'spec'))
  const wanted = textAt(spec, 'priorityClassName')
  const found = wanted === '' ? defaultPriority(world) : namedPriority(world, wanted)
  if (found.state === 'unknown') return notKnown(plugin, object, found, { name: wanted })
  if (found.state === 'absent')
    return deniedBy(plugin, request, object, `no PriorityClass with name ${wanted} was found`, {
      name: wanted,
      field: 'spec.priorityClassName',
    })
  const { name, value, preemptionPolicy } = found.established
  const extras = { name, ...(name === '' ? {} : { field: 'value' }) }
  const given = integerAt(spec, 'priority')
  if (given !== null && given !== value) {
    const why = `the integer value of priority (${given}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`
    return deniedBy(plugin, request, object, why, extras)
  }
  const policy = textAt(spec, 'preemptionPolicy')
  if (preemptionPolicy !== '' && policy !== '' && policy !== preemptionPolicy) {
    const why = `the string value of PreemptionPolicy (${policy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`
    return deniedBy(plugin, request, object, why, { ...extras, field: 'preemptionPolicy' })
  }
  return filledWith(object, spec, found.established)
}

function filledWith(object: JsonObject, spec: JsonObject, established: Established): GateResult {
  const { name, value, preemptionPolicy } = established
  const set: (readonly [string, Json])[] = []
  if (name !== '' && textAt(spec, 'priorityClassName') !== name) set.push(['priorityClassName', name])
  if (integerAt(spec, 'priority') !== value) set.push(['priority', value])
  if (preemptionPolicy !== '' && textAt(spec, 'preemptionPolicy') !== preemptionPolicy)
    set.push(['preemptionPolicy', preemptionPolicy])
  const from = name === '' ? 'no priority class is the default' : `priority class ${name} says so`
  if (set.length === 0) return passed(plugin, object, `The pod has priority ${value}: ${from}.`, { name })
  const filled = changed(object, 'spec', before =>
    set.reduce((fields, [key, each]) => withField(fields, key, each), before),
  )
  return mutated(plugin, filled, `The pod gets priority ${value}: ${from}.`, { name })
}

type FoundPriority =
  | { readonly state: 'found'; readonly established: Established }
  | { readonly state: 'absent' }
  | Extract<ReturnType<typeof findObject>, { state: 'unknown' }>

function namedPriority(world: World, name: string): FoundPriority {
  const found = findObject(world, classKind, '', name)
  return found.state === 'found' ? { state: 'found', established: establishedBy(found.object) } : found
}

function defaultPriority(world: World): FoundPriority {
  const found = listObjects(world, classKind, '')
  const missing = missingOf(found)
  if (found.state === 'unknown' || missing !== null) return missing ?? { state: 'absent' }
  const chosen = lowestDefault(found.items)
  const none = { name: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' }
  return { state: 'found', established: chosen === undefined ? none : establishedBy(chosen) }
}

function establishedBy(object: KubeObject): Established {
  const value = numberOf(object.value) ?? 0
  return { name: identityOf(object).name, value, preemptionPolicy: stringOf(object.preemptionPolicy) }
}

function lowestDefault(classes: readonly KubeObject[]): KubeObject | undefined {
  return classes
    .filter(each => each.globalDefault === true)
    .toSorted((one, other) => establishedBy(one).value - establishedBy(other).value)[0]
}
