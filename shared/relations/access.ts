import type { KubeObject } from '../kube/index.ts'
import { type KindName, kinds, type Lookup, matching, named, namespaceOf } from './lookup.ts'
import { listAt, textAt } from './read.ts'

const group = 'rbac.authorization.k8s.io'
const roleBinding: KindName = { group, kind: 'RoleBinding' }
const clusterRoleBinding: KindName = { group, kind: 'ClusterRoleBinding' }

/** The role a binding grants and the accounts it grants it to. */
export function bindingReferences(binding: KubeObject): readonly Lookup[] {
  const kind = textAt(binding, 'roleRef', 'kind')
  const namespace = kind === 'Role' ? namespaceOf(binding) : ''
  return [
    ...named('grants', { group, kind }, namespace, kind === '' ? '' : textAt(binding, 'roleRef', 'name')),
    ...listAt(binding, 'subjects')
      .filter(subject => textAt(subject, 'kind') === 'ServiceAccount')
      .flatMap(subject =>
        named(
          'to',
          kinds.serviceAccount,
          textAt(subject, 'namespace') || namespaceOf(binding),
          textAt(subject, 'name'),
        ),
      ),
  ]
}

/** Bindings that name a ServiceAccount; those to its groups are not counted here. */
export function accountReferences(account: KubeObject): readonly Lookup[] {
  const grantsHere = (binding: KubeObject): boolean =>
    listAt(binding, 'subjects').some(
      subject =>
        textAt(subject, 'kind') === 'ServiceAccount' &&
        textAt(subject, 'name') === account.metadata.name &&
        (textAt(subject, 'namespace') || namespaceOf(binding)) === namespaceOf(account),
    )
  return [
    matching('bound by', roleBinding, '', grantsHere),
    matching('bound by', clusterRoleBinding, '', grantsHere),
  ]
}

/** Bindings that grant a role. */
export function roleUsers(role: KubeObject): readonly Lookup[] {
  const grants = (binding: KubeObject): boolean =>
    textAt(binding, 'roleRef', 'kind') === role.kind &&
    textAt(binding, 'roleRef', 'name') === role.metadata.name
  const inNamespaces = matching('granted by', roleBinding, namespaceOf(role), grants)
  return role.kind === 'Role'
    ? [inNamespaces]
    : [inNamespaces, matching('granted by', clusterRoleBinding, '', grants)]
}
