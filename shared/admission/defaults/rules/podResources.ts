import { CelError } from '../../../cel/index.ts'
import {
  type Amount,
  addAmounts,
  compareAmounts,
  integerAmount,
  printAmount,
} from '../../../cel/kubernetes/index.ts'
import { parseQuantity } from '../quantity.ts'
import { emptyFields, type Fields } from '../read.ts'
import { fill, found, inside, isEmpty, listed, text } from './rule.ts'

/** What a container of a pod is limited to and does not request, it requests. */
export function requestsOfLimits(container: Fields): void {
  const resources = found(container, 'resources')
  const limits = found(resources, 'limits')
  if (resources === undefined || limits === undefined) return
  const requests = inside(resources, 'requests')
  for (const [name, amount] of Object.entries(limits)) fill(requests, name, amount ?? '0')
}

type Amounts = Map<string, Amount>

const none = integerAmount(0n)

function amountsOf(container: Fields, which: 'requests' | 'limits'): Amounts {
  const amounts = found(found(container, 'resources'), which)
  return new Map(
    Object.entries(amounts ?? {}).map(([name, amount]) => [name, parseQuantity(text(amount)) ?? none]),
  )
}

function add(total: Amounts, more: Amounts): void {
  for (const [name, amount] of more) {
    const before = total.get(name)
    const sum = before === undefined ? amount : addAmounts(before, amount)
    // Too far apart to be written out: the one is nothing beside the other.
    if (!(sum instanceof CelError)) total.set(name, sum)
  }
}

function raise(total: Amounts, least: Amounts): void {
  for (const [name, amount] of least) {
    const before = total.get(name)
    if (before === undefined || compareAmounts(amount, before) > 0) total.set(name, amount)
  }
}

/** The most that a pod’s containers need at a time: sidecars run on beside those that start after them. */
function aggregated(spec: Fields, which: 'requests' | 'limits'): Amounts {
  const total: Amounts = new Map()
  for (const each of listed(spec, 'containers')) add(total, amountsOf(each, which))
  const sidecars: Amounts = new Map()
  const starting: Amounts = new Map()
  for (const each of listed(spec, 'initContainers')) {
    const own = amountsOf(each, which)
    if (each.restartPolicy === 'Always') {
      add(total, own)
      add(sidecars, own)
      raise(starting, sidecars)
    } else {
      const beside: Amounts = new Map(own)
      add(beside, sidecars)
      raise(starting, beside)
    }
  }
  raise(total, starting)
  return total
}

const isHugePages = (name: string): boolean => name.startsWith('hugepages-')
/** Resources that a pod as a whole may be given. */
const isOfPods = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name)

/** Requests and limits of a pod as a whole, where it has some, are completed by its containers’. */
export function defaultPodResources(spec: Fields): void {
  const resources = found(spec, 'resources')
  if (resources === undefined) return
  const limits = found(resources, 'limits')
  if (isEmpty(limits) && isEmpty(found(resources, 'requests'))) return
  const limited = limits ?? emptyFields()
  for (const [name, amount] of aggregated(spec, 'limits')) {
    if (isHugePages(name) && found(resources, 'requests')?.[name] === undefined) {
      fill(limited, name, printAmount(amount))
    }
  }
  if (!isEmpty(limited)) resources.limits = limited
  else return
  const requests = found(resources, 'requests') ?? emptyFields()
  for (const [name, amount] of aggregated(spec, 'requests')) {
    if (isOfPods(name) && !isHugePages(name)) fill(requests, name, printAmount(amount))
  }
  for (const [name, amount] of Object.entries(limited)) {
    if (isOfPods(name)) fill(requests, name, amount ?? '0')
  }
  if (!isEmpty(requests)) resources.requests = requests
}
