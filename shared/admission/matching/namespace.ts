import type { KubeObject } from '../../kube/index.ts'
import { fieldsOf } from '../fields.ts'
import { gapOf, itemsOf } from '../known.ts'
import type { TraceStatus, World } from '../trace/types.ts'

export type NamespaceFound =
  | { readonly type: 'found'; readonly namespace: KubeObject }
  | { readonly type: 'missing'; readonly status: TraceStatus }
  /** Being read, or not readable. */
  | { readonly type: 'unknown'; readonly reason: string }

/** The Namespace of a name, with the server's answer where there is none. */
export function namespaceOf(name: string, world: World): NamespaceFound {
  const known = world.objects({ group: '', version: 'v1', kind: 'Namespace', namespace: '', name })
  const namespace = itemsOf(known).find(item => fieldsOf(item.metadata).name === name)
  if (namespace !== undefined) return { type: 'found', namespace }
  if (known.state === 'loading') return { type: 'unknown', reason: `namespace ${name} is being read` }
  if (gapOf(known) !== null || known.state === 'notServed')
    return { type: 'unknown', reason: `namespace ${name} cannot be read` }
  const message = `namespaces "${name}" not found`
  return { type: 'missing', status: { code: 404, reason: 'NotFound', message } }
}
