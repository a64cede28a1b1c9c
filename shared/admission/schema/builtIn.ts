import { deepest, isObject, type JsonObject, own } from '../values/index.ts'
import { codedProblems, codedUpdateProblems } from './coded.ts'
import { Correlation } from './correlation.ts'
import { decodeProblems } from './decode.ts'
import { childPath } from './fieldPath.ts'
import { builtInMetadataProblems } from './metadata.ts'
import { type FieldProblem, notSupported, required } from './problem.ts'
import { evaluateRules } from './rules.ts'
import { hasRules, RuleTree } from './ruleTree.ts'
import { type Fields, readStructural, type Structural } from './structural.ts'

/** A schema as the server publishes it, `root` naming the entry of the kind. */
export interface PublishedSchema {
  readonly root: string
  readonly schemas: Readonly<Record<string, unknown>>
}

export interface ValidateOptions {
  readonly isUpdate: boolean
  /** As stored; of updates. */
  readonly old?: JsonObject | null
  /** Empty for the object itself. */
  readonly subresource?: string
  /** Minor of the server’s release. */
  readonly minor?: number
}

/** What a published schema does not hold, in a sentence for the assumptions of a trace. */
export const builtInAssumption =
  'Of a built-in kind its published schema is checked (types, required fields, enums, unknown fields), with its metadata and a few rules that many objects meet: ports, replicas, volumes, selectors. Other rules that the server has in its own code are not.'

/**
 * What the published schema of a built-in kind finds wrong with an object: what cannot be decoded and
 * unknown fields, and where all can be decoded, fields that are required and values of enums, of which the
 * server’s own validation says the same. `builtInAssumption` says what is not looked at.
 */
export function validateAgainst(
  { root, schemas }: PublishedSchema,
  object: JsonObject,
  { isUpdate, old = null, subresource = '', minor = 36 }: ValidateOptions,
): readonly FieldProblem[] {
  const decoded = decodeProblems(schemas, root, object)
  if (decoded.some(({ stage }) => stage === 'decode')) return decoded
  const { schema, rules } = readPublished({ root, schemas }, minor)
  return [
    ...decoded,
    ...builtInMetadataProblems(object, isUpdate ? old : null),
    ...fieldProblems(schema, object, subresource === 'status' ? 'spec' : 'status'),
    ...(isUpdate ? codedUpdateProblems(object, old) : []),
    ...(rules === null ? [] : ruleProblems(rules, schema, object, isUpdate ? old : null)),
  ]
}

/** @param untouched the part that such a write does not change: it is as stored, and not looked at */
function fieldProblems(schema: Structural, object: JsonObject, untouched: string): readonly FieldProblem[] {
  const rest = Object.fromEntries(
    Object.entries(object).filter(([name]) => name !== 'metadata' && name !== untouched),
  )
  return [...problemsOf(schema, rest, '', 0)].filter(({ field }) => field !== untouched)
}

function* problemsOf(
  schema: Structural,
  value: unknown,
  path: string,
  depth: number,
): Generator<FieldProblem> {
  if (depth > deepest) return
  if (Array.isArray(value)) {
    const { items } = schema
    if (items !== null)
      for (const [index, element] of value.entries())
        yield* problemsOf(items, element, `${path}[${index}]`, depth + 1)
    return
  }
  if (!isObject(value)) {
    const values = own(schema.json, 'enum')
    // Empty texts are those that were not given.
    if (!Array.isArray(values) || typeof value !== 'string' || value === '' || values.includes(value)) return
    yield notSupported(path, value, values.filter(one => typeof one === 'string' && one !== '').sort())
    return
  }
  yield* missingFields(schema.json, value, path)
  yield* codedProblems(schema.name, value, path)
  for (const [name, field] of Object.entries(value)) {
    const inside = schema.properties.get(name)
    if (inside !== undefined) yield* problemsOf(inside, field, childPath(path, name), depth + 1)
    else if (schema.additional) yield* problemsOf(schema.additional, field, `${path}[${name}]`, depth + 1)
  }
}

/** Fields that schemas call required only because they are always written, if empty. */
const written: ReadonlySet<string> = new Set([
  ...['apiVersion', 'kind', 'metadata', 'serviceName', 'endpoints', 'rules', 'podSelector', 'template'],
  ...['podManagementPolicy', 'revision', 'value', 'current', 'message', 'lastTransitionTime', 'spec'],
])

function* missingFields(schema: Fields, value: Fields, path: string): Generator<FieldProblem> {
  const names = own(schema, 'required')
  const properties = own(schema, 'properties')
  for (const name of Array.isArray(names) ? names : []) {
    if (typeof name !== 'string' || written.has(name)) continue
    const member = isObject(properties) ? own(properties, name) : undefined
    const type = isObject(member) ? own(member, 'type') : undefined
    // A number or a boolean that is missing is zero or false, which may be meant.
    if (type === 'integer' || type === 'number' || type === 'boolean') continue
    const field = own(value, name)
    const isMissing =
      field === undefined || field === null || field === '' || (Array.isArray(field) && field.length === 0)
    if (isMissing) yield required(childPath(path, name))
  }
}

function ruleProblems(
  rules: RuleTree,
  schema: Structural,
  object: JsonObject,
  old: JsonObject | null,
): readonly FieldProblem[] {
  const correlation = old === null ? null : new Correlation(object, old, schema)
  return evaluateRules(rules, object, old ?? undefined, correlation).errors
}

interface Published {
  readonly schema: Structural
  /** Null for a schema without any. */
  readonly rules: RuleTree | null
}

/** Schemas of a world are the same objects from one trace to the next. */
const known = new WeakMap<object, Map<string, Published>>()

function readPublished({ root, schemas }: PublishedSchema, minor: number): Published {
  const roots = known.get(schemas) ?? new Map<string, Published>()
  known.set(schemas, roots)
  const key = `${minor}/${root}`
  const before = roots.get(key)
  if (before !== undefined) return before
  const resolve = (reference: string): unknown =>
    own(schemas, reference.slice(reference.lastIndexOf('/') + 1))
  // By its reference, so that it has its name.
  const schema = readStructural({ $ref: `#/components/schemas/${root}` }, resolve)
  const rules = hasRules(schema) ? new RuleTree(schema, schema, true, { minor, resolve }) : null
  const read = { schema, rules }
  roots.set(key, read)
  return read
}
