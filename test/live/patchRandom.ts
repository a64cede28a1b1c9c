import { randomOf } from './celRandom.ts'

/** Whatever JSON may hold. */
export type Value = null | boolean | number | string | Value[] | { [name: string]: Value }
type Members = { [name: string]: Value }

/** Draws from lists, the same for the same seed. */
export class Draw {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  isOneIn(chance: number): boolean {
    return this.below(chance) === 0
  }

  of<T>(from: readonly T[]): T {
    const drawn = from[this.below(from.length)]
    if (drawn === undefined) throw new Error('there is nothing to draw from')
    return drawn
  }
}

const scalars: readonly Value[] = [null, true, false, 0, 1, -3, 2.5, 'a', 'b', '', 'ä"<']

/** Any value, of names that come again in paths. */
export function anyValue(draw: Draw, depth = 3): Value {
  const kind = depth === 0 ? 2 : draw.below(4)
  if (kind === 0) return Array.from({ length: draw.below(4) }, () => elementOf(draw, depth))
  if (kind === 1) return anyObject(draw, depth)
  return draw.of(scalars)
}

/** The server’s library does not survive nulls in lists. */
function elementOf(draw: Draw, depth: number): Value {
  return anyValue(draw, depth - 1) ?? 'x'
}

const names = ['a', 'b', 'c', 'a/b', 'x~y', '0', '-1', '-']

export function anyObject(draw: Draw, depth = 3): Members {
  const object: Members = {}
  for (let left = draw.below(4); left > 0; left -= 1) object[draw.of(names)] = anyValue(draw, depth - 1)
  return object
}

const tokens = [
  'a',
  'b',
  'c',
  'a~1b',
  'x~0y',
  '0',
  '1',
  '2',
  '3',
  '-1',
  '-2',
  '-4',
  '-',
  '+1',
  '01',
  'zz',
  '',
]

function anyPath(draw: Draw): string {
  if (draw.isOneIn(20)) return draw.of(['', 'a', 'a/b', '/'])
  return Array.from({ length: 1 + draw.below(3) }, () => `/${draw.of(tokens)}`).join('')
}

const kinds = ['add', 'add', 'remove', 'replace', 'replace', 'move', 'copy', 'test', 'test']

/** Operations of a JSON patch, some of them without what they need. */
export function anyPatch(draw: Draw): Value[] {
  return Array.from({ length: 1 + draw.below(3) }, () => {
    const operation: Members = { op: draw.isOneIn(40) ? draw.of(['merge', 5, null]) : draw.of(kinds) }
    if (!draw.isOneIn(30)) operation.path = draw.isOneIn(40) ? 7 : anyPath(draw)
    if (!draw.isOneIn(6)) operation.from = anyPath(draw)
    if (!draw.isOneIn(15)) operation.value = anyValue(draw, 2)
    return operation
  })
}

type Schema = { [name: string]: Value }

const prefix = 'test.v1'
const reference = (name: string): Schema => ({
  allOf: [{ $ref: `#/components/schemas/${prefix}.${name}` }],
  default: {},
})

/** Schemas of a kind with everything that a merge can meet. */
export const mergeSchemas: Schema = {
  [`${prefix}.Thing`]: {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      spec: reference('Spec'),
    },
    'x-kubernetes-group-version-kind': [{ group: 'test', version: 'v1', kind: 'Thing' }],
  },
  [`${prefix}.Spec`]: {
    type: 'object',
    properties: {
      number: { type: 'integer', format: 'int32' },
      text: { type: 'string' },
      yes: { type: 'boolean' },
      when: { type: 'string', format: 'date-time' },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      selector: reference('Selector'),
      whole: { ...reference('Inner'), 'x-kubernetes-map-type': 'atomic' },
      inner: reference('Inner'),
      ports: {
        type: 'array',
        items: reference('Port'),
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
      },
      items: {
        type: 'array',
        items: reference('Inner'),
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
      set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      numbers: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
      args: { type: 'array', items: { type: 'string' } },
      patched: {
        type: 'array',
        items: reference('Inner'),
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'name',
      },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      open: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          inner: { type: 'object', properties: { n: { type: 'integer' } } },
        },
        'x-kubernetes-preserve-unknown-fields': true,
      },
      any: {},
      quantity: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity' }] },
      raw: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension' },
    },
  },
  [`${prefix}.Selector`]: {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: { matchLabels: { type: 'object', additionalProperties: { type: 'string' } } },
  },
  [`${prefix}.Port`]: {
    type: 'object',
    properties: {
      port: { type: 'integer' },
      protocol: { type: 'string', default: 'TCP' },
      name: { type: 'string' },
    },
  },
  [`${prefix}.Inner`]: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      image: { type: 'string' },
      n: { type: 'integer' },
      env: {
        type: 'array',
        items: reference('Inner'),
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
}

