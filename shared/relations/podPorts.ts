import type { KubeObject } from '../kube/index.ts'
import { at, listAt, numberAt, textAt } from './read.ts'

/** A port that a container declares. Nothing says that it is listened on, nor that others are not. */
export interface PodPort {
  readonly number: number
  /** Empty without one. */
  readonly name: string
  /** `TCP`, `UDP` or `SCTP`. */
  readonly protocol: string
  readonly container: string
}

/** Ports that the containers of a pod specification declare, sidecars last. */
export function podPorts(spec: unknown): readonly PodPort[] {
  const sidecars = listAt(spec, 'initContainers').filter(
    container => textAt(container, 'restartPolicy') === 'Always',
  )
  return [...listAt(spec, 'containers'), ...sidecars].flatMap(container =>
    listAt(container, 'ports').flatMap(port => {
      const number = numberAt(port, 'containerPort')
      if (number === null) return []
      const protocol = textAt(port, 'protocol') || 'TCP'
      return [{ number, name: textAt(port, 'name'), protocol, container: textAt(container, 'name') }]
    }),
  )
}

/** The port of a pod by its number or by the name that a container gives it; null when none has the name. */
export function portOfPod(spec: unknown, asked: string): number | null {
  if (isPortNumber(asked)) return Number(asked)
  return podPorts(spec).find(({ name, protocol }) => name === asked && protocol === 'TCP')?.number ?? null
}

/** A port of a Service by its number or name; null when there is none. */
export function portOfService(service: KubeObject, asked: string): unknown {
  const ports = listAt(service, 'spec', 'ports')
  const byNumber = (port: unknown): boolean => String(numberAt(port, 'port')) === asked
  const byName = (port: unknown): boolean => textAt(port, 'name') === asked
  return ports.find(isPortNumber(asked) ? byNumber : byName) ?? null
}

/**
 * Where a port of a Service leads in one of its pods: a number, or the name that the pod's own
 * containers give it. Null when the pod has no port of that name. A headless Service leads to the same
 * number, whatever its target port says. Source of the rule: kubectl,
 * pkg/util/service_port.go, and the API's own words for `targetPort`.
 */
export function portBehind(service: KubeObject, port: unknown, podSpec: unknown): number | null {
  const own = numberAt(port, 'port')
  const target = at(port, 'targetPort')
  if (textAt(service, 'spec', 'clusterIP') === 'None') return own
  if (typeof target === 'string' && target !== '') return portOfPod(podSpec, target)
  return typeof target === 'number' && target !== 0 ? target : own
}

/** Whether a text is a port's number. Names of ports hold a letter. */
export function isPortNumber(text: string): boolean {
  return /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}
