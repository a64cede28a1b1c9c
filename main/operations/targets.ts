import { AppError, type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { KubeObject, ObjectRef, ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { Watches } from '../watch/index.ts'

/** What planning an operation needs. */
export interface Setup {
  readonly api: ApiClient
  /** Kind of the targets. */
  readonly info: ResourceInfo
  readonly clock: Clock
  readonly watches: Pick<Watches, 'objects'>
  /** Ends the planning. */
  readonly signal: AbortSignal
  /** Aborted when the program ends. */
  readonly closing: AbortSignal
}

/** An object that something is to be done to, as it is live. */
export interface Target {
  readonly ref: ObjectRef
  readonly kind: string
  readonly object: KubeObject
}

export interface Targets {
  readonly found: readonly Target[]
  /** Those that cannot be read, with the reason. */
  readonly missing: readonly { readonly ref: ObjectRef; readonly error: AppErrorBody }[]
}

/** Reads under way at once. */
const readsAtOnce = 8

/** @throws AppError */
export async function readTarget({ api, info, signal }: Setup, ref: ObjectRef): Promise<Target> {
  return { ref, kind: info.kind, object: await api.get(ref, signal) }
}

/** @throws AppError for a single object, and where reading was cancelled */
export async function readTargets(setup: Setup, refs: readonly ObjectRef[]): Promise<Targets> {
  if (refs.length === 1 && refs[0] !== undefined)
    return { found: [await readTarget(setup, refs[0])], missing: [] }
  const read = await mapAtOnce(refs, readsAtOnce, async ref => {
    try {
      return await readTarget(setup, ref)
    } catch (error) {
      if (!isAppError(error) || setup.signal.aborted) throw error
      return { ref, error: error.body }
    }
  })
  return {
    found: read.filter(one => 'object' in one),
    missing: read.filter(one => 'error' in one),
  }
}

/** Results in the order of the items, so many of them under way at once. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const waiting = [...items.entries()].reverse()
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}

/** `Deployment shop/web`, `Node a`. */
export function nameOf(kind: string, { namespace, name }: Pick<ObjectRef, 'namespace' | 'name'>): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
}

/** What makes no sense for an object, in words. */
export function refusal(reason: string, message: string): AppError {
  return new AppError({ kind: 'invalid', reason, message })
}
