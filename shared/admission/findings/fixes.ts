import type { KubeObject } from '../../kube/index.ts'
import { fieldsOf, listOf, stringOf, stringsOf } from '../fields.ts'
import { pointer, setting } from './change.ts'
import type { FixOperation } from './types.ts'

/** The label that every namespace carries with its own name. */
const nameLabel = 'kubernetes.io/metadata.name'

/** Leaves namespaces out of the namespaceSelector at `path`, beside what it asks for already. */
export function excludingNamespaces(
  content: unknown,
  path: readonly (string | number)[],
  namespaces: readonly string[],
): readonly FixOperation[] {
  const selector = fieldsOf(valueAt(content, path))
  const expressions = listOf(selector.matchExpressions)
  const at = expressions.findIndex(each => {
    const { key, operator } = fieldsOf(each)
    return key === nameLabel && operator === 'NotIn'
  })
  if (at >= 0) {
    const values = stringsOf(fieldsOf(expressions[at]).values)
    const all = [...new Set([...values, ...namespaces])]
    return [{ op: 'replace', path: pointer(...path, 'matchExpressions', at, 'values'), value: all }]
  }
  const excluded = { key: nameLabel, operator: 'NotIn', values: [...namespaces] }
  const value = { ...selector, matchExpressions: [...expressions, excluded] }
  return [setting(content, path, value)]
}

export function valueAt(content: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : fieldsOf(value)[String(step)]),
    content,
  )
}

/** Takes operations out of the rules at `path` that name them beside others. */
export function withoutOperation(
  content: unknown,
  path: readonly (string | number)[],
  operation: string,
): readonly FixOperation[] {
  return listOf(valueAt(content, path)).flatMap((rule, index) => {
    const operations = stringsOf(fieldsOf(rule).operations)
    if (!operations.includes(operation) || operations.length < 2) return []
    const value = operations.filter(each => each !== operation)
    return [{ op: 'replace', path: pointer(...path, index, 'operations'), value } as const]
  })
}

/** A binding that puts a policy in force without refusing anything yet. */
export function firstBinding(policy: KubeObject): KubeObject {
  const isMutating = policy.kind === 'MutatingAdmissionPolicy'
  const name = stringOf(fieldsOf(policy.metadata).name)
  return {
    apiVersion: stringOf(policy.apiVersion),
    kind: `${policy.kind}Binding`,
    metadata: { name: `${name}-binding` },
    spec: { policyName: name, ...(isMutating ? {} : { validationActions: ['Warn', 'Audit'] }) },
  } as unknown as KubeObject
}
