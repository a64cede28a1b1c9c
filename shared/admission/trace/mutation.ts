import { CelError, type Compiled, ListValue, ServerPanic, type Value } from '../../cel/index.ts'
import {
  budgets,
  goFieldsOf,
  type Json,
  type JsonObject,
  JsonPatchValue,
  misplacedTypes,
  ObjectValue,
  patchJson,
  type RequestAttributes,
} from '../../cel/kubernetes/index.ts'
import { applyJsonPatch, mergeApplyConfiguration } from '../patch/index.ts'
import { validateAgainst } from '../schema/index.ts'
import { isCustomGroup } from '../served.ts'
import { type Surroundings, TracedGroup } from './evaluate.ts'
import { hiddenText } from './secrecy.ts'
import { connectionDropped, internalError, kindText } from './statuses.ts'
import type { ExpressionTrace, SchemaKnown, TraceStatus } from './types.ts'

/** What became of one mutation. */
export type MutationOutcome = (
  | { readonly type: 'mutated'; readonly object: JsonObject }
  /** Recorded; the next mutation runs all the same. */
  | { readonly type: 'failed'; readonly message: string }
  /** Ends the request whatever the failure policy. */
  | { readonly type: 'ended'; readonly status: TraceStatus }
  | { readonly type: 'unknown'; readonly why: string }
) & { readonly expression: ExpressionTrace | null }

export interface Mutating {
  readonly compiled: Compiled
  readonly patchType: string
  /** Where the expression stands. */
  readonly field: string
  readonly object: JsonObject
  readonly schema: SchemaKnown
}

/** Evaluates one mutation and applies it. Source: apiserver, policy/mutating/patch. */
export function mutate(mutating: Mutating, surroundings: Surroundings): MutationOutcome {
  const { compiled, patchType, field, schema } = mutating
  if (schema.state === 'none') {
    const { kind } = surroundings.input.request
    const message = `Resource kind ${kindText(kind)} not found. There can be a delay between when CustomResourceDefinitions are created and when they are available.`
    return { type: 'ended', status: { code: 503, reason: 'ServiceUnavailable', message }, expression: null }
  }
  const result = new TracedGroup(surroundings, budgets.mutation).evaluate(compiled, field)
  const expression = result.trace
  if (result.type === 'unknown') return { type: 'unknown', why: result.why, expression }
  if (result.type !== 'value') {
    const message = compiled.message === '' ? result.message : compiled.message
    return { type: 'failed', message, expression }
  }
  const applied =
    patchType === 'JSONPatch'
      ? applyPatch(result.value, mutating, surroundings.input.request)
      : applyConfiguration(result.value, mutating, surroundings.input.request)
  if (applied.type === 'failed' && result.isHidden)
    return { type: 'failed', message: `the patch cannot be applied ${hiddenText}`, expression }
  return { ...applied, expression }
}

type Applied =
  | { readonly type: 'mutated'; readonly object: JsonObject }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'ended'; readonly status: TraceStatus }
  | { readonly type: 'unknown'; readonly why: string }

const failed = (message: string): Applied => ({ type: 'failed', message })

function applyPatch(value: Value, { object, schema }: Mutating, { kind }: RequestAttributes): Applied {
  const operations: Record<string, Json>[] = []
  for (const each of value instanceof ListValue ? [...value] : []) {
    const operation = operationOf(each)
    if (operation instanceof ServerPanic) return { type: 'ended', status: connectionDropped(panicText) }
    if (typeof operation === 'string') return failed(operation)
    operations.push(operation)
  }
  const result = applyJsonPatch(object, operations, { testFailureIsNoError: true })
  if (result.type !== 'patched') return failed(`JSON Patch: ${result.message}`)
  if (!isObject(result.document))
    return { type: 'ended', status: internalError('the patched document is no object') }
  // A custom resource has no type that fields could be missing from.
  const isTyped = schema.state === 'known' && !isCustomGroup(kind.group)
  const unknown = isTyped ? unknownField(schema, object, result.document) : null
  if (unknown !== null) return { type: 'ended', status: internalError(`strict decoding error: ${unknown}`) }
  return { type: 'mutated', object: result.document }
}

const panicText =
  'The API server panics and drops the connection without an answer: the value of a JSONPatch is a list or map with an Object in it that stands in no other Object (kubernetes/kubernetes#142181).'

function unknownField(
  schema: Extract<SchemaKnown, { state: 'known' }>,
  before: JsonObject,
  after: JsonObject,
): string | null {
  const strict = (object: JsonObject): readonly string[] =>
    validateAgainst(schema, object, { isUpdate: false })
      .filter(problem => problem.stage === 'strict')
      .map(problem => problem.message)
  const earlier = new Set(strict(before))
  return strict(after).find(message => !earlier.has(message)) ?? null
}

/** The operation as JSON, or why it is none. */
function operationOf(value: Value): Record<string, Json> | string | ServerPanic {
  if (!(value instanceof JsonPatchValue))
    return 'type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch'
  const operation: Record<string, Json> = { op: value.op, path: value.path }
  if (value.from !== '') operation.from = value.from
  if (value.value === undefined) return operation
  const misplaced = value.value instanceof ObjectValue ? misplacedTypes(value.value) : []
  if (misplaced.length > 0) return `type mismatch: ${misplaced.join('\n')}`
  const json = patchJson(value.value)
  if (json instanceof ServerPanic) return json
  if (json instanceof CelError)
    return `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${json.message}`
  operation.value = json
  return operation
}

/**
 * Whether a subresource has a kind of another group, e.g. a Scale: the server looks for its type in the schemas of
 * that group and version, where only resources of their own are.
 */
const isForeign = ({ kind, resource }: RequestAttributes): boolean =>
  kind.group !== resource.group || kind.version !== resource.version

function applyConfiguration(value: Value, { object, schema }: Mutating, request: RequestAttributes): Applied {
  if (!(value instanceof ObjectValue))
    return failed('unsupported return type from ApplyConfiguration expression')
  const misplaced = misplacedTypes(value)
  if (misplaced.length > 0) return failed(`type mismatch: ${misplaced.join('\n')}`)
  const configuration = goFieldsOf(value)
  if (configuration instanceof CelError) return failed('invalid return type: *dynamic.ObjectVal')
  if (isForeign(request))
    return failed(
      `error applying patch: failed to convert patch object to typed object: no corresponding type for ${kindText(request.kind)}`,
    )
  if (schema.state !== 'known')
    return { type: 'unknown', why: 'the schema that it is merged by is not there' }
  const { apiVersion = '', kind = '' } = object
  const result = mergeApplyConfiguration(object, { ...configuration, apiVersion, kind }, schema)
  if (result.type === 'merged') return { type: 'mutated', object: result.document }
  return failed(result.message)
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
