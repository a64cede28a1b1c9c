import { setImmediate } from 'node:timers/promises'
import {
  changesOf,
  compareObjects,
  type Shape,
  shapeOfSchema,
  unknownShape,
} from '../../shared/diff/index.ts'
import { AppError, isAppError } from '../../shared/errors/index.ts'
import type { HandlersOf, KindComparison, KindDifference } from '../../shared/ipc/index.ts'
import { type ContextId, formatPath, type KubeObject } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'

type Asked = Parameters<HandlersOf<'compare'>['compare.kind']>[0]

const pageSize = 500
/** Objects of one side; more would take memory that other views need. */
const mostObjects = 20_000
const mostRows = 5000
/** Differences that a row names. */
const mostFields = 5
/** Milliseconds of work before others get their turn. */
const slice = 10

/** Reads all objects of a kind in two contexts and tells how they differ. */
export class KindRun {
  readonly #contexts: OpenContexts
  readonly #asked: Asked
  readonly #notify: () => void
  readonly #ended = new AbortController()
  #state: KindComparison = {
    phase: 'reading',
    read: { before: 0, after: 0 },
    counts: { same: 0, different: 0, onlyBefore: 0, onlyAfter: 0 },
    rows: [],
  }
  #isChanged = true

  constructor(contexts: OpenContexts, asked: Asked, notify: () => void) {
    this.#contexts = contexts
    this.#asked = asked
    this.#notify = notify
  }

  /** Rejects with what is no expected failure; those stand in the state. */
  async start(): Promise<void> {
    try {
      const [before, after, shape] = await Promise.all([
        this.#read('before', this.#asked.before),
        this.#read('after', this.#asked.after),
        this.#shape(),
      ])
      await this.#compare(before, after, shape)
    } catch (error) {
      if (this.#ended.signal.aborted) return
      this.#ended.abort()
      const body = isAppError(error)
        ? error.body
        : { kind: 'serverFault' as const, message: 'The comparison failed.' }
      this.#set({ phase: 'failed', error: body })
      if (!isAppError(error)) throw error
    }
  }

  take(): KindComparison | undefined {
    if (!this.#isChanged) return undefined
    this.#isChanged = false
    return this.#state
  }

  close(): void {
    this.#ended.abort()
  }

  #set(change: Partial<KindComparison>): void {
    this.#state = { ...this.#state, ...change }
    this.#isChanged = true
    this.#notify()
  }

  async #read(side: 'before' | 'after', context: ContextId): Promise<ReadonlyMap<string, KubeObject>> {
    const api = this.#contexts.get(context)
    const objects = new Map<string, KubeObject>()
    const { namespaces } = this.#asked
    for (const namespace of namespaces.length === 0 ? [''] : namespaces)
      await this.#readAll(api, namespace, objects, side)
    return objects
  }

  async #readAll(
    api: ApiClient,
    namespace: string,
    objects: Map<string, KubeObject>,
    side: 'before' | 'after',
  ): Promise<void> {
    let next = ''
    do {
      const page = await api.list(this.#asked.resource, {
        namespace,
        limit: pageSize,
        continue: next,
        signal: this.#ended.signal,
      })
      for (const object of page.items) objects.set(keyOf(object), object)
      if (objects.size > mostObjects) throw tooMany()
      this.#set({ read: { ...this.#state.read, [side]: objects.size } })
      next = page.continue
    } while (next !== '')
  }

  /** Without a schema lists pair by the names of their items. */
  async #shape(): Promise<Shape> {
    const api = this.#contexts.get(this.#asked.after)
    const info = api.find(this.#asked.resource)
    if (info === null) return unknownShape
    return api.schema(info.group, info.version, info.kind).then(shapeOfSchema, () => unknownShape)
  }

  async #compare(
    before: ReadonlyMap<string, KubeObject>,
    after: ReadonlyMap<string, KubeObject>,
    shape: Shape,
  ): Promise<void> {
    const rows: KindDifference[] = []
    const counts = { same: 0, different: 0, onlyBefore: 0, onlyAfter: 0 }
    let since = performance.now()
    for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
      const row = this.#row(before.get(key), after.get(key), shape)
      counts[row?.state ?? 'same']++
      if (row !== null && rows.length < mostRows) rows.push(row)
      if (performance.now() - since < slice) continue
      await setImmediate()
      if (this.#ended.signal.aborted) return
      since = performance.now()
    }
    this.#set({ phase: 'done', counts, rows })
  }

  #row(before: KubeObject | undefined, after: KubeObject | undefined, shape: Shape): KindDifference | null {
    const { namespace = '', name } = (after ?? before)?.metadata ?? { name: '' }
    const row = { namespace, name, changes: 0, fields: [] }
    if (before === undefined) return { ...row, state: 'onlyAfter' }
    if (after === undefined) return { ...row, state: 'onlyBefore' }
    const changes = changesOf(compareObjects(before, after, this.#asked.overlooked, shape))
    if (changes.length === 0) return null
    const fields = changes.slice(0, mostFields).map(({ path }) => formatPath(path))
    return { ...row, state: 'different', changes: changes.length, fields }
  }
}

function keyOf({ metadata: { namespace = '', name } }: KubeObject): string {
  return `${namespace}|${name}`
}

function tooMany(): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'TooMany',
    message: `There are more than ${mostObjects.toLocaleString('en')} objects. Choose namespaces to compare fewer.`,
  })
}
