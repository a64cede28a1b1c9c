import { type AuditRemarks, allOf } from '../../../shared/admission/audit/index.ts'
import { gapOf, type Known } from '../../../shared/admission/index.ts'
import { staleText } from '../../../shared/admission/trace/index.ts'
import { AppError, type AppErrorBody, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { AuditFile, AuditRequest, AuditView } from '../../../shared/ipc/index.ts'
import type { KubeObject, ResourceInfo } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { Watches } from '../../watch/index.ts'
import { sourcesOfDump } from '../dump.ts'
import {
  type AuditJob,
  assumedAdmin,
  assumedVersion,
  ComputingThread,
  maskTexts,
  minorOf,
  newWorld,
  WorldFeed,
  wishKey,
} from '../trace/index.ts'
import { missingNamespaces, refusalOf, refuseNamespaces } from './asked.ts'
import { draftOf, missingBindings } from './draft.ts'
import type { AuditProgress } from './messages.ts'

export interface AuditingSetup {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  readonly isDump: boolean
  readonly onChange: () => void
}

/** Objects of one page, which is also what a thread is given at once. */
const pageSize = 250
/** Milliseconds that a page may take to be gone through. */
const pageLimit = 30_000
/** Milliseconds that something a policy goes by may take to be read. */
const readLimit = 20_000
/** Milliseconds that the batch under way has to end when the run is cancelled, before it is left out. */
const cancelGrace = 400
/** Milliseconds that a batch shall take: a longer one is followed by half as many objects, a short one by twice. */
const batchTime = { least: 100, most: 300 }
const countsAtOnce = 4

const policyKinds = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']
const bindingKinds = ['ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding']

type Page = Awaited<ReturnType<ApiClient['list']>>

let audits = 0

/** One audit, from the policies to the last object. Ends with `close`. */
export class Auditing {
  readonly run = `audit-${++audits}`
  readonly #world: string
  readonly #setup: AuditingSetup
  readonly #request: AuditRequest
  /** It holds what was found, so it stays until the audit is closed, however long nothing is asked of it. */
  readonly #thread = new ComputingThread({ idleAfter: null })
  /** Ends what is read of the cluster. */
  readonly #stopping = new AbortController()
  /** Ends the batch under way; what was found before stays with the thread. */
  readonly #closing = new AbortController()
  /** The thread that holds what was found: one that is made anew holds nothing. */
  #heldBy: number | null = null
  #batchSize = pageSize
  readonly #began: number
  readonly #feed: WorldFeed
  readonly #gaps: AppErrorBody[] = []
  readonly #assumptions: string[] = [
    'Each object is taken as created anew, or sent again unchanged to policies that only take updates, by a member of system:masters.',
  ]
  #changed = Promise.withResolvers<void>()
  #state: AuditView['state'] = 'reading'
  #problem: Pick<AuditView, 'error' | 'line' | 'column'> = {}
  #fault: unknown = null
  #progress: AuditProgress | null = null
  #done = 0
  #wanted = 0
  #took: number | null = null
  #draft: readonly KubeObject[] | null = null
  readonly ended: Promise<void>

  constructor(setup: AuditingSetup, request: AuditRequest) {
    this.#setup = setup
    this.#world = newWorld(setup.api.context)
    this.#request = request
    const { api, watches, clock, isDump } = setup
    this.#began = clock.elapsed()
    this.#feed = new WorldFeed({
      api,
      watches,
      now: () => clock.now(),
      told: isDump ? sourcesOfDump : sources => sources,
      isDump,
      self: null,
      onChange: () => this.#noteChange(),
    })
    this.ended = this.#go()
  }

  view(): AuditView {
    if (this.#fault !== null) throw this.#fault
    const { clock } = this.#setup
    const { totals, groups = [], otherGroups = 0, policies = 0 } = this.#progress ?? {}
    return {
      run: this.run,
      state: this.#state,
      ...this.#problem,
      done: this.#done,
      wanted: Math.max(this.#wanted, this.#done),
      took: this.#took ?? clock.elapsed() - this.#began,
      policies,
      totals: totals ?? {
        objects: 0,
        evaluations: 0,
        findings: 0,
        omitted: 0,
        ungrouped: 0,
        byEffect: {},
        byChange: {},
        newByEffect: {},
      },
      groups: maskTexts(groups, this.#feed.heldSecrets()),
      otherGroups,
      gaps: this.#gaps,
      assumptions: this.#assumptions,
    }
  }

  /** Ends the run; what was found stays. */
  cancel(): void {
    this.#stopping.abort()
    // A batch that takes long is not waited for.
    this.#setup.clock.after(cancelGrace, () => {
      if (this.#state === 'reading' || this.#state === 'running') this.#closing.abort()
    })
  }

  /** @throws AppError before there is anything to hand out */
  async file(format: 'csv' | 'json' | 'sarif', signal: AbortSignal): Promise<AuditFile> {
    if (this.#progress === null) throw nothingLeft()
    const job = { type: 'exportAudit', format, remarks: this.#remarks() } as const
    const facts = (generation: number): readonly never[] => {
      if (generation !== this.#heldBy) throw nothingLeft()
      return []
    }
    const file = await this.#thread.run({ job, world: this.#world, facts }, { signal, limit: pageLimit })
    return { ...file, text: maskTexts(file.text, this.#feed.heldSecrets()) }
  }

  #remarks(): AuditRemarks {
    const gaps = this.#gaps.map(({ message }) => message)
    return {
      gaps: this.#state === 'done' ? gaps : [...gaps, this.#partialText()],
      assumptions: this.#assumptions,
    }
  }

  #partialText(): string {
    const [done, wanted] = [this.#done, Math.max(this.#wanted, this.#done)].map(count =>
      count.toLocaleString('en-US'),
    )
    return `The audit is not whole: it ended after ${done} of ${wanted} objects.`
  }

  close(): void {
    this.#stopping.abort()
    this.#closing.abort()
    this.#feed.close()
    this.#thread.close()
  }

  async #go(): Promise<void> {
    try {
      await this.#begin()
      await this.#countAll()
      this.#publish('running')
      for (const info of this.#progress?.resources ?? []) await this.#readAll(info)
      this.#finish('done')
    } catch (error) {
      if (this.#stopping.signal.aborted || isCancelled(error)) this.#finish('cancelled')
      else if (isAppError(error)) {
        this.#problem = { ...this.#problem, error: error.body }
        this.#finish(this.#state === 'invalid' ? 'invalid' : 'failed')
      } else {
        this.#fault = error
        this.#finish('failed')
      }
    }
  }

  #finish(state: AuditView['state']): void {
    const { staleSince } = this.#feed
    if (staleSince !== null)
      this.#addGap({
        kind: 'unreachable',
        message: staleText(new Map([['what policies go by', staleSince]])),
      })
    this.#took = this.#setup.clock.elapsed() - this.#began
    this.#publish(state)
  }

  #publish(state: AuditView['state']): void {
    this.#state = state
    this.#setup.onChange()
  }

  #noteChange(): void {
    this.#feed.refresh()
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }

  async #begin(): Promise<void> {
    await this.#readDraft()
    await this.#served()
    await this.#beginRun()
    await this.#refuseUnknown()
    if (this.#draft === null) return
    const known = bindingKinds.map(kind => this.#feed.known(allOf(kind)))
    const bindings = known.flatMap(each => (each.state === 'known' ? each.items : []))
    const added = missingBindings(this.#draft, bindings)
    if (added.length === 0) return
    this.#draft = [...this.#draft, ...added]
    for (const { metadata } of added)
      this.#assumptions.push(
        `No binding names the policy of ${metadata.name.replace(/-trial$/, '')}: one is taken for granted that applies it everywhere.`,
      )
    await this.#beginRun()
  }

  /** @throws AppError, and the run is invalid, where nothing can come of what was asked for */
  async #refuseUnknown(): Promise<void> {
    const { policies = null, namespaces } = this.#request
    const known = policyKinds.map(kind => this.#feed.known(allOf(kind)))
    const refusal = refusalOf({ policies, draft: this.#draft, known })
    const missing = await missingNamespaces(this.#setup.api, namespaces ?? [], this.#stopping.signal)
    if (refusal === null && missing.length === 0) return
    this.#state = 'invalid'
    if (refusal !== null) throw new AppError(refusal)
    refuseNamespaces(missing)
  }

  /** What there is to audit discovery tells, which may not be read yet. @throws AppError */
  async #served(): Promise<void> {
    const { discovery } = this.#setup.api
    const read = Promise.withResolvers<void>()
    const unsubscribe = discovery.subscribe(({ readAt }) => {
      if (readAt > 0) read.resolve()
    })
    if (discovery.get().readAt > 0) read.resolve()
    const timer = this.#setup.clock.after(readLimit, () =>
      read.reject(new AppError({ kind: 'unreachable', message: 'The server does not say what it serves.' })),
    )
    try {
      await Promise.race([read.promise, aborted(this.#stopping.signal)])
      this.#stopping.signal.throwIfAborted()
    } finally {
      unsubscribe()
      timer.cancel()
    }
  }

  /** @throws AppError with its place kept where the draft cannot be read */
  async #readDraft(): Promise<void> {
    const { draft } = this.#request
    if (draft === undefined) return
    const job = { type: 'parse', text: draft } as const
    const manifest = await this.#thread.run({ job, world: this.#world }, { signal: this.#closing.signal })
    const read = draftOf(manifest)
    if (read.type === 'draft') {
      this.#draft = read.objects
      return
    }
    const { error, ...place } = read.problem
    this.#state = 'invalid'
    this.#problem = place
    throw new AppError(error)
  }

  async #beginRun(): Promise<void> {
    const { api, clock } = this.#setup
    const { policies = null } = this.#request
    const setup = {
      minor: minorOf(api.session.state.get().serverVersion),
      now: clock.now(),
      user: assumedAdmin,
      policies,
      draft: this.#draft,
    }
    const version = assumedVersion(api.session.state.get().serverVersion)
    if (version !== null && !this.#assumptions.includes(version)) this.#assumptions.push(version)
    await this.#settled(() => this.#compute({ type: 'beginAudit', setup }))
    for (const kind of [...policyKinds, ...bindingKinds]) {
      const gap = gapIn(kind, this.#feed.known(allOf(kind)))
      if (gap !== null) this.#addGap(gap)
    }
  }

  /** Repeats a step until all that it asks for is known, or will not be. */
  async #settled(step: (isFinal: boolean) => Promise<AuditProgress>): Promise<void> {
    const until = this.#setup.clock.elapsed() + readLimit
    for (let isFinal = false; ; ) {
      const progress = await step(isFinal)
      this.#feed.fulfil([
        ...new Map([...this.#feed.wishes, ...progress.asked].map(wish => [wishKey(wish), wish])).values(),
      ])
      if (!progress.isWaiting || isFinal) {
        this.#progress = progress
        return
      }
      isFinal = !(await this.#fulfilled(until))
      // All is read that will be, and the step still waits: nobody answers what it asked.
      isFinal ||= this.#feed.progress.done === this.#feed.progress.wanted && !this.#hasNews(progress)
    }
  }

  #hasNews(progress: AuditProgress): boolean {
    return progress.asked.some(wish => wish.type !== 'authorization')
  }

  /** Waits until all wishes are fulfilled; false when that takes too long. */
  async #fulfilled(until: number): Promise<boolean> {
    const { clock } = this.#setup
    while (this.#feed.progress.done < this.#feed.progress.wanted) {
      const left = until - clock.elapsed()
      if (left <= 0) return false
      const late = Promise.withResolvers<void>()
      const timer = clock.after(left, late.resolve)
      await Promise.race([this.#changed.promise, late.promise, aborted(this.#stopping.signal)])
      timer.cancel()
      this.#stopping.signal.throwIfAborted()
    }
    return true
  }

  async #compute(job: AuditJob): Promise<AuditProgress> {
    const facts = (generation: number) => {
      if (job.type === 'beginAudit') this.#heldBy = generation
      return this.#feed.news(generation)
    }
    const work = { job, world: this.#world, facts }
    return await this.#thread.run(work, { signal: this.#closing.signal, limit: pageLimit })
  }

  get #namespaces(): readonly string[] {
    const { namespaces = [] } = this.#request
    return namespaces.length === 0 ? [''] : namespaces
  }

  #scopesOf({ namespaced }: ResourceInfo): readonly string[] {
    if (namespaced) return this.#namespaces
    // What is in no namespace is left out where some are chosen.
    return this.#namespaces[0] === '' ? [''] : []
  }

  /** How many objects there are to go through, as far as servers tell. */
  async #countAll(): Promise<void> {
    const waiting = (this.#progress?.resources ?? []).flatMap(info =>
      this.#scopesOf(info).map(namespace => ({ info, namespace })),
    )
    const { signal } = this.#stopping
    const count = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { info, namespace } = next
        // What cannot be counted cannot be read either, and is told then.
        const list = await this.#setup.api.list(info, { namespace, limit: 1, signal }).catch(tolerate)
        this.#wanted += list === null ? 0 : list.items.length + (list.remaining ?? 0)
      }
    }
    await Promise.all(Array.from({ length: countsAtOnce }, count))
  }

  async #readAll(info: ResourceInfo): Promise<void> {
    for (const namespace of this.#scopesOf(info)) {
      let reading: Promise<Page | null> | null = this.#readPage(info, namespace, '')
      while (reading !== null) {
        const page: Page | null = await reading
        if (page === null) break
        // The next page is read while this one is gone through.
        reading = page.continue === '' ? null : this.#readPage(info, namespace, page.continue)
        await this.#goThrough(page.items)
      }
    }
  }

  /** In batches that leave the thread free to be told of a cancellation several times a second. */
  async #goThrough(objects: readonly KubeObject[]): Promise<void> {
    const { clock, onChange } = this.#setup
    for (let at = 0; at < objects.length; ) {
      const batch = objects.slice(at, at + this.#batchSize)
      const began = clock.elapsed()
      await this.#settled(isFinal => this.#compute({ type: 'audit', objects: batch, isFinal }))
      this.#adjust(clock.elapsed() - began)
      at += batch.length
      this.#done += batch.length
      onChange()
      this.#stopping.signal.throwIfAborted()
    }
  }

  #adjust(took: number): void {
    if (took > batchTime.most) this.#batchSize = Math.max(1, Math.floor(this.#batchSize / 2))
    else if (took < batchTime.least) this.#batchSize = Math.min(pageSize, this.#batchSize * 2)
  }

  /** Null where it may not be read, which is told. */
  #readPage(info: ResourceInfo, namespace: string, token: string): Promise<Page | null> {
    const { signal } = this.#stopping
    const reading = this.#setup.api
      .list(info, { namespace, limit: pageSize, continue: token, signal })
      .catch((error: unknown) => {
        if (!isAppError(error) || isCancelled(error)) throw error
        this.#addGap(error.body)
        return null
      })
    // Nobody may be left to wait for it.
    reading.catch(() => undefined)
    return reading
  }

  #addGap(error: AppErrorBody): void {
    if (!this.#gaps.some(({ message }) => message === error.message)) this.#gaps.push(error)
  }
}

const nothingLeft = (): AppError =>
  new AppError({ kind: 'gone', message: 'The audit has nothing to hand out: it was ended half-way.' })

/** Why not all objects of a kind that decides are known; null where they are. */
function gapIn(kind: string, known: Known): AppErrorBody | null {
  if (known.state === 'loading') return { kind: 'unreachable', message: `${kind}: not read in time.` }
  return gapOf(known)
}

function tolerate(error: unknown): null {
  if (isAppError(error) && !isCancelled(error)) return null
  throw error
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
