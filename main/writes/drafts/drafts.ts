import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors/index.ts'
import { Observable } from '../../../shared/flow/index.ts'
import type { Draft, DraftSummary } from '../../../shared/ipc/index.ts'
import { type ContextId, type KubeObject, type ObjectRef, refKey } from '../../../shared/kube/index.ts'
import { readLive } from '../plan/ask.ts'
import type { WritesSources } from '../types.ts'
import type { Work } from '../work/index.ts'
import { DraftDisk, type DraftHead, type PendingRequest } from './disk.ts'
import { baseOf, draftOf, editedOf, type OpenDraft, summaryOf } from './draft.ts'
import { couldBeSecret } from './secret.ts'

interface Opening {
  readonly context: ContextId
  readonly ref: ObjectRef | null
  readonly text?: string | undefined
  readonly title?: string | undefined
}

const mostDrafts = 500

/** Texts that are not written yet: on disk, but those of Secrets, which end with the program. */
export class Drafts {
  readonly summaries = new Observable<readonly DraftSummary[]>([])
  readonly #sources: WritesSources
  readonly #work: Work
  readonly #disk: DraftDisk
  readonly #drafts = new Map<string, OpenDraft>()
  readonly #listeners = new Map<string, Set<() => void>>()
  /** What is being written of each draft: one thing after the other. */
  readonly #writing = new Map<string, Promise<unknown>>()
  readonly #sending = new Set<string>()
  readonly #opening = new Map<string, Promise<{ readonly id: string }>>()
  readonly #ready: Promise<void>

  constructor(sources: WritesSources, work: Work, folder: string) {
    this.#work = work
    this.#sources = sources
    this.#disk = new DraftDisk(folder)
    this.#ready = this.#restore().catch(error => sources.onBug(error))
  }

  /** Resolves once what an earlier run left was read. */
  get ready(): Promise<void> {
    return this.#ready
  }

  /** @throws AppError where the object cannot be read */
  async open(asked: Opening, signal: AbortSignal): Promise<{ readonly id: string }> {
    await this.#ready
    const { context, ref } = asked
    const key = ref === null ? randomUUID() : `${context}\n${refKey(ref)}`
    const there = ref === null ? undefined : this.#of(context, ref)
    if (there !== undefined) return { id: there.head.id }
    // Opened twice at once it is one draft.
    const opening =
      this.#opening.get(key) ?? this.#make(asked, signal).finally(() => this.#opening.delete(key))
    this.#opening.set(key, opening)
    return opening
  }

  /** The text in which an object is edited. */
  textOf(object: KubeObject): Promise<string> {
    return this.#work.run({ type: 'print', value: editedOf(object) })
  }

  /** @throws AppError `gone` */
  find(id: string): OpenDraft {
    const draft = this.#drafts.get(id)
    if (draft !== undefined) return draft
    throw new AppError({
      kind: 'gone',
      reason: 'NoDraft',
      message: 'This draft is not there any more: it was written or discarded.',
    })
  }

