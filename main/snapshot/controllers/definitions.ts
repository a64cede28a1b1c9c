import type { KubeObject } from '../../../shared/kube/index.ts'
import { definitionFinalizer } from '../lifecycle/index.ts'
import { at, list, mapping, text } from '../tables/index.ts'
import { type Cluster, isGoing, places } from './cluster.ts'
import { withoutFinalizer } from './garbage.ts'

/** Says of a definition that its kind is served, as it is from its creation on; deletes its objects with it. */
export function tendDefinition(cluster: Cluster, definition: KubeObject): void {
  if (isGoing(definition)) removeObjects(cluster, definition)
  else cluster.setStatus(places.definitions, definition, establishedStatus(definition, cluster.stamp))
}

function establishedStatus(definition: KubeObject, now: string): object {
  const { spec, status } = definition
  const known = list(at(status, 'conditions'))
  const condition = (type: string, reason: string, message: string): object =>
    (known.find(each => at(each, 'type') === type && at(each, 'status') === 'True') as
      | object
      | undefined) ?? {
      ...{ type, status: 'True', lastTransitionTime: now, reason, message },
    }
  const storage = list(at(spec, 'versions')).find(each => at(each, 'storage') === true)
  const stored = list(at(status, 'storedVersions')).map(each => text(each))
  return {
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    acceptedNames: mapping(at(spec, 'names')),
    storedVersions: [...new Set([...stored, text(at(storage, 'name'))])].filter(each => each !== ''),
  }
}

function removeObjects(cluster: Cluster, definition: KubeObject): void {
  const finalizers = definition.metadata.finalizers ?? []
  if (!finalizers.includes(definitionFinalizer)) return
  const resource = {
    group: text(at(definition, 'spec', 'group')),
    resource: text(at(definition, 'spec', 'names', 'plural')),
  }
  const objects = () => cluster.store.collection(resource).list()
  for (const object of objects()) if (!isGoing(object)) cluster.delete(resource, object)
  const current = cluster.again(places.definitions, definition)
  if (current === null) return
  if (objects().length === 0)
    cluster.update(places.definitions, withoutFinalizer(current, definitionFinalizer))
}
