import type { KubeObject } from '../../../shared/kube/index.ts'
import { suffixOf } from './objects.ts'

export const nodeNames = ['mill-a1', 'mill-a2', 'mill-b1'] as const
export const domain = 'lanternfish.example'
export const registry = `registry.${domain}`

/** Collects the objects of the sample as of `now`, and hands out addresses and nodes in turn. */
export class SampleBuilder {
  /** Milliseconds since the epoch, on a whole second. */
  readonly now: number
  readonly #objects: KubeObject[] = []
  readonly #podsOnNode = new Map<string, number>()
  #nextNode = 0

  constructor(now: number) {
    this.now = Math.floor(now / 1000) * 1000
  }

  add(...objects: readonly KubeObject[]): void {
    this.#objects.push(...objects)
  }

  get objects(): readonly KubeObject[] {
    return this.#objects
  }

  pods(namespace: string, labels: Readonly<Record<string, string>>): readonly KubeObject[] {
    return this.#objects.filter(
      ({ kind, metadata }) =>
        kind === 'Pod' &&
        metadata.namespace === namespace &&
        Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value),
    )
  }

  /** Milliseconds since the epoch, `age` milliseconds ago. */
  ago(age: number): number {
    return this.now - age
  }

  takeNode(): string {
    return nodeNames[this.#nextNode++ % nodeNames.length] ?? nodeNames[0]
  }

  takeAddress(node: string): string {
    const number = (this.#podsOnNode.get(node) ?? 10) + 1
    this.#podsOnNode.set(node, number)
    return `10.42.${nodeNames.indexOf(node as (typeof nodeNames)[number]) + 1}.${number}`
  }
}

export function nodeAddress(node: string): string {
  return `10.20.0.${11 + nodeNames.indexOf(node as (typeof nodeNames)[number])}`
}

/** A cluster IP, the same for the same service. */
export function clusterAddress(namespace: string, name: string): string {
  const number = suffixOf(2, 'service', namespace, name)
  return `10.96.${number.charCodeAt(0) + 20}.${number.charCodeAt(1) + 60}`
}
