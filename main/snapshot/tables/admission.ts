import type { KubeObject } from '../../../shared/kube/index.ts'
import { ageCell } from './duration.ts'
import { at, list, mapping, text } from './fields.ts'
import { createdAt, type Printer } from './print.ts'

const age = (object: KubeObject, now: number): string => ageCell(object.metadata.creationTimestamp, now)

const printWebhooks: Printer = (object, now) => [list(at(object, 'webhooks')).length, age(object, now)]

const printPolicy =
  (steps: 'validations' | 'mutations'): Printer =>
  (object, now) => {
    const kind = at(object, 'spec', 'paramKind')
    return [
      list(at(object, 'spec', steps)).length,
      kind === undefined ? '<unset>' : `${text(at(kind, 'apiVersion'))}/${text(at(kind, 'kind'))}`,
      age(object, now),
    ]
  }

/** A selector comes in Go's notation: the real server prints it so. */
function parameterCell(reference: unknown): string {
  if (reference === undefined) return '<unset>'
  const name = text(at(reference, 'name'))
  return name === ''
    ? goSelector(at(reference, 'selector'))
    : `${text(at(reference, 'namespace'), '*')}/${name}`
}

function goSelector(selector: unknown): string {
  const labels = Object.entries(mapping(at(selector, 'matchLabels')))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${text(value)},`)
  const requirements = list(at(selector, 'matchExpressions')).map(requirement => {
    const values = list(at(requirement, 'values')).map(value => text(value))
    const key = text(at(requirement, 'key'))
    return `LabelSelectorRequirement{Key:${key},Operator:${text(at(requirement, 'operator'))},Values:[${values.join(' ')}],},`
  })
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${requirements.join('')}},}`
}

const printBinding: Printer = (object, now) => [
  text(at(object, 'spec', 'policyName')),
  parameterCell(at(object, 'spec', 'paramRef')),
  age(object, now),
]

/** Users, groups and service accounts of a role binding, a cell each. */
function subjectCells(object: KubeObject): readonly [string, string, string] {
  const of = (kind: string): readonly string[] =>
    list(at(object, 'subjects'))
      .filter(subject => at(subject, 'kind') === kind)
      .map(subject => {
        const name = text(at(subject, 'name'))
        return kind === 'ServiceAccount' ? `${text(at(subject, 'namespace'))}/${name}` : name
      })
  return [of('User').join(', '), of('Group').join(', '), of('ServiceAccount').join(', ')]
}

const printRoleBinding: Printer = (object, now) => [
  `${text(at(object, 'roleRef', 'kind'))}/${text(at(object, 'roleRef', 'name'))}`,
  age(object, now),
  ...subjectCells(object),
]

const printCreation: Printer = object => [createdAt(object)]

export const admissionPrinters: Readonly<Record<string, Printer>> = {
  'admissionregistration.k8s.io/validatingwebhookconfigurations': printWebhooks,
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': printWebhooks,
  'admissionregistration.k8s.io/validatingadmissionpolicies': printPolicy('validations'),
  'admissionregistration.k8s.io/mutatingadmissionpolicies': printPolicy('mutations'),
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': printBinding,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': printBinding,
  'rbac.authorization.k8s.io/roles': printCreation,
  'rbac.authorization.k8s.io/clusterroles': printCreation,
  'rbac.authorization.k8s.io/rolebindings': printRoleBinding,
  'rbac.authorization.k8s.io/clusterrolebindings': printRoleBinding,
  'apiextensions.k8s.io/customresourcedefinitions': printCreation,
}
