import type { JsonObject } from '../../cel/kubernetes/index.ts'
import type { StepOutcome, TraceRequest, TraceStatus, TraceStep } from '../trace/types.ts'
import type { GateResult } from './gate.ts'
import type { NotKnown } from './lookups.ts'
import { refused } from './statuses.ts'

type Extras = Partial<Pick<TraceStep, 'name' | 'field' | 'status' | 'param'>>

/** A step of a built-in plugin, which is unknown with certainty or predicted. */
export function stepOf(plugin: string, outcome: StepOutcome, reason: string, extras: Extras = {}): TraceStep {
  const certainty = outcome === 'unknown' ? 'unknown' : 'predicted'
  return { phase: 'builtIn', kind: plugin, name: '', round: 0, outcome, certainty, reason, ...extras }
}

/** The plugin has nothing to do with the request. */
export const unconcerned = (object: JsonObject | null): GateResult => ({ steps: [], object })

export function passed(
  plugin: string,
  object: JsonObject | null,
  reason: string,
  extras: Extras = {},
): GateResult {
  return { steps: [stepOf(plugin, 'passed', reason, extras)], object }
}

export function mutated(plugin: string, object: JsonObject, reason: string, extras: Extras = {}): GateResult {
  return { steps: [stepOf(plugin, 'mutated', reason, extras)], object }
}

/** Ends the request with a status of its own. */
export function endedBy(
  plugin: string,
  object: JsonObject | null,
  denied: TraceStatus,
  reason: string,
  extras: Extras = {},
): GateResult {
  return { steps: [stepOf(plugin, 'denied', reason, { ...extras, status: denied })], object, denied }
}

/** Ends the request with the server's 403, which says why. */
export function deniedBy(
  plugin: string,
  request: TraceRequest,
  object: JsonObject | null,
  why: string,
  extras: Extras = {},
): GateResult {
  return endedBy(plugin, object, refused(request, object, why), sentence(why), extras)
}

/** What decides is not known: it is being read, or may not be read. */
export function notKnown(
  plugin: string,
  object: JsonObject | null,
  missing: NotKnown,
  extras: Extras = {},
): GateResult {
  return {
    steps: [stepOf(plugin, 'unknown', missing.why, extras)],
    object,
    ...(missing.gap === undefined ? {} : { gaps: [missing.gap] }),
  }
}

/** Only kind, operation and namespace are chosen, and the plugin looks into the object. */
export function dependsOnContent(plugin: string, object: JsonObject | null, what: string): GateResult {
  return { steps: [stepOf(plugin, 'unknown', `${what}, which is not given.`)], object }
}

const sentence = (text: string): string => {
  const upper = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(upper) ? upper : `${upper}.`
}

/** A request on the resource of a group; `resource/sub` for a subresource. */
export function isRequestOn(request: TraceRequest, group: string, resource: string): boolean {
  const combined =
    request.subresource === ''
      ? request.resource.resource
      : `${request.resource.resource}/${request.subresource}`
  return request.resource.group === group && combined === resource
}
