import { createHash } from 'node:crypto'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { type FieldValues, fieldsOf } from './fields.ts'

/** Makes an object of what a file holds: fields of a wrong shape go, those that a server sets are given. */
export function shaped(
  value: FieldValues,
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string,
): KubeObject {
  const { apiVersion: _version, kind: _kind, metadata: written, ...rest } = value
  const metadata: Record<string, unknown> = { ...fieldsOf(written), name }
  if (namespace === '') delete metadata.namespace
  else metadata.namespace = namespace
  for (const field of textFields) if (typeof metadata[field] !== 'string') delete metadata[field]
  for (const field of listFields) if (!Array.isArray(metadata[field])) delete metadata[field]
  for (const field of ['labels', 'annotations']) keepTexts(metadata, field)
  if (typeof metadata.generation !== 'number') delete metadata.generation
  metadata.uid ??= uidOf(`${apiVersion}/${kind}/${namespace}/${name}`)
  if (!/^\d{1,15}$/.test(String(metadata.resourceVersion))) metadata.resourceVersion = '1'
  return { ...rest, apiVersion, kind, metadata: metadata as unknown as KubeObject['metadata'] }
}

const textFields = [
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'generateName',
  'selfLink',
]
const listFields = ['ownerReferences', 'finalizers', 'managedFields']

function keepTexts(metadata: Record<string, unknown>, field: string): void {
  const value = metadata[field]
  if (value === undefined) return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    delete metadata[field]
    return
  }
  const entries = Object.entries(value)
  if (entries.every(([, text]) => typeof text === 'string')) return
  metadata[field] = Object.fromEntries(
    entries.map(([key, text]) => [key, typeof text === 'object' ? JSON.stringify(text) : String(text)]),
  )
}

/** The same object has the same one in every reading. */
function uidOf(identity: string): string {
  const hex = createHash('sha256').update(identity).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
