import type { GroupVersionResource } from '../cel/kubernetes/index.ts'
import type { KubeObject } from '../kube/index.ts'
import { itemsOf } from './known.ts'
import { identityOf } from './meta.ts'
import type { World } from './trace/types.ts'

export interface DefinitionFound {
  /** Of the CustomResourceDefinition. */
  readonly name: string
  readonly definition: KubeObject | undefined
  /** There is none, for sure: the resource is served by an API server of its own. */
  readonly isAbsent: boolean
  /** Why it is not known whether there is one; empty where it is. */
  readonly why: string
}

/** The definition of a custom resource. */
export function customDefinition(
  resource: Pick<GroupVersionResource, 'group' | 'resource'>,
  world: World,
): DefinitionFound {
  const name = `${resource.resource}.${resource.group}`
  const known = world.objects({
    group: 'apiextensions.k8s.io',
    version: 'v1',
    kind: 'CustomResourceDefinition',
    namespace: '',
    name,
  })
  const definition = itemsOf(known).find(item => identityOf(item).name === name)
  if (definition !== undefined) return { name, definition, isAbsent: false, why: '' }
  const isAbsent = known.state === 'known' && known.partial === undefined
  const what = known.state === 'loading' ? 'is being read' : 'cannot be read'
  const why = isAbsent ? '' : `CustomResourceDefinition ${name} ${what}`
  return { name, definition, isAbsent, why }
}
