import type { Wish } from '../../../shared/admission/trace/index.ts'
import {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  reviewSpec,
  type Subject,
} from '../../../shared/cel/kubernetes/index.ts'
import { AppError, isAppError } from '../../../shared/errors/index.ts'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import { isMapping } from '../../../shared/kube/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import { wishKey } from './keys.ts'

const reviewsAtOnce = 8
/** Many expressions ask little; whoever asks for more than this is answered from roles and bindings. */
const mostReviews = 500

/** Milliseconds after which an answer is asked for again: rights are given and taken, and nothing tells. */
export const renewedAfter = 60_000

interface Asked {
  readonly key: string
  readonly question: AuthorizationQuestion
  /** `pending`: asked for the first time. `failed`: nobody answers it for now. */
  answer: AuthorizationAnswer | 'pending' | 'failed'
  isAsking: boolean
  isWanted: boolean
  /** When it was answered, on the clock of durations. */
  at: number
}

interface ReviewsOptions {
  /** Whom the context signs in as, or what is taken for it; null where nothing is. */
  readonly self: Subject | null
  /** False for a dump. */
  readonly mayAsk: boolean
  readonly onChange: () => void
  /** Without it no answer is asked for again. */
  readonly clock?: Clock
}

/**
 * What the authorizer of a cluster says: reviews of the user's own access, which every user may make,
 * and of others' where that is permitted. What is wanted is asked for again every minute. Where reviews
 * are refused there are no answers, and whoever asks has to go by roles and bindings.
 */
export class Reviews {
  readonly #session: ClusterSession
  readonly #options: ReviewsOptions
  readonly #asked = new Map<string, Asked>()
  readonly #waiting: Asked[] = []
  readonly #closing = new AbortController()
  #running = 0
  #timer: Timer | null = null
  /** When reviews of others were refused; null: they were not. */
  #refusedAt: number | null = null

  constructor(session: ClusterSession, options: ReviewsOptions) {
    this.#session = session
    this.#options = options
  }

  /** Asks what was not asked yet; what is not among the questions is not renewed any more. */
  want(questions: readonly AuthorizationQuestion[]): void {
    for (const asked of this.#asked.values()) asked.isWanted = false
    for (const question of questions) this.#want(question)
    this.#next()
  }

  /** Whether an answer to the question is on its way, and there is none. */
  isPending(question: AuthorizationQuestion): boolean {
    return this.#find(question)?.answer === 'pending'
  }

  isAnswered(question: AuthorizationQuestion): boolean {
    return typeof this.#find(question)?.answer === 'object'
  }

  /** What is answered so far, in the order of the questions; null where there is no answer. */
  answers(): readonly (Pick<Asked, 'key' | 'question'> & { readonly answer: AuthorizationAnswer | null })[] {
    return [...this.#asked.values()].map(({ key, question, answer }) => ({
      key,
      question,
      answer: typeof answer === 'string' ? null : answer,
    }))
  }

  close(): void {
    this.#waiting.length = 0
    this.#timer?.cancel()
    this.#closing.abort()
  }

  #want(question: AuthorizationQuestion): void {
    const key = keyOf(question)
    const known = this.#asked.get(key)
    if (known !== undefined) {
      known.isWanted = true
      if (this.#isOld(known.at)) this.#put(known)
      return
    }
    if (this.#asked.size >= mostReviews || !this.#mayAsk(question)) return
    const asked: Asked = { key, question, answer: 'pending', isAsking: false, isWanted: true, at: 0 }
    this.#asked.set(key, asked)
    this.#put(asked)
  }

  #find(question: AuthorizationQuestion): Asked | undefined {
    return this.#asked.get(keyOf(question))
  }

  #put(asked: Asked): void {
    if (asked.isAsking || !this.#mayAsk(asked.question)) return
    asked.isAsking = true
    this.#waiting.push(asked)
  }

  #isOld(at: number): boolean {
    const { clock } = this.#options
    return clock !== undefined && clock.elapsed() - at >= renewedAfter
  }

  #mayAsk(question: AuthorizationQuestion): boolean {
    if (!this.#options.mayAsk) return false
    return this.#refusedAt === null || this.#isOld(this.#refusedAt) || this.#isOwn(question)
  }

  #isOwn({ subject }: AuthorizationQuestion): boolean {
    const { self } = this.#options
    return (
      self !== null &&
      self.username === subject.username &&
      self.groups.length === subject.groups.length &&
      self.groups.every(group => subject.groups.includes(group))
    )
  }

  #next(): void {
    while (this.#running < reviewsAtOnce) {
      const asked = this.#waiting.shift()
      if (asked === undefined) break
      this.#running++
      void this.#review(asked).then(isChanged => {
        this.#running--
        if (this.#closing.signal.aborted) return
        this.#next()
        if (isChanged) this.#options.onChange()
      })
    }
    this.#arm()
  }

  /** One timer for all, while there is something that is wanted. */
  #arm(): void {
    const { clock } = this.#options
    if (clock === undefined || this.#timer !== null || this.#closing.signal.aborted) return
    if (![...this.#asked.values()].some(({ isWanted }) => isWanted)) return
    this.#timer = clock.after(renewedAfter, () => {
      this.#timer = null
      for (const asked of this.#asked.values()) if (asked.isWanted && this.#isOld(asked.at)) this.#put(asked)
      this.#next()
    })
  }

  /** Resolves with whether the answer is another one than before. */
  async #review(asked: Asked): Promise<boolean> {
    const before = asked.answer
    const isOwn = this.#isOwn(asked.question)
    const now = (): number => this.#options.clock?.elapsed() ?? 0
    try {
      const answer = await review(this.#session, asked.question, isOwn, this.#closing.signal)
      if (!isSame(before, answer)) asked.answer = answer
      if (!isOwn) this.#refusedAt = null
    } catch (error) {
      if (!isAppError(error)) throw error
      // Not permitted, not served, or out of reach: roles and bindings are what is left for now.
      asked.answer = 'failed'
      const isRefused = error.body.kind === 'denied' || error.body.kind === 'gone'
      if (!isOwn && isRefused) this.#refusedAt = now()
    }
    asked.isAsking = false
    asked.at = now()
    return asked.answer !== before
  }
}

