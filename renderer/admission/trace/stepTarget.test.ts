import { expect, it } from 'vitest'
import type { Discovery } from '../../../shared/ipc/index.ts'
import { stepTarget } from './stepTarget.ts'

const discovery = {
  resources: [
    [
      'admissionregistration.k8s.io',
      'v1beta1',
      'mutatingadmissionpolicies',
      'MutatingAdmissionPolicy',
      false,
      false,
    ],
    [
      'admissionregistration.k8s.io',
      'v1',
      'mutatingadmissionpolicies',
      'MutatingAdmissionPolicy',
      false,
      true,
    ],
    ['rbac.authorization.k8s.io', 'v1', 'roles', 'Role', true, true],
    ['policies.example', 'v1', 'resourcequotas', 'ResourceQuota', false, true],
  ].map(([group, version, resource, kind, namespaced, preferred]) => ({
    group,
    version,
    resource,
    kind,
    namespaced,
    preferred,
  })),
} as unknown as Discovery

it.each([
  ['MutatingAdmissionPolicy', 'labels', 'v1/mutatingadmissionpolicies//labels'],
  ['Role', 'shop/deployer', 'v1/roles/shop/deployer'],
  ['Role', 'deployer', null],
  ['ResourceQuota', 'compute', null],
  ['NamespaceLifecycle', '', null],
])('behind a step of %s “%s” stands %s', (kind, name, expected) => {
  const target = stepTarget({ kind, name }, discovery)
  const text =
    target === null
      ? null
      : `${target.resource.version}/${target.resource.resource}/${target.namespace}/${target.name}`
  expect(text).toBe(expected)
})
