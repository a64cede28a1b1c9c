import type { KubeObject } from '../../shared/kube/index.ts'

export interface FilesContainer {
  readonly name: string
  readonly isRunning: boolean
  /** Where its process starts, when the pod says so; else the root. */
  readonly folder: string
}

/** Containers of a pod, in the order of its spec: those that run, and of the others the ordinary ones. */
export function containersOf(pod: KubeObject): readonly FilesContainer[] {
  const named = (parent: unknown, field: string): readonly Readonly<Record<string, unknown>>[] => {
    const value = isObject(parent) ? parent[field] : undefined
    return Array.isArray(value) ? value.filter(isObject) : []
  }
  const statuses = ['containerStatuses', 'ephemeralContainerStatuses', 'initContainerStatuses']
  const running = new Set(
    statuses
      .flatMap(field => named(pod.status, field))
      .filter(({ state }) => isObject(state) && isObject(state.running))
      .map(({ name }) => name),
  )
  return ['containers', 'ephemeralContainers', 'initContainers'].flatMap(field =>
    named(pod.spec, field)
      .filter(({ name }) => field === 'containers' || running.has(name))
      .map(({ name, workingDir }) => ({
        name: String(name),
        isRunning: running.has(name),
        folder: typeof workingDir === 'string' && workingDir.startsWith('/') ? workingDir : '/',
      })),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
