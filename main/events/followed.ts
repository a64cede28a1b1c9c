import type { OverviewSource } from '../../shared/ipc/index.ts'
import { FollowedKind, type FollowSetup } from '../facts/index.ts'
import { type EventFact, eventFacts } from './record.ts'

/** Which events. */
interface Scope {
  /** Empty: all namespaces. */
  readonly namespace: string
  /** Of what they are about; empty: anything. */
  readonly uid: string
}

/**
 * Events from both APIs. A cluster serves the same objects under both, so that `v1` alone is followed;
 * where it cannot be had, or has none as in some dumps, `events.k8s.io` is.
 */
export class FollowedEvents {
  readonly #setup: FollowSetup
  readonly #scope: Scope
  readonly #core: FollowedKind<EventFact>
  #other: FollowedKind<EventFact> | null = null

  constructor(setup: FollowSetup, scope: Scope) {
    this.#setup = {
      ...setup,
      changed: () => {
        this.#lookFurther()
        setup.changed()
      },
    }
    this.#scope = scope
    this.#core = this.#follow('', 'involvedObject.uid')
    this.#lookFurther()
  }

  look(): void {
    this.#core.look()
    this.#lookFurther()
    this.#other?.look()
  }

  source(): OverviewSource {
    const core = this.#core.source()
    const other = this.#other?.source()
    const isBetter = other !== undefined && other.state === 'live' && core.state !== 'live'
    return isBetter || (other !== undefined && this.#core.total === 0 && other.state === 'live')
      ? other
      : core
  }

  get facts(): readonly EventFact[] {
    const core = this.#core.facts
    if (this.#other === null) return core
    const known = new Set(core.map(({ id }) => id))
    return [...core, ...this.#other.facts.filter(({ id }) => !known.has(id))]
  }

  /** Events that are not kept because there are too many. */
  get omitted(): number {
    return this.#core.stores.reduce((sum, store) => sum + store.omitted, 0)
  }

  close(): void {
    this.#core.close()
    this.#other?.close()
  }

  #follow(group: string, field: string): FollowedKind<EventFact> {
    const { namespace, uid } = this.#scope
    return new FollowedKind(this.#setup, {
      group,
      kind: 'Event',
      stores: eventFacts,
      ...(namespace === '' ? {} : { namespace }),
      ...(uid === '' ? {} : { fieldSelector: `${field}=${uid}` }),
    })
  }

  // Called while the first one is being made, too.
  #lookFurther(): void {
    const core = (this.#core as FollowedKind<EventFact> | undefined)?.source()
    const isMissing = core?.state === 'unreadable' || core?.state === 'notServed'
    if (!isMissing || this.#other !== null) return
    this.#other = this.#follow('events.k8s.io', 'regarding.uid')
  }
}
