import { type Clock, observeState } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import { FollowedNamespaces } from './namespaces.ts'
import type { OpenContexts } from './types.ts'

/** Answers the protocol's `resources.*` for the open contexts. */
export function resourceHandlers(contexts: OpenContexts, clock: Clock): HandlersOf<'resources'> {
  return {
    'resources.discovery': ({ context }, notify) => observeState(contexts.get(context).discovery, notify),
    'resources.refresh': async ({ context }) => {
      await contexts.get(context).refreshDiscovery()
      return null
    },
    'resources.schema': ({ context, group, version, kind }) =>
      contexts.get(context).schema(group, version, kind),
    'resources.namespaces': ({ context }, notify) => {
      const followed = new FollowedNamespaces(contexts.get(context), clock)
      const state = observeState(followed.value, notify)
      return {
        ...state,
        close: () => {
          state.close()
          followed.close()
        },
      }
    },
  }
}
