import { isAppError } from '../../../shared/errors/index.ts'
import type { Unsubscribe } from '../../../shared/flow/index.ts'
import type { ObjectWatch } from '../../watch/index.ts'
import { textAt } from '../reading.ts'
import type { Setup, Target } from '../targets.ts'

interface Followed {
  readonly watch: ObjectWatch
  readonly unsubscribe: Unsubscribe
}

/** Milliseconds between two reads of a pod, where its node's pods cannot be watched. */
const readAgain = 3000

/** The pods of the nodes that are drained, followed by one watch a node; one by one where that is denied. */
export class PodsOfNodes {
  readonly #setup: Setup
  readonly #watches = new Map<string, Followed>()
  readonly #listeners = new Set<() => void>()
  /** Identities of pods that were read, and not there. */
  readonly #readGone = new Set<string>()

  constructor(setup: Setup, pods: readonly Target[]) {
    this.#setup = setup
    const resource = pods[0]?.ref.resource
    if (resource === undefined) return
    for (const node of new Set(pods.map(nodeOf))) {
      const target = { resource, namespace: '', labelSelector: '', fieldSelector: `spec.nodeName=${node}` }
      const watch = setup.watches.objects(setup.api, target, 'objects')
      const unsubscribe = watch.subscribe(() => {
        for (const listener of this.#listeners) listener()
      })
      this.#watches.set(node, { watch, unsubscribe })
    }
  }

  /** Whether it is known that this very pod is not there any more. */
  isGone(pod: Target): boolean {
    const { uid = '' } = pod.object.metadata
    if (this.#readGone.has(uid)) return true
    const watch = this.#watchOf(pod)
    return watch?.isSynced === true && this.#present(pod)?.metadata.uid !== uid
  }

  /** The pod as it was seen last. */
  latest(pod: Target): Target {
    const object = this.#present(pod)
    const isSame = object !== undefined && object.metadata.uid === pod.object.metadata.uid
    return isSame ? { ...pod, object } : pod
  }

  /** Waits until it is gone (true), or a time of the clock or the end has come. */
  async gone(pod: Target, until: number): Promise<boolean> {
    const { clock, signal } = this.#setup
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = (): void => {
      if (this.isGone(pod) || signal.aborted) resolve()
    }
    const left = until - clock.elapsed()
    const timer = Number.isFinite(left) ? clock.after(Math.max(0, left), resolve) : null
    let reading = clock.after(readAgain, () => void read())
    const read = async (): Promise<void> => {
      await this.#readUnlessWatched(pod)
      look()
      reading = clock.after(readAgain, () => void read())
      if (!this.#listeners.has(look)) reading.cancel()
    }
    this.#listeners.add(look)
    signal.addEventListener('abort', look)
    look()
    await promise
    this.#listeners.delete(look)
    signal.removeEventListener('abort', look)
    timer?.cancel()
    reading.cancel()
    return this.isGone(pod)
  }

  close(): void {
    for (const { watch, unsubscribe } of this.#watches.values()) {
      unsubscribe()
      watch.release()
    }
    this.#watches.clear()
  }

  async #readUnlessWatched(pod: Target): Promise<void> {
    const phase = this.#watchOf(pod)?.phase.get().phase
    if (phase !== 'denied' && phase !== 'failed') return
    const { uid = '' } = pod.object.metadata
    try {
      const found = await this.#setup.api.get(pod.ref, this.#setup.signal)
      if (found.metadata.uid !== uid) this.#readGone.add(uid)
    } catch (error) {
      // Anything else says nothing of the pod.
      if (isAppError(error) && error.body.kind === 'gone') this.#readGone.add(uid)
    }
  }

  #watchOf(pod: Target): ObjectWatch | undefined {
    return this.#watches.get(nodeOf(pod))?.watch
  }

  #present(pod: Target) {
    return this.#watchOf(pod)?.objects.get(`${pod.ref.namespace}/${pod.ref.name}`)
  }
}

const nodeOf = ({ object }: Target): string => textAt(object, 'spec', 'nodeName')
