import { isFourInSix, parseAddress, printAddress } from '../../cel/kubernetes/index.ts'

/**
 * Of an address that is not written as it is meant to be. Source: apimachinery, pkg/util/validation/ip.go. With
 * leading zeros an address of version 4 is read as decimal.
 */
export function addressWarnings(text: string, path: string): readonly string[] {
  const plain = /^\d+(?:\.\d+){3}$/.test(text) ? text.split('.').map(Number).join('.') : text
  const address = parseAddress(plain)
  if (typeof address === 'string') return []
  if (plain !== text || isFourInSix(address)) {
    const used = isFourInSix(address) ? address.bytes.slice(-4).join('.') : plain
    return [
      `${path}: non-standard IP address ${JSON.stringify(text)} is invalid: use ${JSON.stringify(used)}`,
    ]
  }
  const canonical = printAddress(address)
  return text.includes(':') && canonical !== text
    ? [
        `${path}: IPv6 address ${JSON.stringify(text)} should be in RFC 5952 canonical format (${JSON.stringify(canonical)})`,
      ]
    : []
}
