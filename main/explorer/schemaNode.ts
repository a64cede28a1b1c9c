import type { KindSchema, SchemaField } from '../../shared/ipc/index.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../api/index.ts'

const prefix = '#/components/schemas/'
/** References that lead to references; no schema of a server has as many. */
const mostReferences = 16

/** A place of a schema, with the names of what was referred to on the way there. */
export interface SchemaNode {
  readonly path: readonly string[]
  readonly name: string
  /** The schema itself, references followed. */
  readonly schema: Fields
  /** What referred to it: its description, default and extensions count first. */
  readonly outer: Fields
  readonly reference: string
  /** Names of schemas from the root to here. */
  readonly above: readonly string[]
  readonly isRequired: boolean
}

/** The kind itself. */
export function rootNode({ root, schemas }: KindSchema): SchemaNode {
  return {
    ...{ path: [], name: '', schema: fieldsOf(schemas[root]), outer: {}, reference: root },
    ...{ above: [], isRequired: false },
  }
}

/** Where the fields of a place are: its own, or those of the items and values inside of it. */
export function holderOf(set: KindSchema, node: SchemaNode): SchemaNode {
  let holder = node
  for (let depth = 0; depth < mostReferences; depth++) {
    if (Object.keys(fieldsOf(holder.schema.properties)).length > 0) return holder
    const inside = insideOf(set, holder)
    if (inside === null) return holder
    holder = inside
  }
  return holder
}

/** The item of a list, or the value of a map. */
function insideOf(set: KindSchema, node: SchemaNode): SchemaNode | null {
  const { items, additionalProperties } = node.schema
  if (typeof items === 'object' && items !== null) return nodeOf(set, node, '[]', items, false)
  return typeof additionalProperties === 'object' && additionalProperties !== null
    ? nodeOf(set, node, '{}', additionalProperties, false)
    : null
}

