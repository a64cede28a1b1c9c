import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../../kube/index.ts'
import { fieldOf, objectOf, objectsAt, textAt } from '../json.ts'
import { compareNames } from '../lookups.ts'
import { podSum, resourcesOf } from '../podResources.ts'
import {
  type Amount,
  type Amounts,
  amountsAt,
  compareAmounts,
  milliValue,
  printAmount,
} from '../quantities.ts'

/** What an object breaks of a LimitRange, in the server's words. */
export interface LimitProblem {
  readonly message: string
  /** Field of the LimitRange. */
  readonly field: string
}

interface Asked {
  readonly requests: Amounts
  readonly limits: Amounts
}

/** Problems in the order of limits; of one limit by resource, as the order of the server is not fixed. */
export function limitProblems(
  range: KubeObject,
  resource: string,
  object: JsonObject,
  minor: number,
): readonly LimitProblem[] {
  const limits = objectsAt(objectOf(fieldOf(objectOf(range), 'spec')), 'limits')
  return limits.flatMap((limit, index) => {
    const type = textAt(limit, 'type')
    return askedBy(type, resource, object, minor).flatMap(asked =>
      type === 'PersistentVolumeClaim'
        ? claimProblems(limit, asked, index)
        : podProblems(limit, type, asked, index),
    )
  })
}

function askedBy(type: string, resource: string, object: JsonObject, minor: number): readonly Asked[] {
  const spec = objectOf(fieldOf(object, 'spec'))
  const ofOne = (one: JsonObject): Asked => ({
    requests: resourcesOf(one, 'requests'),
    limits: resourcesOf(one, 'limits'),
  })
  if (resource === 'persistentvolumeclaims') return type === 'PersistentVolumeClaim' ? [ofOne(spec)] : []
  if (type === 'Container')
    return [...objectsAt(spec, 'containers'), ...objectsAt(spec, 'initContainers')].map(ofOne)
  if (type !== 'Pod') return []
  // Resources of the whole pod count since 1.34; here only these two.
  const isPodLevel = (name: string): boolean => minor >= 34 && (name === 'cpu' || name === 'memory')
  const sum = (which: 'requests' | 'limits') => podSum(object, which, { podLevel: isPodLevel })
  return [{ requests: sum('requests'), limits: sum('limits') }]
}

type Check = (name: string, bound: Amount) => string | null

function problemsOf(limit: JsonObject, part: string, index: number, check: Check): readonly LimitProblem[] {
  return [...amountsAt(limit, part)]
    .toSorted(([one], [other]) => compareNames(one, other))
    .flatMap(([name, bound]) => {
      const message = check(name, bound)
      return message === null ? [] : [{ message, field: `spec.limits[${index}].${part}.${name}` }]
    })
}

function podProblems(
  limit: JsonObject,
  type: string,
  { requests, limits }: Asked,
  index: number,
): readonly LimitProblem[] {
  return [
    ...problemsOf(limit, 'min', index, (name, bound) =>
      belowMinimum(type, name, bound, requests.get(name), limits.get(name)),
    ),
    ...problemsOf(limit, 'max', index, (name, bound) =>
      aboveMaximum(type, name, bound, requests.get(name), limits.get(name)),
    ),
    ...problemsOf(limit, 'maxLimitRequestRatio', index, (name, bound) =>
      aboveRatio(type, name, bound, requests.get(name), limits.get(name)),
    ),
  ]
}

function claimProblems(limit: JsonObject, { requests }: Asked, index: number): readonly LimitProblem[] {
  const type = 'PersistentVolumeClaim'
  return [
    ...problemsOf(limit, 'min', index, (name, bound) =>
      belowMinimum(type, name, bound, requests.get(name), undefined),
    ),
    ...problemsOf(limit, 'max', index, (name, bound) => {
      const usage = `maximum ${name} usage per ${type} is ${printAmount(bound)}`
      const request = requests.get(name)
      if (request === undefined) return `${usage}.  No request is specified`
      return compareAmounts(request, bound) > 0 ? `${usage}, but request is ${printAmount(request)}` : null
    }),
  ]
}

function belowMinimum(
  type: string,
  name: string,
  bound: Amount,
  request: Amount | undefined,
  limit: Amount | undefined,
): string | null {
  const usage = `minimum ${name} usage per ${type} is ${printAmount(bound)}`
  if (request === undefined) return `${usage}.  No request is specified`
  if (compareAmounts(request, bound) < 0) return `${usage}, but request is ${printAmount(request)}`
  if (limit !== undefined && compareAmounts(limit, bound) < 0)
    return `${usage}, but limit is ${printAmount(limit)}`
  return null
}

function aboveMaximum(
  type: string,
  name: string,
  bound: Amount,
  request: Amount | undefined,
  limit: Amount | undefined,
): string | null {
  const usage = `maximum ${name} usage per ${type} is ${printAmount(bound)}`
  if (limit === undefined) return `${usage}.  No limit is specified`
  if (compareAmounts(limit, bound) > 0) return `${usage}, but limit is ${printAmount(limit)}`
  if (request !== undefined && compareAmounts(request, bound) > 0)
    return `${usage}, but request is ${printAmount(request)}`
  return null
}

function aboveRatio(
  type: string,
  name: string,
  bound: Amount,
  request: Amount | undefined,
  limit: Amount | undefined,
): string | null {
  const usage = `${name} max limit to request ratio per ${type} is ${printAmount(bound)}`
  const [asked, most] = [request, limit].map(amount => (amount === undefined ? 0 : milliValue(amount)))
  if (!asked) return `${usage}, but no request is specified or request is 0`
  if (!most) return `${usage}, but no limit is specified or limit is 0`
  const ratio = most / asked
  return ratio * 1000 > milliValue(bound) ? `${usage}, but provided ratio is ${ratio.toFixed(6)}` : null
}
