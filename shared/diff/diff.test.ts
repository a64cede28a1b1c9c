import { describe, expect, it } from 'vitest'
import { formatPath, type KubeObject } from '../kube/index.ts'
import { applyChanges } from './apply.ts'
import { type Change, changesOf } from './changes.ts'
import { compare } from './compare.ts'
import { defaultsOfKind } from './defaults.ts'
import { diffLines, foldUnchanged } from './lines.ts'
import { withoutServerFields } from './normal.ts'
import { shapeOfSchema } from './shape.ts'
import { printYaml } from './yaml.ts'

/** Mulberry32: small, seeded, good enough to vary shapes. */
function randomSource(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const words = [
  'a',
  'no',
  '1',
  '',
  'on',
  '0644',
  'x: y',
  '# z',
  'two\nlines',
  'é',
  ' lead',
  'tail ',
  '__proto__',
  '1e3',
]

function randomValue(random: () => number, depth: number): unknown {
  const pick = Math.floor(random() * (depth > 0 ? 9 : 5))
  const count = Math.floor(random() * 4)
  if (pick === 0) return words[Math.floor(random() * words.length)]
  if (pick === 1) return Math.floor(random() * 10)
  if (pick === 2) return random() < 0.5
  if (pick === 3) return null
  if (pick === 4) return random() * 100
  if (pick === 5) return Array.from({ length: count }, () => randomValue(random, 0))
  if (pick === 6)
    return shuffled(['w', 'x', 'y', 'z'], random)
      .slice(0, count)
      .map(name => ({ name, value: randomValue(random, depth - 1) }))
  return Object.fromEntries(
    Array.from({ length: count }, () => [
      words[Math.floor(random() * words.length)] as string,
      randomValue(random, depth - 1),
    ]),
  )
}

function mutated(value: unknown, random: () => number): unknown {
  if (random() < 0.12) return randomValue(random, 2)
  if (Array.isArray(value)) {
    const items = value.filter(() => random() > 0.15).map(item => mutated(item, random))
    return random() < 0.3 ? shuffled(items, random) : items
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(() => random() > 0.1)
        .map(([name, field]) => [name, mutated(field, random)]),
    )
  return value
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

const seeds = Array.from({ length: 400 }, (_, index) => index * 7919 + 1)

function pairOf(seed: number): readonly [unknown, unknown] {
  const random = randomSource(seed)
  const before = { root: randomValue(random, 5), more: randomValue(random, 4) }
  return [before, mutated(before, random)]
}

describe('comparison of random objects', () => {
  it('replayed on the earlier value, changes give the later one', () => {
    for (const seed of seeds) {
      const [before, after] = pairOf(seed)
      expect(applyChanges(before, changesOf(compare(before, after))), `seed ${seed}`).toEqual(after)
    }
  })

  it('of a value with itself finds nothing', () => {
    for (const seed of seeds) {
      const [before] = pairOf(seed)
      expect(changesOf(compare(before, structuredClone(before))), `seed ${seed}`).toEqual([])
    }
  })

  it('in the other direction finds the same changes turned round', () => {
    for (const seed of seeds) {
      const [before, after] = pairOf(seed)
      const there = changesOf(compare(before, after)).map(turned).map(describeChange).sort()
      const back = changesOf(compare(after, before)).map(describeChange).sort()
      expect(back, `seed ${seed}`).toEqual(there)
    }
  })

  it('shows each side of the lines exactly as its own print, items of keyed lists in the later order', () => {
    for (const seed of seeds) {
      const [before, after] = pairOf(seed)
      const changes = changesOf(compare(before, after))
      const rows = diffLines(compare(before, after))
      expect(text(rows.map(row => row.after)), `seed ${seed}`).toBe(printYaml(after))
      if (!changes.some(change => change.kind === 'moved'))
        expect(text(rows.map(row => row.before)), `seed ${seed}`).toBe(printYaml(before))
    }
  })
})

function text(sides: readonly ({ readonly text: string } | null)[]): string {
  return `${sides
    .filter(side => side !== null)
    .map(side => side.text)
    .join('\n')}\n`
}

function turned(change: Change): Change {
  switch (change.kind) {
    case 'added':
      return { kind: 'removed', path: change.path, before: change.after, index: change.index }
    case 'removed':
      return { kind: 'added', path: change.path, after: change.before, index: change.index }
    default:
      return { ...change, before: change.after, after: change.before } as Change
  }
}

function describeChange(change: Change): string {
  return JSON.stringify({ ...change, path: formatPath(change.path) })
}

const brief = (before: unknown, after: unknown, options = {}): readonly string[] =>
  changesOf(compare(before, after, options)).map(change => `${change.kind} ${formatPath(change.path)}`)

describe('types and absence', () => {
  const cases: readonly [string, unknown, unknown, readonly string[]][] = [
    ['a number is not its text', { a: 1 }, { a: '1' }, ['changed a']],
    ['the string no is not false', { a: 'no' }, { a: false }, ['changed a']],
    ['null is not absent', { a: null }, {}, ['removed a']],
    ['null is not the empty string', { a: null }, { a: '' }, ['changed a']],
    ['an empty list is not an empty map', { a: [] }, { a: {} }, ['changed a']],
    ['order of keys does not count', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ['a key called __proto__ is a key', JSON.parse('{"__proto__":1}'), {}, ['removed __proto__']],
  ]
  it.each(cases)('%s', (_name, before, after, expected) => {
    expect(brief(before, after)).toEqual(expected)
  })
})

describe('lists', () => {
  it('pairs items by name where no schema tells', () => {
    const before = {
      containers: [
        { name: 'a', image: '1' },
        { name: 'b', image: '1' },
      ],
    }
    const after = { containers: [{ name: 'b', image: '2' }, { name: 'a', image: '1' }, { name: 'c' }] }
    expect(brief(before, after)).toEqual([
      'changed containers[name=b].image',
      'added containers[name=c]',
      'moved containers',
    ])
  })

  const ports = {
    type: 'object',
    properties: {
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
        items: { allOf: [{ $ref: '#/components/schemas/Port' }] },
      },
      finalizers: { type: 'array', 'x-kubernetes-list-type': 'set' },
      args: { type: 'array', 'x-kubernetes-list-type': 'atomic' },
      hosts: { type: 'array', 'x-kubernetes-patch-merge-key': 'ip', items: {} },
    },
  }
  const shape = shapeOfSchema({
    root: 'Root',
    schemas: { Root: ports, Port: { properties: { protocol: { default: 'TCP' } } } },
  })

  it('takes the default of an absent key field', () => {
    const before = {
      ports: [
        { port: 53, name: 'old' },
        { port: 53, protocol: 'UDP' },
      ],
    }
    const after = {
      ports: [
        { port: 53, protocol: 'UDP' },
        { port: 53, protocol: 'TCP', name: 'new' },
      ],
    }
    const changes = changesOf(compare(before, after, { shape }))
    expect(changes.map(change => formatPath(change.path))).toEqual([
      'ports[port=53,protocol=TCP].name',
      'ports[port=53,protocol=TCP].protocol',
      'ports',
    ])
    expect(applyChanges(before, changes, shape)).toEqual(after)
  })

  it('compares sets by value, atomic lists as a whole, merge keys as keys', () => {
    expect(brief({ finalizers: ['a', 'b'] }, { finalizers: ['b', 'c'] }, { shape })).toEqual([
      'removed finalizers[="a"]',
      'added finalizers[="c"]',
    ])
    expect(brief({ args: ['a', 'b'] }, { args: ['b'] }, { shape })).toEqual(['changed args'])
    expect(brief({ hosts: [{ ip: 'x', n: 1 }] }, { hosts: [{ ip: 'x', n: 2 }] }, { shape })).toEqual([
      'changed hosts[ip=x].n',
    ])
  })

  it('compares a list with repeated keys as a whole, and still pairs its rows', () => {
    const before = {
      env: [
        { name: 'a', v: 1 },
        { name: 'a', v: 2 },
      ],
    }
    const after = {
      env: [
        { name: 'a', v: 1 },
        { name: 'a', v: 3 },
      ],
    }
    expect(brief(before, after)).toEqual(['changed env'])
    expect(diffLines(compare(before, after)).filter(row => row.kind !== 'same')).toMatchObject([
      { kind: 'changed', before: { text: '  v: 2' }, after: { text: '  v: 3' } },
    ])
  })
})

describe('what may be overlooked', () => {
  const desired: KubeObject = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'x' },
    webhooks: [{ name: 'a.example.com', clientConfig: { service: { name: 's', namespace: 'n' } } }],
  }
  const live: KubeObject = {
    ...desired,
    metadata: { name: 'x', uid: '1', resourceVersion: '2', generation: 3, managedFields: [] },
    webhooks: [
      { name: 'b.example.com' },
      {
        name: 'a.example.com',
        clientConfig: { caBundle: 'Zm9v', service: { name: 's', namespace: 'n', port: 443 } },
        failurePolicy: 'Fail',
        timeoutSeconds: 10,
        namespaceSelector: {},
      },
    ],
  }
  it('leaves what was really added, by the webhook’s name', () => {
    const options = { defaults: defaultsOfKind(desired.kind) }
    expect(brief(withoutServerFields(desired), withoutServerFields(live), options)).toEqual([
      'added webhooks[name=b.example.com]',
      'added webhooks[name=a.example.com].clientConfig.caBundle',
    ])
  })
})

describe('folding', () => {
  it('hides long unchanged runs and keeps three rows around a change', () => {
    const object = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index + 10}`, index]))
    const rows = diffLines(compare(object, { ...object, k25: 'x' }))
    expect(foldUnchanged(rows)).toEqual([
      { type: 'fold', from: 0, to: 12 },
      { type: 'rows', from: 12, to: 19 },
      { type: 'fold', from: 19, to: 30 },
    ])
  })
})
