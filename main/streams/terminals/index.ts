/**
 * Terminals: shells, attached processes, debug containers and pods. Each lives in main under an id,
 * with the last of its output, whatever the page does; what debugging writes is planned by a dry run
 * and written once the user agreed.
 */
import { AppError, assertNever } from '../../../shared/errors/index.ts'
import { type Clock, observeState } from '../../../shared/flow/index.ts'
import type { HandlersOf, TerminalTarget } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../../api/index.ts'
import { protectedContext } from '../../session/index.ts'
import { attachOrigin } from './attachOrigin.ts'
import { createDebugging } from './debug/index.ts'
import type { Origin } from './origin.ts'
import { Registry } from './registry.ts'
import { shellOrigin } from './shellOrigin.ts'

export interface TerminalsOptions {
  readonly contexts: OpenContexts
  readonly clock: Clock
  readonly onBug: (error: unknown) => void
}

export interface Terminals {
  readonly handlers: HandlersOf<'terminals'>
  close(): void
}

export function createTerminals({ contexts, clock, onBug }: TerminalsOptions): Terminals {
  const registry = new Registry({ clock, onBug })
  /** Of a context in which something may run. @throws AppError */
  const writable = (context: ContextId, purpose: string): ApiClient => {
    const api = contexts.get(context)
    if (api.session.isProtected) throw new AppError({ ...protectedContext(purpose).body, context })
    return api
  }
  const debugging = createDebugging({ writable, registry, clock })
  return {
    handlers: {
      'terminals.list': (_params, notify) => observeState(registry.list, notify),
      'terminals.open': async ({ context, target, isTty, ...size }) => {
        writable(context, 'open a terminal in a container')
        const origin = originOf(() => contexts.get(context), context, target, isTty)
        return { id: registry.open(origin, size).terminal.id }
      },
      ...debugging.handlers,
      'terminals.output': ({ id, from }, notify) => registry.get(id).output.read(from, notify),
      'terminals.input': async ({ id, bytes }) => {
        await registry.get(id).write(bytes)
        return null
      },
      'terminals.endInput': async ({ id }) => {
        await registry.get(id).endInput()
        return null
      },
      'terminals.resize': async ({ id, ...size }) => {
        registry.get(id).resize(size)
        return null
      },
      'terminals.reopen': async ({ id, ...size }) => {
        const terminal = registry.get(id)
        writable(terminal.terminal.context, 'open a terminal in a container')
        terminal.reopen(size)
        return null
      },
      'terminals.close': async ({ id }) => {
        registry.close(id)
        return null
      },
    },
    close: () => registry.closeAll(),
  }
}

function originOf(
  apiOf: () => ApiClient,
  context: ContextId,
  target: TerminalTarget,
  isTty: boolean,
): Origin {
  switch (target.kind) {
    case 'shell':
      return shellOrigin(apiOf, context, target, isTty)
    case 'attach':
      return attachOrigin(apiOf, context, target)
    default:
      return assertNever(target)
  }
}
