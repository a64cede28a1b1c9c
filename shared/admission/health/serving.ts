import type { Certificate } from '../certificates.ts'
import type { ServingFault } from './types.ts'

/** What of a serving certificate does not fit. @param isTrusted whether one of the bundle vouches for it */
export function servingFaults(
  certificate: Certificate,
  serverName: string,
  isTrusted: boolean,
): readonly ServingFault[] {
  const faults: ServingFault[] = []
  if (!isTrusted)
    faults.push({
      type: 'untrusted',
      text: `${certificate.subject || 'The certificate'} was issued by ${certificate.issuer || 'nobody'}, which is none of the bundle.`,
    })
  if (!certificate.names.some(name => isNameFor(name, serverName)))
    faults.push({
      type: 'name',
      text: `The API server calls ${serverName}; the certificate is for ${certificate.names.slice(0, 6).join(', ') || 'no name'}.`,
    })
  return faults
}

/** As TLS compares: without case, a leading `*` standing for exactly one label. */
export function isNameFor(pattern: string, name: string): boolean {
  const [left, right] = [pattern.toLowerCase(), name.toLowerCase()]
  if (left === right) return true
  return left.startsWith('*.') && right.includes('.') && left.slice(1) === right.slice(right.indexOf('.'))
}
