import type { KubeObject } from '../../shared/kube/index.ts'
import type { CorpusObject } from './corpus.ts'
import { fieldsOf, listOf, textOf } from './json.ts'

/** Bytes of a definition beyond which a server is not asked to serve its kind: that takes seconds. */
const largest = 300_000

/** Definitions of the corpus that a server can serve. */
export function definitionsOf(corpus: readonly CorpusObject[]): readonly KubeObject[] {
  const found = corpus
    .map(({ object }) => object)
    .filter(({ kind, apiVersion }) => `${apiVersion} ${kind}` === wanted)
    // A type of its own project’s tests with every field of a definition, which contradict each other.
    .filter(({ spec }) => listOf(fieldsOf(spec).versions).every(isVersion))
    .filter(object => JSON.stringify(object).length < largest)
    .map(withoutWebhook)
  return [...new Map(found.map(object => [object.metadata.name, object])).values()]
}

const wanted = 'apiextensions.k8s.io/v1 CustomResourceDefinition'

const isVersion = (version: unknown): boolean => /^v\d/.test(textOf(fieldsOf(version).name))

/** Nobody would answer its conversions; one version is all that is asked for. */
function withoutWebhook(object: KubeObject): KubeObject {
  const { conversion: _, ...spec } = fieldsOf(object.spec)
  const { status: __, ...rest } = object
  return { ...rest, spec }
}

/** Objects of defined kinds, from bare ones to ones that are wrong throughout. */
export function customObjects(definitions: readonly KubeObject[]): readonly CorpusObject[] {
  return definitions.flatMap(definition => {
    const { group, names, versions } = fieldsOf(definition.spec)
    const kind = textOf(fieldsOf(names).kind)
    return listOf(versions).flatMap(version => {
      const { name, served, storage, schema } = fieldsOf(version)
      if (served !== true) return []
      const apiVersion = `${textOf(group)}/${textOf(name)}`
      return contents(fieldsOf(schema).openAPIV3Schema, storage === true).map((content, at) => ({
        id: `${apiVersion} ${kind}#${at}`,
        object: { apiVersion, kind, metadata: { name: 'made' }, ...content } as KubeObject,
      }))
    })
  })
}

/** @param isStored false for a version from which the storage drops what its own does not have */
const contents = (schema: unknown, isStored: boolean): readonly object[] => {
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...filled } = fieldsOf(sampleOf(schema, 0))
  return [
    {},
    { spec: {}, unknown: { a: 1 } },
    { spec: 'text' },
    ...(isStored ? [filled] : []),
    fieldsOf(bent(filled)),
  ]
}

/** Some value that a schema allows as far as types and enumerations go. */
function sampleOf(schema: unknown, depth: number): unknown {
  const { type, properties, items, enum: listed, default: filled, additionalProperties } = fieldsOf(schema)
  if (filled !== undefined) return filled
  if (Array.isArray(listed)) return listed[0]
  if (fieldsOf(schema)['x-kubernetes-int-or-string'] === true) return 1
  switch (type) {
    case 'object': {
      if (depth > 4) return {}
      const inner = Object.entries(fieldsOf(properties)).map(([name, property]) => [
        name,
        sampleOf(property, depth + 1),
      ])
      if (additionalProperties !== undefined) inner.push(['key', sampleOf(additionalProperties, depth + 1)])
      return Object.fromEntries(inner.filter(([, value]) => value !== undefined))
    }
    case 'array':
      return depth > 4 ? [] : [sampleOf(items, depth + 1)]
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return undefined
  }
}

/** The same with values of other types at every third place. */
function bent(value: unknown, at = { place: 0 }): unknown {
  at.place++
  if (Array.isArray(value)) return value.map(item => bent(item, at))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bent(inner, at)]))
  if (at.place % 3 !== 0) return value
  return typeof value === 'string' ? 7 : 'bent'
}
