import { byBytes, isObject, own, sameJson } from '../values/index.ts'
import {
  asPrefix,
  byteLength,
  labelFaults,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
  subdomainFaults,
} from './names.ts'
import { metadataOf } from './objectMeta.ts'
import { type FieldProblem, forbidden, invalid, required, tooLong } from './problem.ts'
import type { Fields } from './structural.ts'

export interface MetadataRules {
  readonly isNamespaced: boolean
  /** DNS subdomains, or whatever may stand in a path. */
  readonly names: 'subdomain' | 'pathSegment'
}

const text = (fields: Fields, name: string): string => {
  const value = own(fields, name)
  return typeof value === 'string' ? value : ''
}

/** Metadata of an object that is created (apimachinery’s `api/validation/objectmeta.go`). */
export function metadataProblems(
  object: unknown,
  { isNamespaced, names }: MetadataRules,
): readonly FieldProblem[] {
  return [...newProblems(metadataOf(object), isNamespaced, names, 'metadata')]
}

function* newProblems(
  metadata: Fields,
  isNamespaced: boolean,
  names: MetadataRules['names'],
  path: string,
): Generator<FieldProblem> {
  const faults = names === 'subdomain' ? subdomainFaults : pathSegmentFaults
  const [name, generateName, namespace] = ['name', 'generateName', 'namespace'].map(one =>
    text(metadata, one),
  )
  if (generateName !== undefined && generateName !== '')
    for (const fault of faults(names === 'subdomain' ? asPrefix(generateName) : generateName))
      yield invalid(`${path}.generateName`, generateName, fault)
  // A name is generated before it is looked at.
  if (name === undefined || name === '') {
    if (generateName === '') yield required(`${path}.name`, 'name or generateName is required')
  } else for (const fault of faults(name)) yield invalid(`${path}.name`, name, fault)
  if (isNamespaced) {
    if (namespace === undefined || namespace === '') yield required(`${path}.namespace`)
    else for (const fault of labelFaults(namespace)) yield invalid(`${path}.namespace`, namespace, fault)
  } else if (namespace !== undefined && namespace !== '')
    yield forbidden(`${path}.namespace`, 'not allowed on this type')
  const generation = own(metadata, 'generation')
  if (typeof generation === 'number' && generation < 0)
    yield invalid(`${path}.generation`, generation, 'must be greater than or equal to 0')
  yield* commonProblems(metadata, path)
  yield* finalizerProblems(metadata, `${path}.finalizers`)
  yield* managerProblems(metadata, `${path}.managedFields`)
}

/** Metadata of an object that replaces a stored one. Its resource version is taken to be the current one. */
export function metadataUpdateProblems(object: unknown, old: unknown): readonly FieldProblem[] {
  return [...updateProblems(metadataOf(object), metadataOf(old))]
}

const fixedFields = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]

function* updateProblems(metadata: Fields, old: Fields): Generator<FieldProblem> {
  if (text(old, 'deletionTimestamp') !== '') {
    const before = new Set(textsOf(old, 'finalizers'))
    const added = [...new Set(textsOf(metadata, 'finalizers'))].filter(one => !before.has(one)).sort(byBytes)
    if (added.length > 0)
      yield forbidden(
        'metadata.finalizers',
        `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map(one => JSON.stringify(one)).join(', ')}}`,
      )
  }
  for (const name of fixedFields) {
    const [value, before] = [own(metadata, name) ?? null, own(old, name) ?? null]
    if (!sameJson(value, before)) yield invalid(`metadata.${name}`, value ?? '', 'field is immutable')
  }
  yield* commonProblems(metadata, 'metadata')
  yield* managerProblems(metadata, 'metadata.managedFields')
}

function* commonProblems(metadata: Fields, path: string): Generator<FieldProblem> {
  for (const [key, value] of textEntries(metadata, 'labels')) {
    for (const fault of qualifiedNameFaults(key)) yield invalid(`${path}.labels`, key, fault)
    for (const fault of labelValueFaults(value)) yield invalid(`${path}.labels`, value, fault)
  }
  const annotations = textEntries(metadata, 'annotations')
  for (const [key] of annotations)
    for (const fault of qualifiedNameFaults(key.toLowerCase()))
      yield invalid(`${path}.annotations`, key, fault)
  const size = annotations.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0)
  if (size > annotationsLimit) yield tooLong(`${path}.annotations`, annotationsLimit)
  yield* ownerProblems(metadata, `${path}.ownerReferences`)
}

const annotationsLimit = 256 * 1024

function* ownerProblems(metadata: Fields, path: string): Generator<FieldProblem> {
  const listed = own(metadata, 'ownerReferences')
  let controller = ''
  for (const owner of Array.isArray(listed) ? listed : []) {
    if (!isObject(owner)) continue
    const [apiVersion, kind, name, uid] = ['apiVersion', 'kind', 'name', 'uid'].map(one => text(owner, one))
    const hasVersion = apiVersion !== '' && /^[^/]*(\/[^/]*)?$/.test(apiVersion ?? '')
    if (!hasVersion) yield invalid(`${path}.apiVersion`, apiVersion, 'version must not be empty')
    if (kind === '') yield invalid(`${path}.kind`, kind, 'must not be empty')
    if (name === '') yield invalid(`${path}.name`, name, 'must not be empty')
    if (uid === '') yield invalid(`${path}.uid`, uid, 'must not be empty')
    if (apiVersion === 'v1' && kind === 'Event')
      yield invalid(path, owner, '/v1, Kind=Event is disallowed from being an owner')
    if (own(owner, 'controller') !== true) continue
    const current = `${kind}/${name}`
    if (controller === '') controller = current
    else
      yield invalid(
        path,
        listed,
        `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${current}`,
      )
  }
}

