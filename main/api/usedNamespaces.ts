import { mostUsedNamespaces } from '../../shared/ipc/index.ts'
import { type ContextId, ownValue } from '../../shared/kube/index.ts'
import type { ApiRequest } from '../session/index.ts'
import type { SettingsStore } from '../settings/index.ts'

/** A namespace of the path of a list, a watch or an object: `/api/v1/namespaces/shop/pods`. */
const ofNamespace = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/namespaces\/([^/]+)\/./

/** The namespace that a read was about; null when it was about none. */
export function namespaceOf({ method, path }: Pick<ApiRequest, 'method' | 'path'>): string | null {
  const segment = method === 'GET' ? ofNamespace.exec(path)?.[1] : undefined
  if (segment === undefined) return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/**
 * Remembers the namespaces of a context of which something could be read: where the namespaces may
 * not be listed they are what can be offered. The settings are written for a new one only.
 */
export function noteNamespaces(settings: SettingsStore, context: ContextId): (request: ApiRequest) => void {
  const known = new Set(ownValue(settings.value.get().usedNamespaces, context))
  return request => {
    const namespace = namespaceOf(request)
    if (namespace === null || known.has(namespace)) return
    known.add(namespace)
    const { usedNamespaces } = settings.value.get()
    const before = (ownValue(usedNamespaces, context) ?? []).filter(other => other !== namespace)
    const used = [namespace, ...before].slice(0, mostUsedNamespaces)
    settings.change({ usedNamespaces: { ...usedNamespaces, [context]: used } })
  }
}