function keyOf(question: AuthorizationQuestion): string {
  return wishKey({ type: 'authorization', question } satisfies Wish)
}

function isSame(one: Asked['answer'], other: AuthorizationAnswer): boolean {
  return (
    typeof one === 'object' &&
    one.decision === other.decision &&
    one.reason === other.reason &&
    one.error === other.error
  )
}

/** @throws AppError */
async function review(
  session: ClusterSession,
  question: AuthorizationQuestion,
  isOwn: boolean,
  signal: AbortSignal,
): Promise<AuthorizationAnswer> {
  const { user, groups, uid, extra, ...about } = reviewSpec(question)
  const kind = isOwn ? 'SelfSubjectAccessReview' : 'SubjectAccessReview'
  const response = await session.request({
    method: 'POST',
    path: `/apis/authorization.k8s.io/v1/${kind.toLowerCase()}s`,
    accept: 'application/json',
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind,
      spec: isOwn ? about : { ...about, user, groups, uid, extra },
    }),
    purpose: `ask what ${question.subject.username} may do`,
    signal,
  })
  const body: unknown = await response.json()
  const status = isMapping(body) ? body.status : undefined
  if (!isMapping(status))
    throw new AppError({ kind: 'serverFault', message: 'The server answered a review without a status.' })
  const { allowed, denied, reason, evaluationError } = status
  return {
    decision: allowed === true ? 'allow' : denied === true ? 'deny' : 'noOpinion',
    reason: typeof reason === 'string' ? reason : '',
    ...(typeof evaluationError === 'string' && evaluationError !== '' ? { error: evaluationError } : {}),
  }
}

/** Whom the context signs in as, with groups and more. @throws AppError */
export async function readSelf(session: ClusterSession, signal: AbortSignal): Promise<Subject> {
  const response = await session.request({
    method: 'POST',
    path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    accept: 'application/json',
    contentType: 'application/json',
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
    purpose: 'ask who the user is',
    signal,
  })
  const body: unknown = await response.json()
  const status = isMapping(body) ? body.status : undefined
  const info = isMapping(status) ? status.userInfo : undefined
  if (!isMapping(info) || typeof info.username !== 'string')
    throw new AppError({ kind: 'serverFault', message: 'The server does not say who the user is.' })
  const extra = isMapping(info.extra)
    ? new Map(Object.entries(info.extra).map(([key, values]) => [key, textsOf(values)] as const))
    : undefined
  return {
    username: info.username,
    groups: textsOf(info.groups),
    ...(typeof info.uid === 'string' && info.uid !== '' ? { uid: info.uid } : {}),
    ...(extra === undefined || extra.size === 0 ? {} : { extra }),
  }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
