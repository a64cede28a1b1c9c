import type { Forward, Terminal, Transfer } from '../../../shared/ipc/index.ts'
import { dockKey } from '../../live/index.ts'

export interface DockStreams {
  readonly terminals: readonly Terminal[] | null
  readonly forwards: readonly Forward[] | null
  readonly transfers: readonly Transfer[] | null
}

/** Keys of the tabs in which something ended or failed between two looks. What was so at the first look is no news. */
export function dockNews(before: DockStreams, now: DockStreams): readonly string[] {
  const terminals = changed(before.terminals, now.terminals, ({ phase }) => isOver(phase)).map(({ id }) =>
    dockKey({ kind: 'terminal', terminal: id }),
  )
  const forwards = changed(before.forwards, now.forwards, ({ phase }) => phase === 'failed')
  const transfers = changed(before.transfers, now.transfers, ({ phase }) => phase !== 'running')
  return [
    ...terminals,
    ...(forwards.length > 0 ? [dockKey({ kind: 'forwards' })] : []),
    ...(transfers.length > 0 ? [dockKey({ kind: 'transfers' })] : []),
  ]
}

function isOver(phase: Terminal['phase']): boolean {
  return phase === 'ended' || phase === 'lost' || phase === 'failed'
}

/** Those that are so now and were not before. */
function changed<One extends { readonly id: string }>(
  before: readonly One[] | null,
  now: readonly One[] | null,
  isSo: (one: One) => boolean,
): readonly One[] {
  if (before === null || now === null) return []
  const were = new Set(before.filter(isSo).map(({ id }) => id))
  return now.filter(one => isSo(one) && !were.has(one.id))
}
