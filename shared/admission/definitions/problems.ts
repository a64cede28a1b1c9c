import { RuleCompiler } from '../../cel/kubernetes/index.ts'
import { type Fields, fieldsOf, isFields, listOf, stringOf } from '../fields.ts'
import { type FieldProblem, invalid, notSupported } from '../schema/index.ts'
import { deepest, goJson, sameJson } from '../values/index.ts'

/** Faults of the rules in the schemas of a definition of a custom kind: those that do not compile. */
export function definitionProblems(object: Fields, minor: number): readonly FieldProblem[] {
  return [...nameProblems(object), ...schemaProblems(object, minor)]
}

/** A definition is called by what it defines. */
function nameProblems({ metadata, spec }: Fields): readonly FieldProblem[] {
  const { names, group } = fieldsOf(spec)
  const wanted = `${stringOf(fieldsOf(names).plural)}.${stringOf(group)}`
  return ['generateName', 'name'].flatMap(part => {
    const given = stringOf(fieldsOf(metadata)[part])
    const isFine = given === '' || given === wanted
    return isFine ? [] : [invalid(`metadata.${part}`, given, 'must be spec.names.plural+"."+spec.group')]
  })
}

function schemaProblems(object: Fields, minor: number): readonly FieldProblem[] {
  const schemas = listOf(fieldsOf(object.spec).versions).map(
    version => fieldsOf(fieldsOf(version).schema).openAPIV3Schema,
  )
  const [first] = schemas
  // What all versions share the server keeps, and names, once.
  if (schemas.every(schema => sameJson(schema ?? null, first ?? null)))
    return [...nodeProblems(first, 'spec.validation.openAPIV3Schema', true, minor, 0)]
  return schemas.flatMap((schema, at) => [
    ...nodeProblems(schema, `spec.versions[${at}].schema.openAPIV3Schema`, true, minor, 0),
  ])
}

function* nodeProblems(
  schema: unknown,
  path: string,
  isRoot: boolean,
  minor: number,
  depth: number,
): Generator<FieldProblem> {
  if (depth > deepest || !isFields(schema)) return
  for (const [at, rule] of listOf(schema['x-kubernetes-validations']).entries())
    yield* ruleProblems(fieldsOf(rule), schema, `${path}.x-kubernetes-validations[${at}]`, isRoot, minor)
  for (const [name, property] of Object.entries(fieldsOf(schema.properties)))
    yield* nodeProblems(property, `${path}.properties[${name}]`, isResource(property), minor, depth + 1)
  for (const part of ['items', 'additionalProperties'])
    yield* nodeProblems(schema[part], `${path}.${part}`, isResource(schema[part]), minor, depth + 1)
}

const isResource = (schema: unknown): boolean => fieldsOf(schema)['x-kubernetes-embedded-resource'] === true

function* ruleProblems(
  rule: Fields,
  schema: unknown,
  path: string,
  isRoot: boolean,
  minor: number,
): Generator<FieldProblem> {
  const options = { minor, schema, isRoot, hasOptionalOldSelf: rule.optionalOldSelf === true }
  const compiler = new RuleCompiler(options)
  const [expression, telling] = [stringOf(rule.rule), stringOf(rule.messageExpression)]
  const fault = expression === '' ? null : compiler.rule(expression)?.fault
  if (fault) yield faulty(`${path}.rule`, shown(rule), fault)
  const unsaid = telling === '' ? null : compiler.message(telling)?.fault
  if (unsaid) yield faulty(`${path}.messageExpression`, shown(rule), unsaid)
  const { reason } = rule
  if (typeof reason === 'string' && !reasons.includes(reason))
    yield notSupported(`${path}.reason`, reason, reasons)
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

const faulty = (field: string, value: string, fault: string): FieldProblem => ({
  stage: 'validation',
  reason: 'FieldValueInvalid',
  field,
  message: `${field}: Invalid value: ${value}: ${fault}`,
})

/** The whole rule as the server prints it, with the names that its own code has for the fields. */
function shown({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: Fields): string {
  const fields: readonly (readonly [string, unknown])[] = [
    ['Rule', stringOf(rule)],
    ['Message', stringOf(message)],
    ['MessageExpression', stringOf(messageExpression)],
    ['Reason', reason ?? null],
    ['FieldPath', stringOf(fieldPath)],
    ['OptionalOldSelf', optionalOldSelf ?? null],
  ]
  return `{${fields.map(([name, value]) => `"${name}":${goJson(value)}`).join(',')}}`
}
