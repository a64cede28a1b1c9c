import { createHash } from 'node:crypto'
import type { KubeObject, ObjectMeta, OwnerReference } from '../../../shared/kube/index.ts'
import { kinds, type SampleKindName } from './kinds.ts'

export const minutes = 60_000
export const hours = 60 * minutes
export const days = 24 * hours

/** A time as the API writes it. @param at milliseconds since the epoch */
export function stamp(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** A UID that is the same in every run. */
export function uidOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('|')).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

/** Letters that Kubernetes uses in generated names. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** The generated end of a name, the same for the same parts. */
export function suffixOf(length: number, ...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('|')).digest()
  return [...hash.subarray(0, length)].map(byte => alphabet[byte % alphabet.length]).join('')
}

export interface Described {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly owner?: KubeObject
  readonly generation?: number
  readonly [field: string]: unknown
}

/**
 * An object of the sample. `content` holds its fields besides metadata, and `labels`,
 * `annotations`, `owner` (the controlling object) and `generation` for the metadata.
 * @param created milliseconds since the epoch
 */
export function make(
  kind: SampleKindName,
  namespace: string,
  name: string,
  created: number,
  { labels, annotations, owner, generation, ...content }: Described = {},
): KubeObject {
  const metadata: ObjectMeta = {
    name,
    ...(namespace === '' ? {} : { namespace }),
    uid: uidOf(kind, namespace, name),
    ...(generation === undefined ? {} : { generation }),
    creationTimestamp: stamp(created),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(owner === undefined ? {} : { ownerReferences: [ownerReference(owner)] }),
  }
  return { apiVersion: kinds[kind].apiVersion, kind, metadata, ...content }
}

export function ownerReference(owner: KubeObject): OwnerReference {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid ?? '',
    controller: true,
    ...(owner.kind === 'Node' ? {} : { blockOwnerDeletion: true }),
  }
}

/** The object with some annotations more. */
export function annotate(object: KubeObject, annotations: Readonly<Record<string, string>>): KubeObject {
  const { metadata } = object
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } }
}

/** Ages of the last two times that are `offset` into a period (UTC), the last one first. */
export function lastRuns(now: number, period: number, offset: number): readonly number[] {
  const age = (now - offset) % period
  return [age, age + period]
}
