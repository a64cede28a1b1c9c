import {
  type Expressions,
  type ExpressionTexts,
  type Probe,
  type SeenExpressions,
  textsOfPolicy,
  textsOfWebhook,
} from '../../../shared/admission/findings/index.ts'
import { isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { ComputingThread } from '../trace/index.ts'
import type { FindingAnswers, FindingJob } from './messages.ts'

type Policy = Parameters<typeof textsOfPolicy>[0]
type Webhook = Parameters<typeof textsOfWebhook>[0]

/** How many policies, webhooks and probes are kept. */
const kept = 20_000
/** Milliseconds between two words of what is known, while more is to come. */
const tellEvery = 2000
const world = 'expressions'
const nothing: SeenExpressions = { expressions: [], tooLong: [] }

/**
 * Expressions as a thread compiles and asks them: they are a cluster's, and may take long. What is asked
 * for the first time is not known yet; `changed` is called when it is.
 */
export class ThreadExpressions implements Expressions {
  readonly #thread: ComputingThread
  readonly #changed: () => void
  readonly #ended = new AbortController()
  readonly #seen = new Map<string, SeenExpressions>()
  readonly #held = new Map<string, boolean>()
  readonly #asked = new Set<string>()
  #fault: unknown = null
  #toldAt = performance.now()

  constructor(thread: ComputingThread, changed: () => void) {
    this.#thread = thread
    this.#changed = changed
  }

  /** What is not known yet. */
  get pending(): number {
    return this.#asked.size
  }

  ofPolicy(policy: Policy, minor: number): SeenExpressions {
    return this.#ofTexts(textsOfPolicy(policy), minor)
  }

  ofWebhook(webhook: Webhook, minor: number): SeenExpressions {
    return this.#ofTexts(textsOfWebhook(webhook), minor)
  }

  holds(webhook: Webhook, probe: Probe, minor: number): boolean {
    const texts = textsOfWebhook(webhook)
    // Of what cannot be told it is not told that it is called.
    return this.#answer(this.#held, { type: 'holds', texts, minor, probe }, () => false) ?? false
  }

  close(): void {
    this.#ended.abort()
  }

  #ofTexts(texts: ExpressionTexts, minor: number): SeenExpressions {
    if (texts.texts.length === 0) return nothing
    const givenUp = (): SeenExpressions => ({
      expressions: [],
      tooLong: texts.texts.map(({ field }) => field),
    })
    return this.#answer(this.#seen, { type: 'compile', texts, minor }, givenUp) ?? nothing
  }

  /** The answer where it is known; else it is asked for, once. */
  #answer<J extends FindingJob>(
    known: Map<string, FindingAnswers[J['type']]>,
    job: J,
    givenUp: () => FindingAnswers[J['type']],
  ): FindingAnswers[J['type']] | undefined {
    if (this.#fault !== null) throw this.#fault
    const key = JSON.stringify(job)
    const answer = known.get(key)
    if (answer === undefined && !this.#asked.has(key)) void this.#ask(known, job, givenUp, key)
    return answer
  }

  async #ask<J extends FindingJob>(
    known: Map<string, FindingAnswers[J['type']]>,
    job: J,
    givenUp: () => FindingAnswers[J['type']],
    key: string,
  ): Promise<void> {
    this.#asked.add(key)
    try {
      const answer = await this.#thread.run({ job, world }, { signal: this.#ended.signal })
      if (known.size >= kept) known.clear()
      known.set(key, answer as FindingAnswers[J['type']])
    } catch (error) {
      if (isCancelled(error)) return
      // What takes too long or too much is not asked again.
      if (isAppError(error)) known.set(key, givenUp())
      else this.#fault = error
    }
    this.#asked.delete(key)
    const now = performance.now()
    if (this.#asked.size > 0 && now - this.#toldAt < tellEvery) return
    this.#toldAt = now
    this.#changed()
  }
}