function* finalizerProblems(metadata: Fields, path: string): Generator<FieldProblem> {
  const finalizers = textsOf(metadata, 'finalizers')
  for (const finalizer of finalizers)
    for (const fault of qualifiedNameFaults(finalizer)) yield invalid(path, finalizer, fault)
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion'))
    yield invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')
}

function* managerProblems(metadata: Fields, path: string): Generator<FieldProblem> {
  const listed = own(metadata, 'managedFields')
  for (const [index, entry] of (Array.isArray(listed) ? listed : []).entries()) {
    if (!isObject(entry)) continue
    const [operation, fieldsType] = [text(entry, 'operation'), text(entry, 'fieldsType')]
    if (operation !== 'Apply' && operation !== 'Update')
      yield invalid(`${path}[${index}].operation`, operation, 'must be `Apply` or `Update`')
    if (fieldsType !== '' && fieldsType !== 'FieldsV1')
      yield invalid(`${path}[${index}].fieldsType`, fieldsType, 'must be `FieldsV1`')
  }
}

/** Warnings about finalizers that are new. */
export function finalizerWarnings(object: unknown, old: unknown): readonly string[] {
  const before = new Set(textsOf(metadataOf(old), 'finalizers'))
  const added = [...new Set(textsOf(metadataOf(object), 'finalizers'))].filter(one => !before.has(one))
  return added.sort(byBytes).flatMap(finalizer => {
    const at = `metadata.finalizers: ${JSON.stringify(finalizer)}: `
    const warnings = qualifiedNameFaults(finalizer).map(fault => at + fault)
    if (finalizer.includes('/') || standardFinalizers.has(finalizer)) return warnings
    const path = finalizer.includes('.') ? ' including a path (/)' : ''
    return [
      ...warnings,
      `${at}prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
    ]
  })
}

const standardFinalizers: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])

function textsOf(fields: Fields, name: string): readonly string[] {
  const value = own(fields, name)
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
}

function textEntries(fields: Fields, name: string): readonly (readonly [string, string])[] {
  const value = own(fields, name)
  if (!isObject(value)) return []
  return Object.entries(value)
    .map(([key, entry]) => [key, typeof entry === 'string' ? entry : ''] as const)
    .sort(([one], [other]) => byBytes(one, other))
}

/** Kinds whose objects are called as any path may, or by rules of their own. */
const otherNames: ReadonlySet<string> = new Set([
  ...[
    'Role',
    'RoleBinding',
    'ClusterRole',
    'ClusterRoleBinding',
    'IPAddress',
    'ClusterTrustBundle',
    'Service',
  ],
  ...['TokenReview', 'SubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectAccessReview'],
  ...['SelfSubjectRulesReview', 'SelfSubjectReview', 'TokenRequest', 'Scale', 'Eviction', 'Binding'],
])

/** Metadata of a built-in object; whether its kind is namespaced is not looked at. */
export function builtInMetadataProblems(object: unknown, old: unknown): readonly FieldProblem[] {
  if (isObject(old))
    return [...metadataUpdateProblems(withStored(object, old), old), ...unqualifiedFinalizers(object)]
  const kind = isObject(object) ? own(object, 'kind') : ''
  if (typeof kind !== 'string' || kind.endsWith('Review')) return []
  const namespace = text(metadataOf(object), 'namespace')
  const found = [
    ...metadataProblems(object, { isNamespaced: namespace !== '', names: 'subdomain' }),
    ...unqualifiedFinalizers(object),
  ]
  const isName = ({ field }: FieldProblem): boolean =>
    field === 'metadata.name' || field === 'metadata.generateName'
  return otherNames.has(kind) ? found.filter(problem => !isName(problem)) : found
}

/** Groups of the server’s libraries, which take any name. */
const libraryGroups: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
])

/** Source: kubernetes, pkg/apis/core/validation, `ValidateFinalizerName`. */
function unqualifiedFinalizers(object: unknown): readonly FieldProblem[] {
  const apiVersion = isObject(object) ? text(object, 'apiVersion') : ''
  if (libraryGroups.has(apiVersion.split('/')[0] ?? '')) return []
  return textsOf(metadataOf(object), 'finalizers').flatMap((finalizer, at) =>
    finalizer.includes('/') || standardFinalizers.has(finalizer)
      ? []
      : [
          invalid(
            `metadata.finalizers[${at}]`,
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  )
}

/** What a client may leave out, as the server fills it in. */
function withStored(object: unknown, old: unknown): unknown {
  const [metadata, before] = [metadataOf(object), metadataOf(old)]
  const stored = Object.fromEntries(
    ['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'].flatMap(name => {
      const value = own(before, name)
      return value === undefined ? [] : [[name, name === 'uid' ? (own(metadata, name) ?? value) : value]]
    }),
  )
  return { metadata: { ...metadata, ...stored } }
}
