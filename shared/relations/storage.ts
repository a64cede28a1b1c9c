import type { KubeObject } from '../kube/index.ts'
import { type KindName, kinds, type Lookup, matching, named } from './lookup.ts'
import { textAt } from './read.ts'

const storageClass: KindName = { group: 'storage.k8s.io', kind: 'StorageClass' }

/** The volume a claim is bound to and its class. */
export function claimReferences(claim: KubeObject): readonly Lookup[] {
  const volume = textAt(claim, 'spec', 'volumeName')
  return [
    ...named('bound to', kinds.volume, '', volume),
    // A bound volume carries the class itself; naming it twice would say nothing.
    ...(volume === ''
      ? named('is of class', storageClass, '', textAt(claim, 'spec', 'storageClassName'))
      : []),
  ]
}

export function volumeReferences(volume: KubeObject): readonly Lookup[] {
  return named('is of class', storageClass, '', textAt(volume, 'spec', 'storageClassName'))
}

/** The claim a volume is bound to. */
export function volumeUsers(volume: KubeObject): readonly Lookup[] {
  return named(
    'claimed by',
    kinds.volumeClaim,
    textAt(volume, 'spec', 'claimRef', 'namespace'),
    textAt(volume, 'spec', 'claimRef', 'name'),
  )
}

/** Volumes of a class. */
export function classUsers(object: KubeObject): readonly Lookup[] {
  return [
    matching(
      'used by',
      kinds.volume,
      '',
      volume => textAt(volume, 'spec', 'storageClassName') === object.metadata.name,
    ),
  ]
}
