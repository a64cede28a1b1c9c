import { stringify } from 'yaml'
import { AppError, type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { Contract, OpenState, ParamsOf, UpdateOf, YamlCopy } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'

export type YamlParams = ParamsOf<Contract['tables.yaml']>

export interface YamlOptions {
  readonly contexts: OpenContexts
  readonly contextName: (context: ContextId) => string
  /** An object as it may leave main: without the values of a Secret. */
  readonly shareable: (ref: ObjectRef, object: KubeObject) => KubeObject
  /** Called once for a failure that is a mistake of ours. */
  readonly onBug?: (error: unknown) => void
  /** Characters of the whole text at most. */
  readonly mostText?: number
}

/** Requests under way at once: enough to hide the way to the server, too few to be throttled. */
const atOnce = 6
/** A clipboard that holds more is of no use to anyone. */
const mostText = 10_000_000

type Answer =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'failed'; readonly error: AppErrorBody }

/** Fetches objects one by one and puts them together as documents of one YAML text. */
export class YamlCopying implements OpenState<UpdateOf<Contract['tables.yaml']>, YamlCopy> {
  readonly #objects: YamlParams['objects']
  readonly #options: YamlOptions
  readonly #notify: () => void
  readonly #answers: (Answer | undefined)[]
  readonly #abort = new AbortController()
  #next = 0
  #done = 0
  #length = 0
  #isNew = true

  constructor({ objects }: YamlParams, options: YamlOptions, notify: () => void) {
    this.#objects = objects
    this.#options = options
    this.#notify = notify
    this.#answers = objects.map(() => undefined)
    for (let lane = 0; lane < atOnce; lane++) void this.#run()
  }

  take(): YamlCopy | undefined {
    if (!this.#isNew) return undefined
    this.#isNew = false
    const total = this.#objects.length
    return {
      done: this.#done,
      total,
      text: this.#done < total ? null : this.#text(),
      failures: this.#objects.flatMap(({ context, ref }, index) => {
        const answer = this.#answers[index]
        return answer?.type === 'failed' ? [{ context, ref, error: answer.error }] : []
      }),
    }
  }

  update(): void {
    // Nothing of it changes while it runs.
  }

  close(): void {
    this.#abort.abort()
  }

  async #run(): Promise<void> {
    while (this.#next < this.#objects.length && !this.#abort.signal.aborted) {
      const index = this.#next++
      const wanted = this.#objects[index]
      if (wanted === undefined) return
      this.#answers[index] = await this.#answer(wanted)
      if (this.#abort.signal.aborted) return
      this.#done++
      this.#isNew = true
      this.#notify()
    }
  }

  async #answer({ context, ref }: YamlParams['objects'][number]): Promise<Answer> {
    try {
      const { contexts, shareable } = this.#options
      const object = await contexts.get(context).get(ref, this.#abort.signal)
      const text = stringify(withoutManagedFields(shareable(ref, object)), { lineWidth: 0 })
      if (this.#length + text.length > (this.#options.mostText ?? mostText)) throw tooMuch(context)
      this.#length += text.length
      return { type: 'text', text }
    } catch (error) {
      if (isAppError(error)) return { type: 'failed', error: error.body }
      this.#options.onBug?.(error)
      return { type: 'failed', error: { kind: 'internal', message: String(error) } }
    }
  }

  #text(): string {
    const isMerged = new Set(this.#objects.map(({ context }) => context)).size > 1
    const documents = this.#objects.flatMap(({ context }, index) => {
      const answer = this.#answers[index]
      if (answer?.type !== 'text') return []
      return [isMerged ? `${commentOf(this.#options.contextName(context))}${answer.text}` : answer.text]
    })
    return documents.join('---\n')
  }
}

/** A name may hold anything; a comment ends with its line. */
function commentOf(context: string): string {
  return `# context: ${context.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')}\n`
}

function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata?.managedFields === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

function tooMuch(context: ContextId): AppError {
  return new AppError({
    kind: 'invalid',
    context,
    message: 'Left out: the text would become too long for the clipboard.',
  })
}
