import { isObject, type Json, own } from '../values/index.ts'
import { decodeProblems } from './decode.ts'
import type { FieldProblem } from './problem.ts'
import type { Fields } from './structural.ts'

const prefix = 'io.k8s.apimachinery.pkg.apis.meta.v1'
const text = { type: 'string' }
const yes = { type: 'boolean' }
const time = { $ref: `#/components/schemas/${prefix}.Time` }
const texts = { type: 'object', additionalProperties: text }
const uid = { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.types.UID' }
const whole = { type: 'integer', format: 'int64' }
const list = (name: string) => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${prefix}.${name}` },
})

/** Metadata of every object (apimachinery’s `meta/v1/types.go`), which no definition describes. */
const schemas: Fields = {
  'io.k8s.apimachinery.pkg.types.UID': text,
  [`${prefix}.ManagedFieldsOperationType`]: text,
  [`${prefix}.Time`]: { type: 'string', format: 'date-time' },
  [`${prefix}.FieldsV1`]: { type: 'object' },
  [`${prefix}.OwnerReference`]: {
    type: 'object',
    properties: {
      apiVersion: text,
      kind: text,
      name: text,
      uid,
      controller: yes,
      blockOwnerDeletion: yes,
    },
  },
  [`${prefix}.ManagedFieldsEntry`]: {
    type: 'object',
    properties: {
      manager: text,
      operation: { $ref: `#/components/schemas/${prefix}.ManagedFieldsOperationType` },
      apiVersion: text,
      time,
      fieldsType: text,
      fieldsV1: { $ref: `#/components/schemas/${prefix}.FieldsV1` },
      subresource: text,
    },
  },
  [`${prefix}.ObjectMeta`]: {
    type: 'object',
    properties: {
      name: text,
      generateName: text,
      namespace: text,
      selfLink: text,
      uid,
      resourceVersion: text,
      generation: whole,
      creationTimestamp: time,
      deletionTimestamp: time,
      deletionGracePeriodSeconds: whole,
      labels: texts,
      annotations: texts,
      ownerReferences: list('OwnerReference'),
      finalizers: { type: 'array', items: text },
      managedFields: list('ManagedFieldsEntry'),
    },
  },
}

/** What a decoder finds in metadata; paths begin with `metadata`. */
export function decodeMetadata(metadata: unknown): readonly FieldProblem[] {
  // A decoder that is given the metadata alone does not name the field that holds it.
  const found = decodeProblems(schemas, `${prefix}.ObjectMeta`, metadata)
  return found.map(problem =>
    problem.stage === 'strict'
      ? {
          ...problem,
          field: `metadata.${problem.field}`,
          message: `unknown field "metadata.${problem.field}"`,
        }
      : problem,
  )
}

/** Without the fields that no decoder takes. */
export function wellFormed(metadata: Json): Json {
  if (!isObject(metadata)) return metadata
  const isTaken = ([name, value]: [string, Json]): boolean =>
    decodeMetadata({ [name]: value }).every(({ stage }) => stage !== 'decode')
  return Object.fromEntries((Object.entries(metadata) as [string, Json][]).filter(isTaken))
}

const known: ReadonlySet<string> = new Set(
  Object.keys((schemas[`${prefix}.ObjectMeta`] as { readonly properties: object }).properties),
)

/** As it is written again: fields that it does not have are gone, and empty ones that are left out. */
export function readMetadata(metadata: Json): Json {
  if (!isObject(metadata)) return metadata
  const read: Record<string, Json> = Object.create(null)
  for (const [name, value] of Object.entries(metadata) as [string, Json][])
    if (known.has(name) && !isEmpty(value)) read[name] = value
  return read
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '' || value === 0) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Fields of an object’s metadata, of which nothing is trusted. */
export function metadataOf(object: unknown): Fields {
  const metadata = isObject(object) ? own(object, 'metadata') : undefined
  return isObject(metadata) ? metadata : {}
}
