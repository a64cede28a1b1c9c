import { AppError } from '../../../shared/errors/index.ts'
import type { ForwardedPort } from '../../../shared/ipc/index.ts'
import {
  isPortNumber,
  listAt,
  numberAt,
  podPorts,
  podSpecOf,
  portBehind,
  textAt,
} from '../../../shared/relations/index.ts'
import { schemeOf } from './scheme.ts'
import { type Target, targetName } from './target.ts'

/** A port that may be asked for. */
export interface OfferedPort {
  readonly asked: string
  /** 0 while no pod tells. */
  readonly remote: number
  readonly name: string
  readonly protocol: string
  readonly container: string
  readonly scheme: ForwardedPort['scheme']
}

/**
 * The ports that a target declares: a Service's own, or those of the containers.
 * @param podSpec of one of its pods; null while none is known
 */
export function offeredPorts({ service, object }: Target, podSpec: unknown): readonly OfferedPort[] {
  if (service === null) {
    return podPorts(podSpec ?? podSpecOf(object)).map(({ number, name, protocol, container }) => ({
      asked: name !== '' && protocol === 'TCP' ? name : String(number),
      remote: number,
      name,
      protocol,
      container,
      scheme: protocol === 'TCP' ? schemeOf({ name, number }) : '',
    }))
  }
  return listAt(service, 'spec', 'ports').flatMap(port => {
    const number = numberAt(port, 'port')
    if (number === null) return []
    const name = textAt(port, 'name')
    const protocol = textAt(port, 'protocol') || 'TCP'
    const appProtocol = textAt(port, 'appProtocol')
    return [
      {
        asked: String(number),
        remote: portBehind(service, port, podSpec) ?? 0,
        name,
        protocol,
        container: '',
        scheme: protocol === 'TCP' ? schemeOf({ name, number, appProtocol }) : '',
      },
    ]
  })
}

/**
 * What a port that was asked for speaks.
 * @throws AppError where it cannot be forwarded to: a port that a Service does not have, or one of UDP
 */
export function checkedPort(target: Target, asked: string, podSpec: unknown): OfferedPort {
  const offered = offeredPorts(target, podSpec)
  const isAsked = (port: OfferedPort): boolean =>
    port.asked === asked || port.name === asked || (target.service === null && String(port.remote) === asked)
  const found = offered.filter(isAsked)
  const tcp = found.find(({ protocol }) => protocol === 'TCP')
  if (tcp !== undefined) return { ...tcp, asked }
  const [other] = found
  if (other !== undefined && (target.service !== null || !isPortNumber(asked)))
    throw refused(
      `Port ${asked} of ${targetName(target)} is one of ${other.protocol}. The cluster carries nothing but TCP to a pod.`,
    )
  // A container may listen on a port that it does not declare.
  if (target.service === null && isPortNumber(asked))
    return {
      ...undeclared,
      asked,
      remote: Number(asked),
      scheme: schemeOf({ name: '', number: Number(asked) }),
    }
  throw refused(`${targetName(target)} has no port ${asked}. ${whatItHas(offered)}`)
}

const undeclared = { name: '', protocol: 'TCP', container: '' } as const

function whatItHas(offered: readonly OfferedPort[]): string {
  const ports = offered.map(({ asked, name }) =>
    name === '' || name === asked ? asked : `${asked} (${name})`,
  )
  return ports.length === 0 ? 'It declares none.' : `It has ${ports.join(', ')}.`
}

function refused(message: string): AppError {
  return new AppError({ kind: 'invalid', reason: 'NoPort', message })
}
