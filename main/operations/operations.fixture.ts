import type { KubeObject } from '../../shared/kube/index.ts'
import type { Target } from './targets.ts'

/** An object as a target of an operation, by its kind, name and whatever else matters. */
export function targetFixture(
  kind: string,
  fields: Readonly<Record<string, unknown>> = {},
  metadata: Partial<KubeObject['metadata']> & { readonly deletionTimestamp?: string } = {},
): Target {
  const own = { name: 'one', namespace: 'n', uid: 'u', ...metadata }
  return {
    kind,
    ref: {
      resource: { group: '', version: 'v1', resource: `${kind.toLowerCase()}s` },
      namespace: own.namespace,
      name: own.name,
    },
    object: { apiVersion: 'v1', kind, metadata: own, ...fields },
  }
}
