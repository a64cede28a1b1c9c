import { AppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import { type ContextId, isMapping, type ObjectRef } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'
import type { ObjectFeed } from './feed.ts'
import { isSecret } from './secrets.ts'
import { FeedStore } from './store.ts'

export interface ObjectsSources {
  readonly contexts: OpenContexts
  readonly clock: Clock
  /** In [0, 1), for the jitter of retries. */
  readonly random?: () => number
  /** Told of what no `AppError` explains. */
  readonly onBug: (error: unknown) => void
}

/** The `objects` domain. `close` forgets all that is remembered. */
export function createObjects(sources: ObjectsSources): {
  readonly handlers: HandlersOf<'objects'>
  /** Follows an object in clear, for those who stay in main; what the page shows of it is shared. */
  follow(
    context: ContextId,
    ref: ObjectRef,
    listener: () => void,
  ): { state(): ReturnType<ObjectFeed['followed']>; close(): void }
  close(): void
} {
  const store = new FeedStore({ random: Math.random, ...sources })
  return {
    handlers: objectHandlers(store, sources),
    follow: (context, ref, listener) => {
      const { feed, close } = store.open(context, ref, listener)
      return { state: () => feed.followed(), close }
    },
    close: () => store.close(),
  }
}

function objectHandlers(store: FeedStore, sources: ObjectsSources): HandlersOf<'objects'> {
  return {
    'objects.watch': ({ context, ref }, notify) => {
      let isChanged = true
      const { feed, close } = store.open(context, ref, () => {
        isChanged = true
        notify()
      })
      queueMicrotask(notify)
      return {
        take: () => {
          if (!isChanged) return undefined
          isChanged = false
          return feed.state()
        },
        update: () => undefined,
        close,
      }
    },
    'objects.revision': async ({ context, ref, id }) => {
      const object = store.find(context, ref)?.revision(id) ?? null
      if (object !== null) return object
      throw new AppError({
        kind: 'gone',
        message:
          'This revision is not remembered any more. Revisions seen are kept for ten minutes after the object was closed.',
        context,
        resource: `revision of ${ref.resource.resource} ${ref.name}`,
      })
    },
    'objects.reveal': async ({ context, ref, key }, signal) => {
      if (!isSecret(ref)) throw unknownKey(context, ref, key)
      const secret = await sources.contexts.get(context).get(ref, signal)
      const value = isMapping(secret.data) && Object.hasOwn(secret.data, key) ? secret.data[key] : undefined
      if (typeof value !== 'string') throw unknownKey(context, ref, key)
      return value
    },
  }
}

function unknownKey(context: string, ref: ObjectRef, key: string): AppError {
  return new AppError({
    kind: 'gone',
    message: `There is no key "${key}" in ${ref.resource.resource} "${ref.name}".`,
    context,
    resource: `get ${ref.resource.resource} ${ref.name}`,
  })
}
