import type { TraceStep } from '../../../shared/admission/index.ts'
import type { Discovery } from '../../../shared/ipc/index.ts'
import type { ObjectRef } from '../../../shared/kube/index.ts'

/** Groups whose kinds stand behind steps; other steps carry the name of a plugin. */
const groups = ['admissionregistration.k8s.io', 'rbac.authorization.k8s.io']

/** The object behind a step: a policy, a configuration, a role. Null for a plugin. */
export function stepTarget(
  { kind, name }: Pick<TraceStep, 'kind' | 'name'>,
  discovery: Discovery | null,
): ObjectRef | null {
  if (name === '') return null
  const same = discovery?.resources.filter(info => groups.includes(info.group) && info.kind === kind) ?? []
  const info = same.find(one => one.preferred) ?? same[0]
  if (info === undefined) return null
  const slash = name.indexOf('/')
  if (info.namespaced && slash < 0) return null
  const { group, version, resource } = info
  return {
    resource: { group, version, resource },
    namespace: info.namespaced ? name.slice(0, slash) : '',
    name: info.namespaced ? name.slice(slash + 1) : name,
  }
}
