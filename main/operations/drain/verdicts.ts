import { isAppError } from '../../../shared/errors/index.ts'
import type { Setup, Target } from '../targets.ts'
import { type Budgets, budgetsOf, type Judgement, judge } from './budgets.ts'
import { Places } from './places.ts'

/** Milliseconds for which budgets that were read are good, unless an eviction went out since. */
const freshMillis = 500

interface Read {
  readonly at: number
  readonly budgets: Promise<Budgets>
}

/**
 * What budgets allow, read again before each eviction that one of them guards, so that the server is not asked for
 * what it would refuse. Of one namespace one such eviction goes out at a time.
 */
export class Verdicts {
  readonly #setup: Setup
  readonly #read = new Map<string, Read>()
  readonly #turns = new Map<string, Places>()

  constructor(setup: Setup) {
    this.#setup = setup
  }

  /** Asks the server when the budgets allow it; what they hold is told instead. @throws what `evict` throws */
  async ask(pod: Target, evict: () => Promise<void>): Promise<Judgement> {
    const first = await this.#judge(pod)
    if (first.type === 'free' && first.budget === null) {
      await evict()
      return first
    }
    const leave = await this.#turnOf(pod).take(this.#setup.signal)
    try {
      const judgement = await this.#judge(pod)
      if (judgement.type !== 'free') return judgement
      this.#read.delete(pod.ref.namespace)
      await evict()
      return judgement
    } finally {
      leave()
    }
  }

  async #judge(pod: Target): Promise<Judgement> {
    try {
      return judge(pod, await this.#budgets(pod))
    } catch (error) {
      if (!isAppError(error) || this.#setup.signal.aborted) throw error
      // The server will say what it has against it.
      return { type: 'free', budget: null }
    }
  }

  #budgets(pod: Target): Promise<Budgets> {
    const { namespace } = pod.ref
    const now = this.#setup.clock.elapsed()
    const known = this.#read.get(namespace)
    if (known !== undefined && now - known.at < freshMillis) return known.budgets
    const budgets = budgetsOf(this.#setup, [pod])
    this.#read.set(namespace, { at: now, budgets })
    return budgets
  }

  #turnOf({ ref }: Target): Places {
    const turn = this.#turns.get(ref.namespace) ?? new Places(1)
    this.#turns.set(ref.namespace, turn)
    return turn
  }
}
