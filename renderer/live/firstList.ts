import { type ContextId, ownValue, type Resource } from '../../shared/kube/index.ts'
import { addressOf } from './address.ts'
import { currentSettings } from './stores.ts'

/** The list of a kind as it opens first: with the default namespaces of its context. */
export function firstListOf(
  context: ContextId,
  { namespaced = true, ...kind }: Resource & { readonly namespaced?: boolean },
): string {
  const namespaces = namespaced ? (ownValue(currentSettings()?.defaultNamespaces, context) ?? []) : []
  return addressOf.list(context, kind, { namespaces })
}
