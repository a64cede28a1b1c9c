import { type Fields, fieldsOf, listOf, numberOf, stringOf } from '../fields.ts'

export interface PlacedContainer {
  readonly container: Fields
  readonly path: string
}

interface Port {
  readonly path: string
  readonly name: string
  readonly hostPort: number
  readonly containerPort: number
  readonly protocol: string
  readonly hostIp: string
}

/** Ports of all containers that are in each other’s way, or named alike. */
export function portWarnings(containers: readonly PlacedContainer[]): readonly string[] {
  const ports = containers.flatMap(({ container, path }) =>
    listOf(container.ports).map((each, index) => portOf(fieldsOf(each), `${path}.ports[${index}]`)),
  )
  return [...clashWarnings(ports), ...nameWarnings(ports)]
}

function portOf(port: Fields, path: string): Port {
  return {
    path,
    name: stringOf(port.name),
    hostPort: numberOf(port.hostPort) ?? 0,
    containerPort: numberOf(port.containerPort) ?? 0,
    protocol: stringOf(port.protocol),
    hostIp: stringOf(port.hostIP),
  }
}

function clashWarnings(ports: readonly Port[]): readonly string[] {
  const earlier = new Map<string, Port[]>()
  return ports.flatMap(port => {
    const key = `${port.containerPort}/${port.protocol}`
    const others = earlier.get(key) ?? []
    earlier.set(key, [...others, port])
    return [...boundWarnings(port), ...others.flatMap(other => clashOf(port, other))]
  })
}

function boundWarnings({ path, name, hostPort, containerPort, protocol, hostIp }: Port): readonly string[] {
  if (hostIp === '' || hostPort !== 0) return []
  const written = `{Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIp}}`
  return [`${path}: hostIP set without hostPort: ${written}`]
}

function clashOf(port: Port, other: Port): readonly string[] {
  const clash = (how: string): readonly string[] => [
    `${port.path}: ${how} port definition with ${other.path}`,
  ]
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) return clash('duplicate')
  if (port.hostPort === 0 || other.hostPort === 0) return clash('overlapping')
  const isOneOpen = (port.hostIp === '') !== (other.hostIp === '')
  return port.hostPort === other.hostPort && isOneOpen ? clash('dangerously ambiguous') : []
}

function nameWarnings(ports: readonly Port[]): readonly string[] {
  const first = new Map<string, string>()
  return ports.flatMap(({ path, name }) => {
    if (name === '') return []
    const other = first.get(name)
    if (other === undefined) {
      first.set(name, path)
      return []
    }
    return [
      `${path}: duplicate port name ${JSON.stringify(name)} with ${other}, services and probes that select ports by name will use ${other}`,
    ]
  })
}
