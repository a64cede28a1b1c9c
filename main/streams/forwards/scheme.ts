import type { ForwardedPort } from '../../../shared/ipc/index.ts'

type Scheme = ForwardedPort['scheme']

const https = new Set([443, 4443, 6443, 8443, 9443, 10_250])
const http = new Set([80, 3000, 4200, 5000, 8000, 8080, 8081, 8088, 8888, 9090, 9093, 15_672, 16_686])

/**
 * What a browser would speak with a port: from what the Service says of it (`appProtocol`), the port's
 * name, or its number, in this order. Empty where none of them tells.
 */
export function schemeOf(port: {
  readonly appProtocol?: string
  readonly name: string
  readonly number: number
}): Scheme {
  const spoken = (port.appProtocol ?? '').toLowerCase()
  if (spoken !== '') return spokenSchemes.get(spoken) ?? ''
  const name = port.name.toLowerCase()
  if (/^(https|tls|ssl)(-|$)|-(https|tls)$/.test(name)) return 'https'
  if (/^(http|web|ui|console|dashboard|metrics)(-|$)|-(http|web|ui)$/.test(name)) return 'http'
  // A name that says something else is no web page, whatever the number.
  if (name !== '' && otherProtocols.test(name)) return ''
  return https.has(port.number) ? 'https' : http.has(port.number) ? 'http' : ''
}

const spokenSchemes: ReadonlyMap<string, Scheme> = new Map([
  ['http', 'http'],
  ['https', 'https'],
  ['kubernetes.io/ws', 'http'],
  ['kubernetes.io/wss', 'https'],
])

const otherProtocols = /^(amqp|dns|ftp|grpc|kafka|ldap|mongo|mysql|nats|postgres|redis|smtp|ssh|tcp|udp)/
