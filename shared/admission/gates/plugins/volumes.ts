import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { Gate } from '../gate.ts'
import { changed, fieldOf, objectOf, textAt, withField } from '../json.ts'
import { findObject } from '../lookups.ts'
import { deniedBy, dependsOnContent, isRequestOn, mutated, notKnown, passed, unconcerned } from '../plugin.ts'
import { amountsAt, compareAmounts } from '../quantities.ts'

const finalizers: readonly (readonly [string, string, string])[] = [
  ['', 'persistentvolumes', 'kubernetes.io/pv-protection'],
  ['', 'persistentvolumeclaims', 'kubernetes.io/pvc-protection'],
  ['storage.k8s.io', 'volumeattributesclasses', 'kubernetes.io/vac-protection'],
]

/** Storage in use is not deleted. Source: kubernetes, plugin/pkg/admission/storage/storageobjectinuseprotection. */
export const storageObjectInUse: Gate = {
  plugin: 'StorageObjectInUseProtection',
  run: (request, object) => {
    const plugin = 'StorageObjectInUseProtection'
    if (request.operation !== 'CREATE' || object === null) return unconcerned(object)
    const finalizer = finalizers.find(([group, resource]) => isRequestOn(request, group, resource))?.[2]
    if (finalizer === undefined) return unconcerned(object)
    const list = fieldOf(objectOf(fieldOf(object, 'metadata')), 'finalizers')
    const present = Array.isArray(list) ? list : []
    if (present.includes(finalizer)) return unconcerned(object)
    const kept = changed(object, 'metadata', metadata =>
      withField(metadata, 'finalizers', [...present, finalizer]),
    )
    return mutated(plugin, kept, `It adds the finalizer ${finalizer}.`)
  },
}

const classKind = { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass' }

/**
 * Only a bound claim grows, and only if its class allows it. Source: kubernetes,
 * plugin/pkg/admission/storage/persistentvolume/resize.
 */
export const volumeClaimResize: Gate = {
  plugin: 'PersistentVolumeClaimResize',
  run: (request, object, world) => {
    const plugin = 'PersistentVolumeClaimResize'
    const { operation, oldObject } = request
    if (operation !== 'UPDATE' || !isRequestOn(request, '', 'persistentvolumeclaims'))
      return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, 'It depends on the size that the claim asks for')
    if (object === null || oldObject === null || !grows(object, oldObject)) return unconcerned(object)
    if (textAt(objectOf(fieldOf(oldObject, 'status')), 'phase') !== 'Bound')
      return deniedBy(plugin, request, object, 'Only bound persistent volume claims can be expanded', {
        field: 'status.phase',
      })
    const why =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
    const name = classOf(object)
    if (name === '' || name !== classOf(oldObject)) return deniedBy(plugin, request, object, why)
    const found = findObject(world, classKind, '', name)
    if (found.state === 'unknown') return notKnown(plugin, object, found, { name })
    const isAllowed = found.state === 'found' && found.object.allowVolumeExpansion === true
    if (!isAllowed) return deniedBy(plugin, request, object, why, { name, field: 'allowVolumeExpansion' })
    return passed(plugin, object, `Storage class ${name} allows volumes to grow.`, { name })
  },
}

function grows(object: JsonObject, old: JsonObject): boolean {
  const size = (claim: JsonObject) =>
    amountsAt(objectOf(fieldOf(objectOf(fieldOf(claim, 'spec')), 'resources')), 'requests').get('storage')
  const wanted = size(object)
  const before = size(old)
  if (wanted === undefined) return false
  return before === undefined ? wanted.unscaled > 0n : compareAmounts(wanted, before) > 0
}

/** Name of a claim's storage class: the old annotation, else the field. */
export function classOf(claim: JsonObject): string {
  const annotations = objectOf(fieldOf(objectOf(fieldOf(claim, 'metadata')), 'annotations'))
  const annotated = fieldOf(annotations, 'volume.beta.kubernetes.io/storage-class')
  if (typeof annotated === 'string') return annotated
  return textAt(objectOf(fieldOf(claim, 'spec')), 'storageClassName')
}
