import { fieldsOf, stringOf } from '../../fields.ts'
import type { Gate } from '../gate.ts'
import { findObject } from '../lookups.ts'
import { deniedBy, endedBy, notKnown, passed, unconcerned } from '../plugin.ts'
import { notFound } from '../statuses.ts'

const plugin = 'NamespaceLifecycle'
const namespaceKind = { group: '', version: 'v1', kind: 'Namespace' }
const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/**
 * Nothing is written into a namespace that is not there, nothing made in one that is going. Source:
 * apiserver, pkg/admission/plugin/namespace/lifecycle.
 */
export const namespaceLifecycle: Gate = {
  plugin,
  run: (request, object, world) => {
    const { operation, namespace, kind, resource } = request
    const isNamespace = kind.group === '' && kind.kind === 'Namespace'
    if (isNamespace && operation === 'DELETE' && immortal.has(request.name))
      return deniedBy(plugin, request, object, 'this namespace may not be deleted', { name: request.name })
    const isReview =
      resource.group === 'authorization.k8s.io' && resource.resource === 'localsubjectaccessreviews'
    const isConcerned = (operation === 'CREATE' || operation === 'UPDATE') && !isReview
    if (!isConcerned || isNamespace || namespace === '') return unconcerned(object)
    const found = findObject(world, namespaceKind, '', namespace)
    if (found.state === 'unknown') return notKnown(plugin, object, found, { name: namespace })
    if (found.state === 'absent') {
      const reason = `Namespace ${namespace} does not exist.`
      return endedBy(plugin, object, notFound({ group: '', resource: 'namespaces' }, namespace), reason, {
        name: namespace,
      })
    }
    const phase = stringOf(fieldsOf(found.object.status).phase)
    if (operation === 'CREATE' && phase === 'Terminating') {
      const why = `unable to create new content in namespace ${namespace} because it is being terminated`
      return deniedBy(plugin, request, object, why, { name: namespace, field: 'status.phase' })
    }
    return passed(plugin, object, `Namespace ${namespace} exists.`, { name: namespace })
  },
}