export const mergeRoot = `${prefix}.Thing`

/** A kind of value for each field of `Spec`; now and then another one, or a field that is not declared. */
export function anyThing(
  draw: Draw,
  { faults, duplicates }: { faults: number; duplicates: boolean },
): Members {
  const spec: Members = {}
  const makers = Object.entries(thingFields)
  for (let left = 1 + draw.below(4); left > 0; left -= 1) {
    const [name, make] = draw.of(makers)
    spec[name] = make(draw, duplicates)
  }
  if (faults > 0 && draw.isOneIn(faults)) {
    const [name] = draw.of(makers)
    return {
      apiVersion: 'test/v1',
      kind: 'Thing',
      spec: { [draw.isOneIn(4) ? 'undeclared' : name]: anyValue(draw, 2) },
    }
  }
  return { apiVersion: 'test/v1', kind: 'Thing', spec: draw.isOneIn(30) ? null : spec }
}

const word = (draw: Draw): string => draw.of(['a', 'b', 'c', 'd', ''])
const labels = (draw: Draw): Value =>
  draw.isOneIn(12)
    ? null
    : Object.fromEntries(Array.from({ length: draw.below(3) }, () => [word(draw), word(draw)]))

function list(draw: Draw, make: () => Value, keyOf: (value: Value) => string, duplicates: boolean): Value {
  if (draw.isOneIn(20)) return null
  const values = Array.from({ length: draw.below(5) }, make)
  const seen = new Set<string>()
  return values.filter(value => {
    const key = keyOf(value)
    const isKept = duplicates || !seen.has(key)
    seen.add(key)
    return isKept
  })
}

function inner(draw: Draw, depth: number): Value {
  const value: Members = { name: draw.of(['a', 'b', 'c']) }
  if (draw.isOneIn(2)) value.image = word(draw)
  if (draw.isOneIn(3)) value.n = draw.isOneIn(6) ? null : draw.below(3)
  if (draw.isOneIn(4)) value.labels = labels(draw)
  if (depth > 0 && draw.isOneIn(3)) value.env = list(draw, () => inner(draw, depth - 1), nameOf, false)
  return value
}

const nameOf = (value: Value): string => JSON.stringify((value as Members).name ?? null)

function port(draw: Draw): Value {
  const value: Members = {}
  if (!draw.isOneIn(8)) value.port = draw.of([80, 81, 80.5])
  if (draw.isOneIn(2)) value.protocol = draw.of(['TCP', 'UDP'])
  if (draw.isOneIn(2)) value.name = word(draw)
  return value
}

const portKey = (value: Value): string => {
  const { port: number = null, protocol = 'TCP' } = value as Members
  return JSON.stringify([number, protocol])
}

const thingFields: Readonly<Record<string, (draw: Draw, duplicates: boolean) => Value>> = {
  number: draw => draw.of([1, 2, null]),
  text: draw => draw.of(['x', 'y', null]),
  yes: draw => draw.of([true, false]),
  when: () => '2026-01-02T03:04:05Z',
  labels,
  inner: draw => (draw.isOneIn(10) ? {} : inner(draw, 1)),
  whole: draw => (draw.isOneIn(3) ? inner(draw, 0) : null),
  selector: draw => (draw.isOneIn(3) ? { matchLabels: labels(draw) } : null),
  ports: (draw, duplicates) => list(draw, () => port(draw), portKey, duplicates),
  items: (draw, duplicates) => list(draw, () => inner(draw, 1), nameOf, duplicates),
  patched: (draw, duplicates) => list(draw, () => inner(draw, 0), nameOf, duplicates),
  set: (draw, duplicates) => list(draw, () => word(draw), JSON.stringify, duplicates),
  numbers: (draw, duplicates) => list(draw, () => draw.below(4), JSON.stringify, duplicates),
  args: draw => (draw.isOneIn(3) ? [word(draw)] : null),
  free: draw => anyObject(draw, 2),
  open: draw => ({
    text: 'x',
    inner: { n: 1, ...(draw.isOneIn(2) ? { more: anyValue(draw, 1) } : {}) },
    other: anyValue(draw, 2),
  }),
  any: draw => anyValue(draw, 2),
  quantity: draw => draw.of(['1', 5]),
  raw: draw => (draw.isOneIn(4) ? anyObject(draw, 1) : null),
}
