import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { CelError, OpaqueValue, type Result } from '../values/value.ts'
import { type Address, isFourInSix, isSameAddress, parseAddress, printAddress } from './address.ts'
import { nominal, oneTraversal, twoTraversals } from './costs.ts'
import { global, member } from './define.ts'
import { quoteGo } from './quote.ts'

export const ipType = types.opaque('net.IP')
const { bool, int, string } = types

export class IpValue extends OpaqueValue {
  readonly type = ipType
  readonly address: Address

  constructor(address: Address) {
    super()
    this.address = address
  }

  override get size(): number {
    return this.address.bytes.length
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof IpValue && isSameAddress(this.address, other.address)
  }

  override toString(): string {
    return printAddress(this.address)
  }
}

/** An address as policies may have it: no zone, and none of IPv4 in the form of IPv6. */
export function readIp(text: string): IpValue | CelError {
  const address = parseAddress(text)
  if (typeof address === 'string')
    return new CelError(`IP Address ${quoteGo(text)} parse error during conversion from string: ${address}`)
  if (address.zone !== '') return new CelError(`IP address ${quoteGo(text)} with zone value is not allowed`)
  if (isFourInSix(address)) return new CelError(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`)
  return new IpValue(address)
}

function isCanonical(text: string): Result {
  const ip = readIp(text)
  return ip instanceof CelError ? ip : ip.toString() === text
}

const isZero = ({ bytes }: Address): boolean => bytes.every(byte => byte === 0)

function isLoopback({ bytes }: Address): boolean {
  if (bytes.length === 4) return bytes[0] === 127
  return bytes.slice(0, 15).every(byte => byte === 0) && bytes[15] === 1
}

const isMulticast = ({ bytes: [first = 0, ...rest] }: Address): boolean =>
  rest.length === 3 ? (first & 0xf0) === 0xe0 : first === 0xff

function isLinkLocalMulticast({ bytes: [first = 0, second = 0, third = 0, ...rest] }: Address): boolean {
  if (rest.length === 1) return first === 224 && second === 0 && third === 0
  return first === 0xff && (second & 0x0f) === 0x02
}

function isLinkLocalUnicast({ bytes: [first = 0, second = 0, ...rest] }: Address): boolean {
  if (rest.length === 2) return first === 169 && second === 254
  return first === 0xfe && (second & 0xc0) === 0x80
}

function isGlobalUnicast(address: Address): boolean {
  const isBroadcast = address.bytes.length === 4 && address.bytes.every(byte => byte === 255)
  return !(
    isZero(address) ||
    isBroadcast ||
    isLoopback(address) ||
    isMulticast(address) ||
    isLinkLocalUnicast(address)
  )
}

const asks = (name: string, id: string, holds: (address: Address) => boolean): FunctionDefinition =>
  member(name, id, [ipType], bool, ({ address }: IpValue) => holds(address), nominal)

export const ipFunctions: readonly FunctionDefinition[] = [
  global('ip', 'string_to_ip', [string], ipType, readIp, oneTraversal),
  global('isIP', 'is_ip', [string], bool, (text: string) => readIp(text) instanceof IpValue, oneTraversal),
  global('ip.isCanonical', 'ip_is_canonical', [string], bool, isCanonical, twoTraversals),
  member(
    'family',
    'ip_family',
    [ipType],
    int,
    ({ address }: IpValue) => (address.bytes.length === 4 ? 4n : 6n),
    nominal,
  ),
  asks('isUnspecified', 'ip_is_unspecified', isZero),
  asks('isLoopback', 'ip_is_loopback', isLoopback),
  asks('isLinkLocalMulticast', 'ip_is_link_local_multicast', isLinkLocalMulticast),
  asks('isLinkLocalUnicast', 'ip_is_link_local_unicast', isLinkLocalUnicast),
  asks('isGlobalUnicast', 'ip_is_global_unicast', isGlobalUnicast),
  global('string', 'ip_to_string', [ipType], string, (ip: IpValue) => ip.toString()),
]
