import { mainOwner } from '../../../shared/relations/index.ts'
import { at, listAt, textAt } from '../reading.ts'
import type { Target } from '../targets.ts'

/** Why a pod is not evicted. */
export type StayReason = 'daemonSet' | 'mirror' | 'unmanaged' | 'emptyDir' | 'ending'

export interface SortingWish {
  readonly deletesEmptyDir: boolean
  readonly deletesUnmanaged: boolean
}

/**
 * Why a pod stays when its node is drained; null where it goes. Source: kubectl, pkg/drain/filters.go, whose order
 * this is: who is stopped by the first is not asked the next.
 */
export function whyStays({ object }: Target, wish: SortingWish): StayReason | null {
  if (object.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return 'mirror'
  if (object.metadata.deletionTimestamp !== undefined) return 'ending'
  const owner = mainOwner(object)
  const isManaged = owner?.isController === true
  const isFinished = ['Succeeded', 'Failed'].includes(textAt(object, 'status', 'phase'))
  if (isManaged && owner.kind.kind === 'DaemonSet' && owner.kind.group === 'apps' && !isFinished)
    return 'daemonSet'
  if (isFinished) return null
  if (!isManaged && !wish.deletesUnmanaged) return 'unmanaged'
  const hasEmptyDir = listAt(object, 'spec', 'volumes').some(volume => at(volume, 'emptyDir') !== undefined)
  return hasEmptyDir && !wish.deletesEmptyDir ? 'emptyDir' : null
}
