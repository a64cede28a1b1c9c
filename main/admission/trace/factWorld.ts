import type { Known, Served, World } from '../../../shared/admission/index.ts'
import type {
  AssumeWebhooks,
  SchemaKnown,
  WantedObjects,
  WebhookAnswer,
  Wish,
} from '../../../shared/admission/trace/index.ts'
import { KnownAnswers } from '../../../shared/cel/kubernetes/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { kindKey, wantedKey, wishKey } from './keys.ts'
import type { Fact, ObjectsState } from './messages.ts'

interface HeldObjects {
  state: ObjectsState
  readonly items: Map<string, KubeObject>
  /** What `objects` answers, until something changes. */
  known: Known | null
}

/** What a trace asked its world for. */
export interface AskedWorld {
  readonly world: World
  /** All that was asked for, known or not. */
  readonly asked: () => readonly Wish[]
}

const loading: Known = { state: 'loading' }
const stillLoading: SchemaKnown = { state: 'loading' }

/** The cluster as a thread knows it: facts that are told, and worlds that answer from them. */
export class FactWorld {
  #served: Served = { resources: [], failedGroups: new Set() }
  readonly #objects = new Map<string, HeldObjects>()
  readonly #schemas = new Map<string, SchemaKnown>()
  readonly #answers = new KnownAnswers()

  get served(): Served {
    return this.#served
  }

  apply(fact: Fact): void {
    switch (fact.type) {
      case 'served': {
        const { resources, failedGroups, isPartial } = fact
        this.#served = {
          resources,
          failedGroups: new Set(failedGroups),
          ...(isPartial ? { isPartial } : {}),
        }
        return
      }
      case 'objects':
        this.#applyObjects(fact)
        return
      case 'schema':
        this.#schemas.set(fact.key, fact.known)
        return
      case 'authorization':
        if (fact.answer === null) this.#answers.remove(fact.question)
        else this.#answers.add(fact.question, fact.answer)
        return
      default:
        assertNever(fact)
    }
  }

  #applyObjects({ key, state, put, removed }: Extract<Fact, { type: 'objects' }>): void {
    const held = this.#objects.get(key) ?? { state, items: new Map(), known: null }
    this.#objects.set(key, held)
    held.state = state
    held.known = null
    for (const name of removed) held.items.delete(name)
    for (const [name, object] of put) held.items.set(name, object)
  }

  /** The objects that are known under a key, whether or not there are more. */
  objects(wanted: WantedObjects): Known {
    const held = this.#objects.get(wantedKey(wanted))
    if (held === undefined) return loading
    held.known ??= knownOf(held)
    return held.known
  }

  /** Whether the answer to a wish is known. */
  has(wish: Wish): boolean {
    switch (wish.type) {
      case 'objects':
        return this.objects(wish.wanted).state !== 'loading'
      case 'schema':
        return (this.#schemas.get(kindKey(wish.kind)) ?? stillLoading).state !== 'loading'
      case 'authorization':
        return this.#answers.lookUp(wish.question) !== undefined
      default:
        return assertNever(wish)
    }
  }

  /** A world for one computation, which notes what it asks for. */
  world(setting: {
    readonly minor: number
    readonly now: number
    readonly assumeWebhooks: AssumeWebhooks
  }): AskedWorld {
    const asked = new Map<string, Wish>()
    const ask = (wish: Wish): void => void asked.set(wishKey(wish), wish)
    const answer = assumedAnswer(setting.assumeWebhooks)
    return {
      asked: () => [...asked.values()],
      world: {
        minor: setting.minor,
        now: setting.now,
        served: this.#served,
        objects: wanted => {
          ask({ type: 'objects', wanted })
          return this.objects(wanted)
        },
        schema: kind => {
          ask({ type: 'schema', kind })
          return this.#schemas.get(kindKey(kind)) ?? stillLoading
        },
        authorize: question => {
          ask({ type: 'authorization', question })
          return this.#answers.lookUp(question)
        },
        webhookAnswer: () => answer,
      },
    }
  }
}

function knownOf({ state, items }: HeldObjects): Known {
  if (state.state !== 'known') return state
  const sorted = [...items].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...state, items: sorted.map(([, object]) => object) }
}

function assumedAnswer(assume: AssumeWebhooks): WebhookAnswer | null {
  switch (assume) {
    case 'allow':
      return { type: 'answered', allowed: true }
    case 'deny':
      return { type: 'answered', allowed: false }
    case 'unknown':
      return null
    default:
      return assertNever(assume)
  }
}
