import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import type { JsonObject } from '../../../shared/cel/kubernetes/index.ts'
import { changesOf, compare, withoutServerFields } from '../../../shared/diff/index.ts'
import { formatPath, isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import type { Observation } from './dryRun.ts'
import { observed, stepsOfAllowed, stepsOfRefused } from './passage.ts'
import { withWarnings } from './warned.ts'

export interface Observed {
  readonly trace: Trace
  /** Where prediction and observation differ, in sentences. */
  readonly differences: readonly string[]
}

/** Fields named in a sentence; the rest is counted. */
const mostFields = 6

/** Puts what a server did with a dry run into the trace that predicted it. */
export function observe(trace: Trace, observation: Observation): Observed {
  const differences: string[] = []
  const { allowed, code, reason, message } = observation
  const steps = allowed
    ? stepsOfAllowed(trace, observation, differences)
    : stepsOfRefused(trace, observation, differences)
  const warned = withWarnings(trace, steps, observation.warnings, differences)
  const stored = allowed ? withStored(trace, warned, observation.object, differences) : null
  return {
    differences,
    trace: {
      ...trace,
      verdict: allowed ? 'allowed' : 'denied',
      status: allowed ? null : { code, reason, message },
      steps: stored?.steps ?? warned,
      objects: stored?.objects ?? trace.objects,
      warnings: observation.warnings,
    },
  }
}

/** The object as the server would store it, and who may have made it so. */
function withStored(
  trace: Trace,
  steps: readonly TraceStep[],
  object: JsonObject | null,
  differences: string[],
): Pick<Trace, 'steps' | 'objects'> {
  const predicted = trace.objects.at(-1) ?? null
  if (object === null || predicted === null) return { steps, objects: trace.objects }
  const fields = differingFields(predicted, object)
  const objects = [...trace.objects, withoutAssigned(object, predicted)]
  if (fields.length === 0) return { steps, objects }
  const called = trace.steps.flatMap((step, at) => (mayHaveChanged(step) ? [at] : []))
  const change = { before: trace.objects.length - 1, after: trace.objects.length }
  const [only] = called
  if (only === undefined) {
    differences.push(`The server would store other values than predicted in ${named(fields)}.`)
    return { steps, objects }
  }
  if (called.length === 1) {
    const reason = `The server would store ${named(fields)} otherwise than predicted without it, so it changed the object.`
    const step = { ...observed(steps[only] as TraceStep, 'mutated', reason), change }
    return { steps: steps.with(only, step), objects }
  }
  const among = [...new Set(called.map(at => trace.steps[at]?.webhook ?? trace.steps[at]?.name ?? ''))]
  const reason = `One or several of ${among.join(', ')} changed ${named(fields)}; the answer does not tell which.`
  const marked = steps.map((step, at) => (called.includes(at) ? { ...step, reason } : step))
  const last = called.at(-1) ?? only
  return {
    steps: marked.with(last, { ...(marked[last] as TraceStep), change: { ...change, among } }),
    objects,
  }
}

/** Whether it is not known what a step left of the object. */
function mayHaveChanged({ phase, outcome }: TraceStep): boolean {
  const isMutating = phase === 'mutatingWebhook' || phase === 'mutatingPolicy'
  return isMutating && (outcome === 'called' || outcome === 'unknown')
}

/** Paths at which the objects differ, but for what only a server sets. */
export function differingFields(predicted: JsonObject, stored: JsonObject): readonly string[] {
  const bare = (object: JsonObject): KubeObject => withoutServerFields(object as unknown as KubeObject)
  const before = bare(predicted)
  const after = withUndrawnLetters(bare(stored), drawnNames(before, new Set()))
  return changesOf(compare(before, after)).map(({ path }) => formatPath(path))
}

/** What a trace writes for the letters that a server draws at the end of a name. */
const drawn = 'xxxxx'

/** Beginnings of names whose last letters a server draws. */
function drawnNames(value: unknown, into: Set<string>): ReadonlySet<string> {
  if (typeof value === 'string') {
    if (value.endsWith(drawn)) into.add(value.slice(0, -drawn.length))
  } else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) drawnNames(item, into)
  return into
}

function withUndrawnLetters(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0) return value
  if (typeof value === 'string') {
    const beginning = value.slice(0, -drawn.length)
    return names.has(beginning) && /[a-z0-9]{5}$/.test(value) ? `${beginning}${drawn}` : value
  }
  if (Array.isArray(value)) return value.map(item => withUndrawnLetters(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withUndrawnLetters(item, names)]),
  )
}

function named(fields: readonly string[]): string {
  const shown = fields.slice(0, mostFields).join(', ')
  const more = fields.length - mostFields
  return more > 0 ? `${shown} and ${more} more fields` : shown
}

/** Without what the server alone assigns to a new object (UID, times, generation): no step of admission did. */
function withoutAssigned(object: JsonObject, predicted: JsonObject): JsonObject {
  const { metadata } = object
  if (!isMapping(metadata)) return object
  const written = withoutServerFields(object as unknown as KubeObject).metadata as object
  const before = isMapping(predicted.metadata) ? predicted.metadata : {}
  const rest = Object.entries(metadata).filter(
    ([name]) => name !== 'managedFields' && (Object.hasOwn(written, name) || Object.hasOwn(before, name)),
  )
  return { ...object, metadata: Object.fromEntries(rest) as JsonObject }
}
