import type { Json, JsonObject } from '../../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../../kube/index.ts'
import { identityOf } from '../../meta.ts'
import type { TraceRequest, World } from '../../trace/types.ts'
import type { Gate, GateResult } from '../gate.ts'
import { changed, fieldOf, isSet, objectOf, objectsAt, textAt, withField } from '../json.ts'
import { compareNames, listObjects, missingOf } from '../lookups.ts'
import { dependsOnContent, isRequestOn, notKnown, stepOf, unconcerned } from '../plugin.ts'
import { refused } from '../statuses.ts'
import { limitProblems } from './limits.ts'

const plugin = 'LimitRanger'
const rangeKind = { group: '', version: 'v1', kind: 'LimitRange' }
const annotation = 'kubernetes.io/limit-ranger'

/** Fills what containers do not ask for. Source: kubernetes, plugin/pkg/admission/limitranger. */
export const limitDefaults: Gate = {
  plugin,
  run: (request, object, world) =>
    withRanges(request, object, world, (before, ranges) => {
      if (request.resource.resource !== 'pods') return unconcerned(before)
      let pod = before
      const steps = ranges.flatMap(range => {
        const filled = fillPod(pod, range)
        if (filled === null) return []
        pod = filled.pod
        const { name } = identityOf(range)
        return [
          stepOf(plugin, 'mutated', `It sets ${filled.set.join('; ')}.`, { name, field: 'spec.limits' }),
        ]
      })
      return { steps, object: pod }
    }),
}

/** Refuses what is outside of the limits. */
export const limitBounds: Gate = {
  plugin,
  run: (request, object, world) =>
    withRanges(request, object, world, (before, ranges) => {
      const steps: ReturnType<typeof stepOf>[] = []
      for (const range of ranges) {
        const { name } = identityOf(range)
        const problems = limitProblems(range, request.resource.resource, before, world.minor)
        const [first] = problems
        if (first === undefined) {
          steps.push(stepOf(plugin, 'passed', `Every limit of ${name} is kept.`, { name }))
          continue
        }
        const messages = [...new Set(problems.map(({ message }) => message))]
        const why = messages.length === 1 ? first.message : `[${messages.join(', ')}]`
        const denied = refused(request, before, why)
        const reason = `LimitRange ${name}: ${messages.join('; ')}.`
        const step = stepOf(plugin, 'denied', reason, { name, field: first.field, status: denied })
        return { steps: [...steps, step], object: before, denied }
      }
      return { steps, object: before }
    }),
}

function withRanges(
  request: TraceRequest,
  object: JsonObject | null,
  world: World,
  decide: (object: JsonObject, ranges: readonly KubeObject[]) => GateResult,
): GateResult {
  const isNew =
    request.operation === 'CREATE' &&
    (isRequestOn(request, '', 'pods') || isRequestOn(request, '', 'persistentvolumeclaims'))
  const isUpdate =
    request.operation === 'UPDATE' &&
    (isRequestOn(request, '', 'pods/resize') || isRequestOn(request, '', 'persistentvolumeclaims'))
  const isGoing = isSet(objectOf(fieldOf(objectOf(request.oldObject), 'metadata')), 'deletionTimestamp')
  if ((!isNew && !isUpdate) || object === null || isGoing) return unconcerned(object)
  const found = listObjects(world, rangeKind, request.namespace)
  const missing = missingOf(found)
  if (found.state === 'unknown' || missing !== null)
    return notKnown(plugin, object, missing ?? { state: 'unknown', why: '' })
  if (found.items.length === 0) return unconcerned(object)
  if (!request.isObjectKnown)
    return dependsOnContent(plugin, object, 'It depends on the resources that the object asks for')
  return decide(object, found.items)
}

interface Filled {
  readonly pod: JsonObject
  /** e.g. `cpu request for container web`. */
  readonly set: readonly string[]
}

function fillPod(pod: JsonObject, range: KubeObject): Filled | null {
  const defaults = defaultsOf(range)
  const set: string[] = []
  const filled = changed(pod, 'spec', spec =>
    (
      [
        ['containers', 'container'],
        ['initContainers', 'init container'],
      ] as const
    ).reduce((fields, [list, words]) => fillContainers(fields, list, words, defaults, set), spec),
  )
  if (set.length === 0) return null
  const text = `LimitRanger plugin set: ${set.join('; ')}`
  const noted = changed(filled, 'metadata', metadata =>
    changed(metadata, 'annotations', annotations => withField(annotations, annotation, text)),
  )
  return { pod: noted, set }
}

interface Defaults {
  readonly requests: ReadonlyMap<string, Json>
  readonly limits: ReadonlyMap<string, Json>
}

function defaultsOf(range: KubeObject): Defaults {
  const requests = new Map<string, Json>()
  const limits = new Map<string, Json>()
  for (const limit of objectsAt(objectOf(fieldOf(objectOf(range), 'spec')), 'limits')) {
    if (textAt(limit, 'type') !== 'Container') continue
    for (const [name, value] of Object.entries(objectOf(fieldOf(limit, 'defaultRequest'))))
      requests.set(name, value)
    for (const [name, value] of Object.entries(objectOf(fieldOf(limit, 'default')))) limits.set(name, value)
  }
  return { requests, limits }
}

function fillContainers(
  spec: JsonObject,
  list: string,
  words: string,
  defaults: Defaults,
  set: string[],
): JsonObject {
  const containers = objectsAt(spec, list)
  const filled = containers.map(container =>
    changed(container, 'resources', resources => {
      const shown = `${words} ${textAt(container, 'name')}`
      const requested = fill(resources, 'requests', defaults.requests, `request for ${shown}`, set)
      return fill(requested, 'limits', defaults.limits, `limit for ${shown}`, set)
    }),
  )
  return filled.every((container, at) => container === containers[at]) ? spec : withField(spec, list, filled)
}

function fill(
  resources: JsonObject,
  part: string,
  defaults: ReadonlyMap<string, Json>,
  words: string,
  set: string[],
): JsonObject {
  const present = objectOf(fieldOf(resources, part))
  const missing = [...defaults].filter(([name]) => fieldOf(present, name) === undefined)
  if (missing.length === 0) return resources
  const names = missing.map(([name]) => name).toSorted(compareNames)
  set.push(`${names.join(', ')} ${words}`)
  return withField(
    resources,
    part,
    missing.reduce((amounts, [name, value]) => withField(amounts, name, value), present),
  )
}
