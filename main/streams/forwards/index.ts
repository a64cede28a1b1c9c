/**
 * Ports of pods, Services and workloads on this machine: each forward listens on loopback, takes every
 * connection to a ready pod over a connection of its own, and goes on with another pod when that one
 * ends. Forwards outlive the page that started them, end with their context, and are remembered in the
 * settings; a remembered one contacts nobody before it is started.
 */
import type { Duplex } from 'node:stream'
import { observeState } from '../../../shared/flow/index.ts'
import type { HandlersOf } from '../../../shared/ipc/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import { openPort, type PortPlace } from '../channels/index.ts'
import { choicesOf, readPods } from './choices.ts'
import { refuseForwards } from './refuse.ts'
import { ForwardRegistry, type ForwardsOptions } from './registry.ts'
import { readTarget } from './target.ts'

export interface Forwards {
  readonly handlers: HandlersOf<'forwards'>
  /** One TCP connection to a port of a pod, refused where forwards are. @throws AppError */
  openPort(session: ClusterSession, place: PortPlace, signal: AbortSignal): Promise<Duplex>
  /** Whether an open forward listens on a port of this machine. */
  isForwarded(port: number): boolean
  close(): void
}

export function createForwards(options: ForwardsOptions): Forwards {
  const registry = new ForwardRegistry(options)
  return {
    openPort: async (session, place, signal) => {
      refuseForwards(options.entryOf(session.context), session.context)
      return openPort(session, place, signal)
    },
    isForwarded: port => registry.isForwarded(port),
    close: () => registry.close(),
    handlers: {
      'forwards.list': (_params, notify) => observeState(registry.list, notify),
      'forwards.choices': async ({ context, ref }, signal) => {
        refuseForwards(options.entryOf(context), context)
        const api = options.contexts.get(context)
        const target = await readTarget(api, ref, signal)
        return choicesOf(target, await readPods(api, target, signal))
      },
      'forwards.start': ({ context, ...wanted }, signal) => registry.start(context, wanted, signal),
      'forwards.stop': async ({ id }) => {
        registry.stop(id)
        return null
      },
      'forwards.restart': async ({ id }) => {
        await registry.restart(id)
        return null
      },
      'forwards.forget': async ({ id }) => {
        registry.forget(id)
        return null
      },
    },
  }
}
