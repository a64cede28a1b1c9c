import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { changesOf, compareObjects } from '../../shared/diff/index.ts'
import { isAppError } from '../../shared/errors/index.ts'
import type { Drift, DriftRow, HandlersOf, Plan, PlanStep } from '../../shared/ipc/index.ts'
import { formatPath, type KubeObject } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'
import { type ManifestFile, readManifests } from './manifests.ts'

type Asked = Parameters<HandlersOf<'compare'>['compare.drift']>[0]

export interface DriftParts {
  readonly contexts: OpenContexts
  readonly plan: HandlersOf<'writes'>['writes.plan']
  /** In place of `~`. */
  readonly home: string
}

const mostFields = 20
const separator = '\n---\n'

/** Says what applying a folder of manifests would change, by one plan of all of them. */
export class DriftRun {
  readonly id = randomUUID()
  readonly #parts: DriftParts
  readonly #asked: Asked
  readonly #notify: () => void
  readonly #ended = new AbortController()
  #plan: Plan | null = null
  #isChanged = true
  #state: Drift = {
    id: this.id,
    phase: 'reading',
    files: 0,
    counts: { same: 0, different: 0, missing: 0, refused: 0 },
    rows: [],
    skipped: [],
  }

  constructor(parts: DriftParts, asked: Asked, notify: () => void) {
    this.#parts = parts
    this.#asked = asked
    this.#notify = notify
  }

  /** Rejects with what is no expected failure; those stand in the state. */
  async start(): Promise<void> {
    const { path, context, namespace } = this.#asked
    const { signal } = this.#ended
    try {
      const { files, skipped } = await readManifests(atHome(path, this.#parts.home), signal)
      this.#set({ phase: 'asking', files: files.length, skipped })
      this.#plan = await this.#parts.plan(
        {
          ...{ context, namespace, draft: null, leave: [], fieldValidation: 'Warn' },
          text: files.map(({ text }) => text).join(separator),
          // What apply would make of it: whoever else owns a field says nothing of whether it differs.
          method: { type: 'apply', manager: 'gatehouse', force: true },
        },
        signal,
      )
      this.#set({ phase: 'done', ...this.#rows(this.#plan, files) })
    } catch (error) {
      if (signal.aborted) return
      const body = isAppError(error)
        ? error.body
        : { kind: 'serverFault' as const, message: 'The comparison failed.' }
      this.#set({ phase: 'failed', error: body })
      if (!isAppError(error)) throw error
    }
  }

  get state(): Drift {
    return this.#state
  }

  get overlooked(): Asked['overlooked'] {
    return this.#asked.overlooked
  }

  take(): Drift | undefined {
    if (!this.#isChanged) return undefined
    this.#isChanged = false
    return this.#state
  }

  objects(index: number): { readonly live: KubeObject | null; readonly result: KubeObject | null } {
    const step = this.#plan?.steps[index]
    return { live: step?.live ?? null, result: step?.result ?? null }
  }

  close(): void {
    this.#ended.abort()
  }

  #set(change: Partial<Drift>): void {
    this.#state = { ...this.#state, ...change }
    this.#isChanged = true
    this.#notify()
  }

  #rows({ steps }: Plan, files: readonly ManifestFile[]): Pick<Drift, 'rows' | 'counts'> {
    const placeOf = placesIn(files)
    const counts = { same: 0, different: 0, missing: 0, refused: 0 }
    const rows = steps.map((step, index): DriftRow => {
      const row = { ...this.#row(step), ...placeOf(step.at?.line ?? 1), index }
      counts[row.state]++
      return row
    })
    return { rows, counts }
  }

  #row({
    kind,
    ref,
    title,
    live,
    result,
    problem,
    changes: secretChanges,
  }: PlanStep): Omit<DriftRow, 'index' | 'file' | 'line'> {
    const row = { kind, ref, title: title.replace(/^apply /, ''), changes: 0, fields: [], message: '' }
    if (problem !== undefined)
      return { ...row, state: 'refused', message: [problem.message, ...(problem.causes ?? [])].join(' ') }
    if (live === null) return { ...row, state: 'missing', message: 'The cluster has no such object.' }
    if (result === null) return { ...row, state: 'refused', message: 'The server could not be asked.' }
    // Values of Secrets are masked here; the plan was made of what they are.
    const isMasked = kind === 'Secret' && result.apiVersion === 'v1'
    const changes = isMasked ? secretChanges : changesOf(compareObjects(live, result, this.#asked.overlooked))
    if (changes.length === 0) return { ...row, state: 'same' }
    const fields = changes.slice(0, mostFields).map(({ path }) => formatPath(path))
    return { ...row, state: 'different', changes: changes.length, fields }
  }
}

/** Which file a line of the joined text belongs to, and where in it. */
function placesIn(
  files: readonly ManifestFile[],
): (line: number) => { readonly file: string; readonly line: number } {
  let from = 1
  const starts = files.map(({ file, text }) => {
    const start = { file, from }
    from += text.split('\n').length - 1 + separator.split('\n').length - 1
    return start
  })
  return line => {
    const found = starts.findLast(each => each.from <= line)
    return { file: found?.file ?? '', line: line - (found?.from ?? 1) + 1 }
  }
}

export function atHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
}
