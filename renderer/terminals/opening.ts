import type { DebugPlan, TerminalTarget } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { openInDock } from '../live/index.ts'

interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** As the last screen was; before there was any, as terminals have always been. */
let size: TerminalSize = { columns: 80, rows: 24 }

export function rememberSize(last: TerminalSize): void {
  size = last
}

/** Terminals that were opened by this page: it has seen all of their output when it was new. */
const opened = new Set<string>()

export function openedHere(id: string): boolean {
  return opened.has(id)
}

/** Opens a terminal and shows it in the dock. Rejects when main refuses. */
export async function openTerminal(
  context: ContextId,
  target: TerminalTarget,
  isTty: boolean,
): Promise<void> {
  show(await engine.call('terminals.open', { context, target, isTty, ...size }))
}

/** Writes what was planned and shows the terminal in it. Rejects when it is refused. */
export async function openPlanned(plan: DebugPlan): Promise<void> {
  show(await engine.call('terminals.openDebug', { plan: plan.id, ...size }))
}

function show({ id }: { readonly id: string }): void {
  opened.add(id)
  openInDock({ kind: 'terminal', terminal: id })
}
