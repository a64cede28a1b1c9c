import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../../kube/index.ts'
import { fieldsOf, own, stringOf } from '../../fields.ts'
import { identityOf } from '../../meta.ts'
import type { World } from '../../trace/types.ts'
import type { Gate, GateResult } from '../gate.ts'
import { changed, fieldOf, isSet, objectOf, withField } from '../json.ts'
import { compareNames, type LookedFor, listObjects, missingOf } from '../lookups.ts'
import { dependsOnContent, isRequestOn, mutated, notKnown, passed, unconcerned } from '../plugin.ts'

interface Defaulted {
  readonly plugin: string
  readonly classes: LookedFor
  /** Annotations of the class that make it the default. */
  readonly marks: readonly string[]
  /** Field of `spec` that names the class. */
  readonly field: string
  /** An old annotation that names it, too. */
  readonly annotation: string
  readonly words: string
}

/** Source: kubernetes, plugin/pkg/admission/storage/storageclass/setdefault. */
export const defaultStorageClass: Gate = gateOf('', 'persistentvolumeclaims', {
  plugin: 'DefaultStorageClass',
  classes: { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass' },
  marks: ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'],
  field: 'storageClassName',
  annotation: 'volume.beta.kubernetes.io/storage-class',
  words: 'storage class',
})

/** Source: kubernetes, plugin/pkg/admission/network/defaultingressclass. */
export const defaultIngressClass: Gate = gateOf('networking.k8s.io', 'ingresses', {
  plugin: 'DefaultIngressClass',
  classes: { group: 'networking.k8s.io', version: 'v1', kind: 'IngressClass' },
  marks: ['ingressclass.kubernetes.io/is-default-class'],
  field: 'ingressClassName',
  annotation: 'kubernetes.io/ingress.class',
  words: 'ingress class',
})

function gateOf(group: string, resource: string, how: Defaulted): Gate {
  return {
    plugin: how.plugin,
    run: (request, object, world) => {
      if (request.operation !== 'CREATE' || !isRequestOn(request, group, resource) || object === null)
        return unconcerned(object)
      if (!request.isObjectKnown)
        return dependsOnContent(how.plugin, object, `It depends on the ${how.words} that the object names`)
      return setDefault(object, world, how)
    },
  }
}

function setDefault(object: JsonObject, world: World, how: Defaulted): GateResult {
  const annotations = objectOf(fieldOf(objectOf(fieldOf(object, 'metadata')), 'annotations'))
  const names = isSet(objectOf(fieldOf(object, 'spec')), how.field)
  if (names || fieldOf(annotations, how.annotation) !== undefined) return unconcerned(object)
  const found = listObjects(world, how.classes, '')
  const missing = missingOf(found)
  if (found.state === 'unknown' || missing !== null)
    return notKnown(how.plugin, object, missing ?? { state: 'unknown', why: '' })
  const name = newestDefault(found.items, how.marks)
  if (name === null) return passed(how.plugin, object, `No ${how.words} is the default.`)
  const field = `metadata.annotations["${how.marks[0]}"]`
  const filled = changed(object, 'spec', spec => withField(spec, how.field, name))
  return mutated(how.plugin, filled, `The default ${how.words} is ${name}.`, { name, field })
}

/** Of several defaults the newest, then the first by name. */
function newestDefault(classes: readonly KubeObject[], marks: readonly string[]): string | null {
  const defaults = classes.filter(each => {
    const annotations = fieldsOf(fieldsOf(each.metadata).annotations)
    return marks.some(mark => own(annotations, mark) === 'true')
  })
  const made = (each: KubeObject): number =>
    Date.parse(stringOf(fieldsOf(each.metadata).creationTimestamp)) || 0
  const [first] = defaults.toSorted(
    (one, other) => made(other) - made(one) || compareNames(identityOf(one).name, identityOf(other).name),
  )
  return first === undefined ? null : identityOf(first).name
}
