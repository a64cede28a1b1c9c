import { isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { Poll } from './poll.ts'

const askEvery = 60_000
/** Events of the type Warning that are looked at, of all namespaces. */
const looked = 1000

/** Warnings of the cluster's last hour, read while somebody looks. */
export class Warnings {
  readonly #poll: Poll
  #events: readonly KubeObject[] = []
  /** Why there are none, in a sentence; empty where they were read. */
  #gap = ''
  #isRead = false

  constructor(api: ApiClient, clock: Clock, changed: () => void) {
    this.#poll = new Poll(clock, askEvery, async signal => {
      const kind = api.findKind('', 'Event')
      if (kind === null) {
        this.#read('The server offers no events, or what it offers is not known yet.')
        return 'soon'
      }
      try {
        const page = await api.list(kind, { fieldSelector: 'type=Warning', limit: looked, signal })
        this.#events = page.items
        this.#read(page.continue === '' ? '' : `Only ${looked} of the cluster’s warnings were looked at.`)
      } catch (error) {
        if (isCancelled(error)) return 'later'
        if (!isAppError(error)) throw error
        this.#read(`Events could not be read: ${error.body.message}`)
      }
      changed()
      return 'later'
    })
  }

  #read(gap: string): void {
    this.#gap = gap
    this.#isRead = true
  }

  /** True once they were asked for. */
  get isRead(): boolean {
    return this.#isRead
  }

  get events(): readonly KubeObject[] {
    return this.#events
  }

  get gap(): string {
    return this.#gap
  }

  close(): void {
    this.#poll.close()
  }
}
