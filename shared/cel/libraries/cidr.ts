import { types } from '../check/types.ts'
import type { Cost, FunctionDefinition } from '../run/functions.ts'
import { traversalFactor } from '../run/sizes.ts'
import { CelError, OpaqueValue, type Result } from '../values/value.ts'
import {
  isFourInSix,
  isSameAddress,
  maskAddress,
  type Network,
  parseNetwork,
  printAddress,
} from './address.ts'
import { nominal, oneTraversal, plainSize } from './costs.ts'
import { global, member } from './define.ts'
import { IpValue, ipType, readIp } from './ip.ts'
import { quoteGo } from './quote.ts'

export const cidrType = types.opaque('net.CIDR')
const { bool, int, string } = types

class CidrValue extends OpaqueValue {
  readonly type = cidrType
  readonly network: Network

  constructor(network: Network) {
    super()
    this.network = network
  }

  /** Bytes that its bits take. */
  override get size(): number {
    return Math.ceil(this.network.bits / 8)
  }

  equals(other: OpaqueValue): boolean {
    return (
      other instanceof CidrValue &&
      this.network.bits === other.network.bits &&
      isSameAddress(this.network.address, other.network.address)
    )
  }

  override toString(): string {
    return `${printAddress(this.network.address)}/${this.network.bits}`
  }
}

const failed = 'network address parse error during conversion from string: '

function readCidr(text: string): CidrValue | CelError {
  const network = parseNetwork(text)
  // The server says it twice.
  if (typeof network === 'string') return new CelError(failed + failed + network)
  if (isFourInSix(network.address))
    return new CelError(`${failed}IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`)
  return new CidrValue(network)
}

function hasIp({ network: { address, bits } }: CidrValue, { address: other }: IpValue): boolean {
  return isSameAddress(maskAddress(address, bits), maskAddress(other, bits))
}

function hasCidr({ network: { address, bits } }: CidrValue, { network: other }: CidrValue): boolean {
  return bits <= other.bits && isSameAddress(maskAddress(address, bits), maskAddress(other.address, bits))
}

function hasIpOf(cidr: CidrValue, text: string): Result {
  const ip = readIp(text)
  // Why the text is no address gets lost on the server.
  return ip instanceof CelError ? new CelError('no such overload') : hasIp(cidr, ip)
}

function hasCidrOf(cidr: CidrValue, text: string): Result {
  const other = readCidr(text)
  return other instanceof CelError ? other : hasCidr(cidr, other)
}

/** Comparing the bytes of both, and reading the other one where it is a text. */
const containsIpCost =
  (readsText: boolean): Cost =>
  ([cidr, other]) =>
    compared(plainSize(cidr)) + (readsText ? traversed(plainSize(other)) : 0)

/** As above, and the bits of the other network besides. */
const containsCidrCost =
  (readsText: boolean): Cost =>
  ([cidr, other]) =>
    compared(plainSize(cidr)) + traversed(plainSize(cidr)) + 1 + (readsText ? traversed(plainSize(other)) : 0)

const traversed = (size: number): number => Math.ceil(size * traversalFactor)
const compared = (size: number): number => traversed(2 * size)

export const cidrFunctions: readonly FunctionDefinition[] = [
  global('cidr', 'string_to_cidr', [string], cidrType, readCidr, oneTraversal),
  global(
    'isCIDR',
    'is_cidr',
    [string],
    bool,
    (text: string) => readCidr(text) instanceof CidrValue,
    oneTraversal,
  ),
  // Those that do not read a text come last in the server’s order too; their cost is that of the name.
  member('containsIP', 'cidr_contains_ip_string', [cidrType, string], bool, hasIpOf, {
    cost: containsIpCost(true),
  }),
  member('containsIP', 'cidr_contains_ip_ip', [cidrType, ipType], bool, hasIp, {
    cost: containsIpCost(false),
    costByName: true,
  }),
  member('containsCIDR', 'cidr_contains_cidr_string', [cidrType, string], bool, hasCidrOf, {
    cost: containsCidrCost(true),
  }),
  member('containsCIDR', 'cidr_contains_cidr', [cidrType, cidrType], bool, hasCidr, {
    cost: containsCidrCost(false),
    costByName: true,
  }),
  member(
    'ip',
    'cidr_ip',
    [cidrType],
    ipType,
    ({ network }: CidrValue) => new IpValue(network.address),
    nominal,
  ),
  member(
    'prefixLength',
    'cidr_prefix_length',
    [cidrType],
    int,
    ({ network }: CidrValue) => BigInt(network.bits),
    nominal,
  ),
  member(
    'masked',
    'cidr_masked',
    [cidrType],
    cidrType,
    ({ network: { address, bits } }: CidrValue) =>
      new CidrValue({ address: maskAddress(address, bits), bits }),
    nominal,
  ),
  global('string', 'cidr_to_string', [cidrType], string, (cidr: CidrValue) => cidr.toString()),
]
