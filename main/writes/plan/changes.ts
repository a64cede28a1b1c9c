import { type Change, changesOf, compare, type Shape } from '../../../shared/diff/index.ts'
import type { AttributedChange, ChangeCause } from '../../../shared/ipc/index.ts'
import {
  type FieldPath,
  formatPath,
  isMapping,
  type KubeObject,
  keyOfItem,
  ownersAt,
  quantityNumber,
  readOwnership,
} from '../../../shared/kube/index.ts'
import type { AdmissionChange } from '../types.ts'
import { valueAt } from './fields.ts'
import { shownValue } from './shown.ts'

export interface Attribution {
  /** What was asked for; null where it says nothing of fields. */
  readonly intent: unknown
  /** The intent names every field: what it lacks is asked to go. */
  readonly isWhole: boolean
  readonly dropped: readonly string[]
  readonly manager: string
  readonly admission: readonly AdmissionChange[]
  readonly shape: Shape
}

/** Fields that each write changes, and that nobody asks about. */
const noise = ['managedFields', 'resourceVersion', 'generation', 'uid', 'creationTimestamp', 'selfLink']

/** The most changes that one step tells of. */
const mostChanges = 2000

/** What would change of an object, each with who makes it. Both as they may be shown. */
export function attributedChanges(
  live: KubeObject | null,
  result: KubeObject,
  attribution: Attribution,
): readonly AttributedChange[] {
  const { shape } = attribution
  const before = live === null ? identityOf(result) : withoutNoise(live)
  const changes = changesOf(compare(before, withoutNoise(result), { shape }))
  const ownership = readOwnership(result)
  const owners = (path: FieldPath): readonly string[] => {
    const places = indicesOf(result, path)
    return places === null ? [] : ownersAt(ownership, places).map(({ manager }) => manager)
  }
  return changes
    .flatMap(change => parted(change, attribution))
    .slice(0, mostChanges)
    .map(change => told(change, causeOf(change, attribution, owners)))
}

/** What a new object is called is no change of it. */
function identityOf({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): object {
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } }
}

function withoutNoise(object: KubeObject): object {
  if (!isMapping(object.metadata)) return object
  const metadata = Object.entries(object.metadata).filter(([name]) => !noise.includes(name))
  return { ...object, metadata: Object.fromEntries(metadata) }
}

/** What came as a whole, in the parts that were asked for and those that were not. */
function parted(change: Change, attribution: Attribution): readonly Change[] {
  if (change.kind !== 'added' || change.path.length > 12) return [change]
  const asked = valueAt(attribution.intent, change.path)
  if (asked === undefined || isSame(asked, change.after)) return [change]
  return partsOf(change.after, change.path, attribution.shape)
    .flatMap(([path, after, index]) => parted({ kind: 'added', path, after, index }, attribution))
    .concat(isParted(change.after, change.path, attribution.shape) ? [] : [change])
}

type Part = readonly [path: FieldPath, value: unknown, index: number | null]

function partsOf(value: unknown, path: FieldPath, shape: Shape): readonly Part[] {
  if (isMapping(value)) return Object.entries(value).map(([name, inner]) => [[...path, name], inner, null])
  const keys = keysAt(path, shape)
  if (!Array.isArray(value) || keys === null) return []
  const items = value.map((item: unknown, index): Part | null => {
    const element = keyOfItem(item, keys.fields, keys.defaults)
    return element === null ? null : [[...path, element], item, index]
  })
  return items.includes(null) ? [] : items.filter(item => item !== null)
}

const isParted = (value: unknown, path: FieldPath, shape: Shape): boolean =>
  partsOf(value, path, shape).length > 0

function keysAt(path: FieldPath, shape: Shape) {
  const pairing = shapeAt(path, shape).pairing()
  return pairing?.type === 'map' ? { fields: pairing.keys, defaults: pairing.defaults } : null
}

/** What the schema says of a place. */
export function shapeAt(path: FieldPath, shape: Shape): Shape {
  return path.reduce<Shape>(
    (inner, element) => (typeof element === 'string' ? inner.field(element) : inner.item()),
    shape,
  )
}

function causeOf(
  change: Change,
  { intent, isWhole, dropped, manager, admission }: Attribution,
  owners: (path: FieldPath) => readonly string[],
): ChangeCause {
  const field = formatPath(change.path)
  const mine = { by: 'mine', text: 'asked for' } as const
  if (change.kind === 'removed') {
    if (dropped.includes(field) || dropped.some(each => field.startsWith(each))) return mine
    if (isWhole && valueAt(intent, change.path) === undefined) return mine
  } else if (change.kind === 'moved') {
    if (valueAt(intent, change.path) !== undefined) return mine
  } else {
    const asked = valueAt(intent, change.path)
    if (asked !== undefined && isSame(asked, change.after)) return mine
  }
  const policy = admission.find(each => field.startsWith(each.field) || each.field.startsWith(field))
  if (policy !== undefined) return { by: 'admission', text: policy.by }
  const asked = valueAt(intent, change.path)
  if (asked !== undefined)
    return { by: 'unknown', text: 'asked for otherwise; the server or its admission made this of it' }
  const others = owners(change.path).filter(owner => owner !== manager)
  if (others.length > 0) return { by: 'other', text: [...new Set(others)].join(', ') }
  if (change.kind === 'removed')
    return isWhole || intent === null ? { by: 'unknown', text: 'removed by the server' } : mine
  return {
    by: 'defaulting',
    text: change.path[0] === 'status' ? 'set by the server' : 'default of the server',
  }
}

function told(change: Change, cause: ChangeCause): AttributedChange {
  const [before, after] = sidesOf(change).map(shownValue)
  return {
    path: change.path,
    field: formatPath(change.path),
    kind: change.kind === 'moved' ? 'changed' : change.kind,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    cause,
  }
}

function sidesOf(change: Change): readonly [unknown, unknown] {
  switch (change.kind) {
    case 'added':
      return [undefined, change.after]
    case 'removed':
      return [change.before, undefined]
    case 'changed':
    case 'moved':
      return [change.before, change.after]
  }
}

/** Equal as the server takes it: quantities and numbers by their value, whatever the order of fields. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  if (isMapping(a) && isMapping(b)) {
    const names = Object.keys(a).filter(name => a[name] !== undefined && a[name] !== null)
    const others = Object.keys(b).filter(name => b[name] !== undefined && b[name] !== null)
    return (
      names.length === others.length &&
      names.every(name => Object.hasOwn(b, name) && isSame(a[name], b[name]))
    )
  }
  return isSameAmount(a, b)
}

function isSameAmount(a: unknown, b: unknown): boolean {
  if ((typeof a !== 'string' && typeof a !== 'number') || (typeof b !== 'string' && typeof b !== 'number'))
    return false
  const amount = quantityNumber(String(a))
  return amount !== null && amount === quantityNumber(String(b)) && /\d/.test(String(a))
}

/** The path by names and indices alone; null where it leads nowhere. */
function indicesOf(object: unknown, path: FieldPath): readonly (string | number)[] | null {
  const places: (string | number)[] = []
  for (const [at, element] of path.entries()) {
    if (typeof element === 'string') {
      places.push(element)
      continue
    }
    const list = valueAt(object, path.slice(0, at))
    const item = valueAt(object, path.slice(0, at + 1))
    const index = Array.isArray(list) ? list.indexOf(item) : -1
    if (index < 0) return null
    places.push(index)
  }
  return places
}