  /** Resolves when the text is on disk, or in memory where it may not be. @throws AppError where the disk refuses */
  async save(id: string, text: string): Promise<{ readonly version: number }> {
    await this.#ready
    const draft = this.find(id)
    draft.text = text
    // Whoever goes on writing has read what became of it.
    if (draft.head.state === 'sent' && !this.isBusy(id)) await this.change(id, { state: 'open', pending: [] })
    draft.version++
    draft.changedAt = this.#sources.clock.now()
    const { version } = draft
    this.#tell(id)
    await this.#keep(draft, async () => {
      // An earlier save took this text with it.
      if (draft.savedVersion >= version) return
      const latest = draft.version
      await this.#disk.saveText(id, draft.text)
      draft.savedVersion = latest
    })
    return { version }
  }

  async discard(id: string): Promise<void> {
    await this.#ready
    await this.#discard(id)
  }

  /** Discards every draft but those being written, and deletes what else is in their folder. @throws where the disk refuses */
  async clear(): Promise<void> {
    await this.#ready
    const known = new Set(this.#drafts.keys())
    const unwritten = [...known].filter(id => !this.isBusy(id))
    await Promise.allSettled(unwritten.map(id => this.#discard(id)))
    // Another process of ours may be writing what it sent.
    const others = (await this.#disk.readAll()).filter(({ id, state }) => state === 'sent' && !known.has(id))
    const theirs = new Set(others.map(({ id }) => id))
    // What could not be deleted above is tried again, and its reason told.
    await this.#disk.removeAll(id => this.#drafts.has(id) || theirs.has(id))
  }

  async #discard(id: string): Promise<void> {
    if (!this.#drafts.delete(id)) return
    this.#sending.delete(id)
    this.#tell(id)
    await this.#after(id, () => this.#disk.remove(id))
    this.#writing.delete(id)
  }

  /** Changes what is kept beside the text. */
  async change(id: string, change: Partial<DraftHead>): Promise<void> {
    if (change.state === 'open') this.#sending.delete(id)
    const draft = this.find(id)
    const { outcome: _outcome, ...head } = { ...draft.head, ...change }
    draft.head = change.outcome === undefined ? head : { ...head, outcome: change.outcome }
    this.#tell(id)
    await this.#keep(draft, () => this.#disk.saveHead(draft.head))
  }

  /** Sent by this run of the program, so that its run tells what comes of it. */
  isBusy(id: string): boolean {
    return this.#sending.has(id)
  }

  /** Nobody knows yet what became of it: the object tells, as soon as it can be read. */
  leaveSent(id: string): void {
    this.#sending.delete(id)
    this.#tell(id)
  }

  /** Written down before anything leaves, so that an end of the program in between is known of. */
  async markSent(id: string, pending: readonly PendingRequest[]): Promise<void> {
    this.#sending.add(id)
    await this.change(id, { state: 'sent', pending })
  }

  /** The latest state, and a word whenever there is a newer one. */
  observe(id: string, listener: () => void): { take(): Draft; close(): void } {
    const draft = this.find(id)
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    const { ref, context } = draft.head
    const mask = (object: KubeObject): KubeObject =>
      ref !== null && this.#sources.isSecret(ref) ? this.#sources.maskSecret(object) : object
    const followed =
      ref === null
        ? null
        : this.#sources.follow(context, ref, () => {
            draft.followed = followed?.state() ?? null
            listener()
          })
    return {
      take: () => draftOf(this.find(id), mask),
      close: () => {
        followed?.close()
        listeners.delete(listener)
        if (listeners.size === 0) this.#listeners.delete(id)
      },
    }
  }

  /** Resolves when all that was saved is on disk. */
  async close(): Promise<void> {
    await this.#ready
    await Promise.allSettled(this.#writing.values())
  }

  #of(context: ContextId, ref: ObjectRef): OpenDraft | undefined {
    const key = refKey(ref)
    return [...this.#drafts.values()].find(
      ({ head }) => head.context === context && head.ref !== null && refKey(head.ref) === key,
    )
  }

  async #make({ context, ref, text, title }: Opening, signal: AbortSignal): Promise<{ readonly id: string }> {
    if (this.#drafts.size >= mostDrafts)
      throw new AppError({
        kind: 'invalid',
        message: `There are ${mostDrafts} drafts. Write or discard some first.`,
      })
    const object = ref === null ? null : await this.#read(context, ref, signal)
    if (ref !== null && object === null && text === undefined)
      throw new AppError({
        kind: 'gone',
        context,
        message: `There is no ${ref.resource.resource} ${ref.name} any more.`,
      })
    const opened = object === null ? '' : await this.textOf(object)
    const kind = object?.kind ?? ''
    const head: DraftHead = {
      ...{ id: randomUUID(), context, ref, kind, state: 'open', pending: [] },
      title: title ?? (ref === null ? 'Manifest' : `${kind} ${ref.name}`),
      opened: opened === '' ? (text ?? '') : opened,
      base: object === null ? null : baseOf(object),
    }
    const draft: OpenDraft = {
      ...{ head, text: text ?? opened, version: 0, savedVersion: 0, changedAt: this.#sources.clock.now() },
      ...{ followed: null, told: null, isOnDisk: true },
    }
    this.#drafts.set(head.id, draft)
    await this.#keep(draft, async () => {
      await this.#disk.saveText(head.id, draft.text)
      await this.#disk.saveHead(head)
    })
    this.#tell(head.id)
    return { id: head.id }
  }

  #read(context: ContextId, ref: ObjectRef, signal: AbortSignal): Promise<KubeObject | null> {
    const api = this.#sources.contexts.get(context)
    return readLive(api, { ref, kind: '', title: '', method: 'GET', path: '/', dryRun: 'none' }, signal)
  }

  async #restore(): Promise<void> {
    for (const { text, changedAt, ...head } of await this.#disk.readAll()) {
      const state = {
        text,
        version: 0,
        savedVersion: 0,
        changedAt,
        isOnDisk: true,
        followed: null,
        told: null,
      }
      this.#drafts.set(head.id, { head, ...state })
    }
    this.#tellAll()
  }

  /** Does what is to be written where a draft may be on disk, and takes it from there where it may not. */
  async #keep(draft: OpenDraft, write: () => Promise<void>): Promise<void> {
    const { id, ref } = draft.head
    const isSecret = ref === null ? couldBeSecret(draft.text) : this.#sources.isSecret(ref)
    const wasOnDisk = draft.isOnDisk
    draft.isOnDisk = !isSecret
    if (wasOnDisk !== draft.isOnDisk) this.#tell(id)
    await this.#after(id, async () => {
      if (isSecret) return this.#disk.remove(id)
      await write()
      // What was in memory only until now needs all its parts.
      if (wasOnDisk) return
      await this.#disk.saveText(id, draft.text)
      await this.#disk.saveHead(draft.head)
    })
  }

  async #after(id: string, work: () => Promise<void>): Promise<void> {
    const before = this.#writing.get(id) ?? Promise.resolve()
    const next = before.catch(() => undefined).then(work)
    this.#writing.set(id, next)
    try {
      await next
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error)
      throw new AppError({
        kind: 'badConfig',
        reason: 'DraftNotSaved',
        message: `The draft could not be written to disk (${code}). It is in memory; save it elsewhere before Gatehouse ends.`,
      })
    }
  }

  #tell(id: string): void {
    for (const listener of [...(this.#listeners.get(id) ?? [])]) listener()
    this.#tellAll()
  }

  #tellAll(): void {
    const drafts = [...this.#drafts.values()].map(summaryOf)
    this.summaries.set(drafts.toSorted((a, b) => b.changedAt - a.changedAt))
  }
}
