import { AppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef, Resource } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'
import { writeNewFile } from '../diagnostics/index.ts'
import type { Watches } from '../watch/index.ts'
import type { Writes } from '../writes/index.ts'
import { previewDeletion } from './deletion/preview.ts'
import { explainStuck } from './deletion/stuck.ts'
import { sendIndependently } from './execute.ts'
import { keysOf, valueOfKey } from './keys.ts'
import { planOperation } from './operation.ts'
import { listRevisions } from './revisions.ts'
import { readTarget, readTargets, type Setup } from './targets.ts'

export interface OperationsSources {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  readonly writes: Pick<Writes, 'plan'>
  /** Told of what no `AppError` explains. */
  readonly onBug: (error: unknown) => void
}

/** The `operations` domain. `close` ends the watches of drains that are under way. */
export function createOperations(sources: OperationsSources): {
  readonly handlers: HandlersOf<'operations'>
  close(): void
} {
  const closing = new AbortController()
  const setupOf = (context: ContextId, resource: Resource, signal: AbortSignal): Setup => {
    const api = sources.contexts.get(context)
    const info = api.find(resource)
    if (info === null) throw notServed(context, resource)
    return { ...sources, api, info, signal, closing: closing.signal }
  }
  const single = async (context: ContextId, ref: ObjectRef, signal: AbortSignal) => {
    const setup = setupOf(context, ref.resource, signal)
    return { setup, target: await readTarget(setup, ref) }
  }
  return {
    handlers: {
      'operations.plan': async ({ context, targets, operation }, signal) => {
        const [first] = targets
        if (first === undefined || targets.some(({ resource }) => !isSame(resource, first.resource)))
          throw mixed(context)
        const setup = setupOf(context, first.resource, signal)
        const { title, requests, ...rest } = await planOperation(setup, targets, operation)
        return sources.writes.plan(context, { title, requests, execute: sendIndependently, ...rest }, signal)
      },
      'operations.revisions': async ({ context, ref }, signal) => {
        const { setup, target } = await single(context, ref, signal)
        return listRevisions(setup, target)
      },
      'operations.stuck': async ({ context, ref }, signal) => {
        const { setup, target } = await single(context, ref, signal)
        return explainStuck(setup, target)
      },
      'operations.deletionPreview': async ({ context, targets, propagation }, signal) => {
        const [first] = targets
        if (first === undefined || targets.some(({ resource }) => !isSame(resource, first.resource)))
          throw mixed(context)
        const setup = setupOf(context, first.resource, signal)
        const { found } = await readTargets(setup, targets)
        return previewDeletion(setup, found, { propagation, grace: -1 })
      },
      'operations.keys': async ({ context, ref }, signal) =>
        keysOf((await single(context, ref, signal)).target),
      'operations.keyValue': async ({ context, ref, key }, signal) =>
        valueOfKey((await single(context, ref, signal)).target, key),
      'operations.saveKey': async ({ context, ref, key, folder }, signal) => {
        const content = valueOfKey((await single(context, ref, signal)).target, key)
        return { path: await writeNewFile({ folder, name: key, content, what: 'The value' }) }
      },
    },
    close: () => closing.abort(),
  }
}

function isSame(a: Resource, b: Resource): boolean {
  return a.group === b.group && a.version === b.version && a.resource === b.resource
}

function mixed(context: ContextId): AppError {
  const message = 'An operation is planned for objects of one kind. Choose objects of one kind.'
  return new AppError({ kind: 'invalid', reason: 'MixedKinds', context, message })
}

function notServed(context: ContextId, { group, version, resource }: Resource): AppError {
  const kind = group === '' ? resource : `${resource}.${group}`
  return new AppError({
    kind: 'gone',
    context,
    resource: kind,
    message: `The server does not offer ${kind} in version ${version}.`,
  })
}
