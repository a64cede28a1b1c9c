import type { Terminal, Transfer } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import type { DockItem } from '../../live/index.ts'
import type { IconName, Meaning } from '../../ui/index.ts'

/** How a tab of the dock is called and marked. */
export interface DockTitle {
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  /** Null for what is about all contexts. */
  readonly context: ContextId | null
  /** How it ended; absent while it goes on. */
  readonly mark?: { readonly meaning: Meaning; readonly words: string }
}

export function dockTitle(
  item: DockItem,
  terminals: readonly Terminal[] | null,
  running: { readonly forwards: number; readonly transfers: number },
): DockTitle {
  switch (item.kind) {
    case 'logs':
      return { icon: 'lines', title: item.title, detail: 'logs', context: item.context }
    case 'forwards':
      return { icon: 'port', title: 'Port-forwards', detail: countText(running.forwards), context: null }
    case 'transfers':
      return { icon: 'transfer', title: 'Files', detail: countText(running.transfers), context: null }
    case 'runs':
      return { icon: 'transfer', title: 'Writes', detail: '', context: null }
    case 'terminal': {
      const terminal = terminals?.find(({ id }) => id === item.terminal)
      if (terminal === undefined) return { icon: 'terminal', title: 'Terminal', detail: '', context: null }
      const mark = markOf(terminal)
      return {
        icon: 'terminal',
        title: terminal.kind === 'node' ? terminal.node : terminal.pod,
        detail: terminal.kind === 'node' ? 'node' : terminal.container,
        context: terminal.context,
        ...(mark === null ? {} : { mark }),
      }
    }
  }
}

function markOf({ phase, exitCode = 0 }: Terminal): NonNullable<DockTitle['mark']> | null {
  switch (phase) {
    case 'connecting':
    case 'open':
      return null
    case 'ended':
      return exitCode === 0
        ? { meaning: 'good', words: 'ended' }
        : { meaning: 'warning', words: `ended with ${exitCode}` }
    case 'lost':
      return { meaning: 'bad', words: 'connection lost' }
    case 'failed':
      return { meaning: 'bad', words: 'failed' }
  }
}

function countText(count: number): string {
  return count === 0 ? '' : String(count)
}

/** Forwards that listen. */
export function runningForwards(forwards: readonly { readonly phase: string }[] | null): number {
  return (forwards ?? []).filter(
    ({ phase }) => phase === 'open' || phase === 'waiting' || phase === 'starting',
  ).length
}

export function runningTransfers(transfers: readonly Transfer[] | null): number {
  return (transfers ?? []).filter(({ phase }) => phase === 'running').length
}

/** Terminals whose process may be running. */
export function runningTerminals(terminals: readonly Terminal[] | null): number {
  return (terminals ?? []).filter(({ phase }) => phase === 'open' || phase === 'connecting').length
}
