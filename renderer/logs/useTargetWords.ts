import type { LogTarget } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { useDiscovery } from '../live/index.ts'

/** What is followed, in words: `Deployment web`, `pods with app=web in shop`. */
export function useTargetWords(context: ContextId, target: LogTarget): string {
  const discovery = useDiscovery(context)
  if (target.type === 'selector') {
    const where = target.namespace === '' ? 'all namespaces' : target.namespace
    return target.labelSelector === ''
      ? `all pods in ${where}`
      : `pods with ${target.labelSelector} in ${where}`
  }
  const { resource, name } = target.ref
  const kind = discovery?.resources.find(
    one => one.group === resource.group && one.resource === resource.resource,
  )?.kind
  return `${kind ?? resource.resource} ${name}`
}
