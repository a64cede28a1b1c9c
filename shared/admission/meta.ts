import type { KubeObject } from '../kube/index.ts'
import { fieldsOf, listOf, numberOf, stringOf } from './fields.ts'

/** What of an object's metadata admission needs, read without trust. */
export interface ObjectIdentity {
  readonly name: string
  readonly namespace: string
  readonly uid: string
  readonly generation: number | null
  readonly labels: Readonly<Record<string, string>>
}

export function identityOf(object: KubeObject): ObjectIdentity {
  const metadata = fieldsOf(object.metadata)
  const labels: Record<string, string> = Object.create(null)
  for (const [key, value] of Object.entries(fieldsOf(metadata.labels))) {
    if (typeof value === 'string') labels[key] = value
  }
  return {
    name: stringOf(metadata.name),
    namespace: stringOf(metadata.namespace),
    uid: stringOf(metadata.uid),
    generation: numberOf(metadata.generation),
    labels,
  }
}

/** Who wrote an object, from its managedFields. */
export interface Writer {
  readonly manager: string
  readonly operation: string
  /** Milliseconds since the epoch of the last write; 0 when not told. */
  readonly at: number
}

/** Managers, the latest first; each once. Writers of subresources such as status are left out. */
export function writersOf(object: KubeObject): readonly Writer[] {
  const latest = new Map<string, Writer>()
  for (const entry of listOf(fieldsOf(object.metadata).managedFields)) {
    const fields = fieldsOf(entry)
    const manager = stringOf(fields.manager)
    if (manager === '' || stringOf(fields.subresource) !== '') continue
    const at = Date.parse(stringOf(fields.time)) || 0
    const earlier = latest.get(manager)
    if (earlier === undefined || earlier.at < at) {
      latest.set(manager, { manager, operation: stringOf(fields.operation), at })
    }
  }
  return [...latest.values()].sort((a, b) => b.at - a.at)
}
