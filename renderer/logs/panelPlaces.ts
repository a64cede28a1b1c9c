import { create } from 'zustand'
import type { LogTarget } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import {
  type LogLooks,
  type LogPlace,
  logTargetKey,
  plainLogFilter,
  plainLogLooks,
  plainLogOptions,
  useStable,
} from '../live/index.ts'

interface PanelPlaces {
  readonly byTarget: ReadonlyMap<string, LogPlace>
  /** How lines were drawn last: others begin with the same. */
  readonly looks: LogLooks
}

const places = create<PanelPlaces>()(() => ({ byTarget: new Map(), looks: plainLogLooks }))

/** What was chosen for the logs of a target in a panel, or what they begin with. */
export function usePanelPlace(context: ContextId, target: LogTarget): LogPlace {
  const key = keyOf(context, target)
  const kept = places(state => state.byTarget.get(key))
  const { time, isWrapped } = places(state => state.looks)
  const first = useStable(key, {
    target,
    options: plainLogOptions,
    filter: plainLogFilter,
    looks: { ...plainLogLooks, time, isWrapped },
  })
  return kept ?? first
}

export function keepPanelPlace(context: ContextId, place: LogPlace): void {
  places.setState(({ byTarget }) => ({
    byTarget: new Map(byTarget).set(keyOf(context, place.target), place),
    looks: place.looks,
  }))
}

function keyOf(context: ContextId, target: LogTarget): string {
  return `${context} ${logTargetKey(target)}`
}
