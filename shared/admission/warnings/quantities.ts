import { CelError } from '../../cel/index.ts'
import { type Amount, parseAmount, printAmount, roundedUp } from '../../cel/kubernetes/index.ts'
import { type Fields, fieldsOf, own } from '../fields.ts'

/** A quantity that is no whole number of bytes, in the server’s words; empty where it is one, or absent. */
export function fractionWarnings(list: unknown, resource: string, path: string): readonly string[] {
  const value = own(fieldsOf(list), resource)
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const amount = parseAmount(String(value))
  if (amount instanceof CelError || isWhole(amount)) return []
  const text = JSON.stringify(printAmount(amount))
  return [`${path}[${resource}]: fractional byte value ${text} is invalid, must be an integer`]
}

/** What is finer than thousandths counts as one of them. */
function isWhole(amount: Amount): boolean {
  const { unscaled, exponent } = roundedUp(amount, -3)
  return exponent >= 0 || unscaled % 10n ** BigInt(-exponent) === 0n
}

/** Of the spec of a PersistentVolumeClaim. Source: kubernetes, pkg/api/persistentvolumeclaim/util.go. */
export function storageWarnings(spec: Fields, path: string): readonly string[] {
  const { requests, limits } = fieldsOf(spec.resources)
  return [
    ...fractionWarnings(requests, 'storage', `${path}.resources.requests`),
    ...fractionWarnings(limits, 'storage', `${path}.resources.limits`),
  ]
}
