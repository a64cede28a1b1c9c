import type { KubeObject } from '../../shared/kube/index.ts'

/** A container of a pod that a terminal could be opened in, or files be copied from. */
export interface PodContainer {
  readonly name: string
  readonly kind: 'container' | 'init' | 'ephemeral'
  readonly image: string
  readonly isRunning: boolean
  readonly isTty: boolean
  readonly hasInput: boolean
  /** Where its process starts, when the pod says so; else the root. */
  readonly folder: string
}

const defaultAnnotation = 'kubectl.kubernetes.io/default-container'

/** The containers of a pod, the default one first, as kubectl chooses it; then those that run, then the others. */
export function containersOf(pod: KubeObject): readonly PodContainer[] {
  const running = new Set(
    ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'].flatMap(field =>
      objectsAt(pod.status, field)
        .filter(({ state }) => isObject(state) && isObject(state.running))
        .map(({ name }) => String(name)),
    ),
  )
  const named = (field: string, kind: PodContainer['kind']) =>
    objectsAt(pod.spec, field).map(
      ({ name, image, tty, stdin, workingDir }): PodContainer => ({
        name: String(name),
        kind,
        image: typeof image === 'string' ? image : '',
        isRunning: running.has(String(name)),
        isTty: tty === true,
        hasInput: stdin === true,
        folder: typeof workingDir === 'string' && workingDir.startsWith('/') ? workingDir : '/',
      }),
    )
  const all = [
    ...named('containers', 'container'),
    ...named('ephemeralContainers', 'ephemeral'),
    ...named('initContainers', 'init'),
  ]
  const chosen = pod.metadata.annotations?.[defaultAnnotation]
  const first = all.find(({ name, kind }) => kind === 'container' && name === chosen) ?? all[0]
  const rank = (one: PodContainer) => (one === first ? 0 : one.isRunning ? 1 : 2)
  return [...all].sort((a, b) => rank(a) - rank(b))
}

function objectsAt(parent: unknown, field: string): readonly Record<string, unknown>[] {
  const value = isObject(parent) ? parent[field] : undefined
  return Array.isArray(value) ? value.filter(isObject) : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