/** Fields of a place, by name. */
export function childrenOf(set: KindSchema, node: SchemaNode): readonly SchemaNode[] {
  const holder = holderOf(set, node)
  const required = new Set(listOf(holder.schema.required))
  return Object.entries(fieldsOf(holder.schema.properties))
    .map(([name, schema]) => nodeOf(set, holder, name, schema, required.has(name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The place of a path; what is inside of lists and maps needs no step of its own. Null: there is none. */
export function nodeAt(set: KindSchema, path: readonly string[]): SchemaNode | null {
  let node = rootNode(set)
  for (const step of path) {
    const next = step === '[]' || step === '{}' ? insideOf(set, node) : childNamed(set, node, step)
    if (next === null) return null
    node = next
  }
  return node
}

function childNamed(set: KindSchema, node: SchemaNode, name: string): SchemaNode | null {
  const holder = holderOf(set, node)
  const properties = fieldsOf(holder.schema.properties)
  if (!Object.hasOwn(properties, name)) return null
  return nodeOf(set, holder, name, properties[name], listOf(holder.schema.required).includes(name))
}

function nodeOf(
  set: KindSchema,
  parent: SchemaNode,
  name: string,
  schema: unknown,
  isRequired: boolean,
): SchemaNode {
  const outer = fieldsOf(schema)
  let target = outer
  let reference = ''
  for (let step = 0; step < mostReferences; step++) {
    const next = referenceOf(target)
    if (next === '' || !Object.hasOwn(set.schemas, next)) break
    reference = next
    target = fieldsOf(set.schemas[next])
  }
  return {
    path: [...parent.path, name],
    ...{ name, schema: target, outer, reference, isRequired },
    above: parent.reference === '' ? parent.above : [...parent.above, parent.reference],
  }
}

/** `$ref`, or the `allOf` of one reference that carries a default beside it. */
function referenceOf(schema: Fields): string {
  const own = textOf(schema.$ref)
  const only = listOf(schema.allOf)
  const text = own !== '' || only.length !== 1 ? own : textOf(fieldsOf(only[0]).$ref)
  return text.startsWith(prefix) ? text.slice(prefix.length) : ''
}

/** Whether a place holds itself, so that its fields go on for ever. */
export function isRecursive(set: KindSchema, node: SchemaNode): boolean {
  const { reference, above } = holderOf(set, node)
  return reference !== '' && above.includes(reference)
}

/** A place in words. */
export function describeNode(set: KindSchema, node: SchemaNode): SchemaField {
  const say = (name: string): unknown => node.outer[name] ?? node.schema[name]
  const holder = holderOf(set, node)
  return {
    path: node.path,
    name: node.name,
    type: typeOf(set, node),
    documentation: textOf(node.outer.description) || textOf(node.schema.description),
    isRequired: node.isRequired,
    isNullable: say('nullable') === true,
    listType:
      textOf(say('x-kubernetes-list-type')) ||
      (say('x-kubernetes-patch-strategy') === 'merge' ? 'merge' : ''),
    listKeys: keysOf(say),
    defaultValue: say('default') === undefined ? '' : JSON.stringify(say('default')),
    choices: listOf(say('enum')).map(choice =>
      typeof choice === 'string' ? choice : JSON.stringify(choice),
    ),
    constraints: constraintsOf({ ...node.schema, ...node.outer }),
    rules: listOf(say('x-kubernetes-validations')).map(rule => ({
      rule: textOf(fieldsOf(rule).rule),
      message: textOf(fieldsOf(rule).message) || textOf(fieldsOf(rule).messageExpression),
    })),
    hasFields: Object.keys(fieldsOf(holder.schema.properties)).length > 0,
    isRecursive: isRecursive(set, node),
  }
}

function keysOf(say: (name: string) => unknown): readonly string[] {
  const keys = listOf(say('x-kubernetes-list-map-keys')).map(String)
  const merge = textOf(say('x-kubernetes-patch-merge-key'))
  return keys.length > 0 || merge === '' ? keys : [merge]
}

/** A type in words: `list of Container`, `map of string`, `integer (int32)`. */
export function typeOf(set: KindSchema, node: SchemaNode, depth = 0): string {
  const { schema } = node
  if (depth > 8) return 'object'
  if (schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string')
    return 'integer or string'
  const inside = insideOf(set, node)
  if (schema.type === 'array')
    return `list of ${inside === null ? 'anything' : typeOf(set, inside, depth + 1)}`
  const hasFields = Object.keys(fieldsOf(schema.properties)).length > 0
  if (!hasFields && inside !== null) return `map of ${typeOf(set, inside, depth + 1)}`
  const named = node.reference.split('.').at(-1) ?? ''
  if (schema.type === 'string' || schema.type === undefined) {
    if (named !== '' && !hasFields && named !== 'JSON') return named
    if (schema.type === undefined) return hasFields ? 'object' : 'anything'
  }
  if (hasFields && named !== '') return named
  const format = textOf(schema.format)
  return format === '' ? textOf(schema.type) : `${textOf(schema.type)} (${format})`
}

const limits: readonly (readonly [string, (value: string) => string])[] = [
  ['minimum', value => `at least ${value}`],
  ['maximum', value => `at most ${value}`],
  ['multipleOf', value => `a multiple of ${value}`],
  ['minLength', value => `at least ${value} characters`],
  ['maxLength', value => `at most ${value} characters`],
  ['minItems', value => `at least ${value} items`],
  ['maxItems', value => `at most ${value} items`],
  ['minProperties', value => `at least ${value} entries`],
  ['maxProperties', value => `at most ${value} entries`],
  ['pattern', value => `matches ${value}`],
]

function constraintsOf(schema: Fields): readonly string[] {
  const found = limits.flatMap(([name, say]) => {
    const value = schema[name]
    return typeof value === 'number' || typeof value === 'string' ? [say(String(value))] : []
  })
  return [
    ...found,
    ...(schema.uniqueItems === true && schema.type === 'array' ? ['no item twice'] : []),
    ...(schema['x-kubernetes-preserve-unknown-fields'] === true ? ['further fields are kept'] : []),
    ...(schema['x-kubernetes-embedded-resource'] === true
      ? ['a whole object, with apiVersion and kind']
      : []),
  ]
}
