import { itemsOf } from '../known.ts'
import { identityOf } from '../meta.ts'
import type { FindingSources } from './scene.ts'

/** Groups of the API server itself that have a dot. Source: kubernetes 1.36, pkg/apis and staging. */
const ownGroups: ReadonlySet<string> = new Set(
  [
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'authentication',
    'authorization',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'imagepolicy',
    'internal.apiserver',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'storage',
    'storagemigration',
  ].map(name => `${name}.k8s.io`),
)

/** Tells kinds of the API server itself from custom ones, also where definitions may not be read. */
export function builtInKinds({ definitions }: FindingSources): (group: string, resource: string) => boolean {
  const custom = new Set(itemsOf(definitions).map(each => identityOf(each).name))
  return (group, resource) =>
    (!group.includes('.') || ownGroups.has(group)) && !custom.has(`${resource}.${group}`)
}
