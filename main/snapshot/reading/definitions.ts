import type { KubeObject } from '../../../shared/kube/index.ts'
import { fieldsOf, isFields, textOf } from './fields.ts'

/** A kind as a CustomResourceDefinition of the dump has it. */
export interface DefinedKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  readonly servedVersions: ReadonlySet<string>
}

/** Names of kinds and versions, as the API server takes them: they are segments of addresses. */
const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/
const subdomain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

/** Null for a definition that lacks what a kind needs, or names it as the API server never would. */
export function definedKind(definition: KubeObject): DefinedKind | null {
  const spec = fieldsOf(definition.spec)
  const names = fieldsOf(spec.names)
  const [group, kind, plural] = [textOf(spec.group), textOf(names.kind), textOf(names.plural)]
  if (!subdomain.test(group) || kind === '' || !label.test(plural)) return null
  const versions = Array.isArray(spec.versions) ? spec.versions.filter(isFields) : []
  const served = versions
    .filter(version => version.served === true)
    .map(version => textOf(version.name))
    .filter(name => label.test(name))
  return { group, kind, plural, namespaced: spec.scope !== 'Cluster', servedVersions: new Set(served) }
}
