import { expect, it } from 'vitest'
import { formatPath } from '../kube/index.ts'
import { applyChanges } from './apply.ts'
import { changesOf } from './changes.ts'
import { compare } from './compare.ts'
import { mergeThreeWay } from './merge.ts'
import { type Shape, shapeOfSchema } from './shape.ts'

const shape: Shape = shapeOfSchema({
  root: 'root',
  schemas: {
    root: {
      properties: {
        cpu: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity' },
        port: { format: 'int-or-string' },
        selector: { 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
        args: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
        finalizers: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: { properties: { port: {}, protocol: { default: 'TCP' }, name: {} } },
        },
        labels: { additionalProperties: { type: 'string' } },
      },
    },
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: 'string' },
  },
})

const merge = (base: object, mine: object, theirs: object) => {
  const { merged, conflicts } = mergeThreeWay({ base, mine, theirs, shape })
  return [merged, conflicts.map(({ path }) => formatPath(path))]
}

it.each([
  [
    'fields beside each other',
    { labels: { a: '1' } },
    { labels: { a: '1', b: '2' } },
    { labels: { a: '1', c: '3' } },
    { labels: { a: '1', b: '2', c: '3' } },
    [],
  ],
  [
    'a mapping that both add',
    {},
    { labels: { b: '2' } },
    { labels: { c: '3' } },
    { labels: { b: '2', c: '3' } },
    [],
  ],
  [
    'one field, two values',
    { labels: { a: '1' } },
    { labels: { a: '2' } },
    { labels: { a: '3' } },
    { labels: { a: '2' } },
    ['labels.a'],
  ],
  [
    'the same change twice',
    { labels: { a: '1' } },
    { labels: { a: '2' } },
    { labels: { a: '2' } },
    { labels: { a: '2' } },
    [],
  ],
  [
    'removed here, changed there',
    { labels: { a: '1' } },
    { labels: {} },
    { labels: { a: '3' } },
    { labels: {} },
    ['labels.a'],
  ],
  [
    'an atomic mapping',
    { selector: { a: '1' } },
    { selector: { a: '1', b: '2' } },
    { selector: { a: '1', c: '3' } },
    { selector: { a: '1', b: '2' } },
    ['selector'],
  ],
  [
    'an atomic list',
    { args: ['a'] },
    { args: ['a', 'b'] },
    { args: ['a', 'c'] },
    { args: ['a', 'b'] },
    ['args'],
  ],
  [
    'a set',
    { finalizers: ['x'] },
    { finalizers: ['x', 'mine'] },
    { finalizers: ['theirs'] },
    { finalizers: ['mine', 'theirs'] },
    [],
  ],
  [
    'items by key, with the default of a key left out',
    { ports: [{ port: 80, protocol: 'TCP' }] },
    { ports: [{ port: 80, name: 'web' }] },
    { ports: [{ port: 80, protocol: 'TCP' }, { port: 81 }] },
    { ports: [{ port: 80, name: 'web' }, { port: 81 }] },
    [],
  ],
  ['a quantity in another spelling', { cpu: '1' }, { cpu: '2' }, { cpu: '1000m' }, { cpu: '2' }, []],
  ['quantities that are equal', { cpu: '1' }, { cpu: '2000m' }, { cpu: '2' }, { cpu: '2000m' }, []],
  ['a number that may be text', { port: 80 }, { port: '81' }, { port: '80' }, { port: '81' }, []],
])('%s', (_name, base, mine, theirs, merged, conflicts) => {
  expect(merge(base, mine, theirs)).toEqual([merged, conflicts])
})

/** A repeatable source of numbers (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let next = Math.imul(state ^ (state >>> 15), 1 | state)
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next
    return ((next ^ (next >>> 14)) >>> 0) / 4294967296
  }
}

function randomObject(random: () => number): Record<string, unknown> {
  const some = <T>(make: () => T): T[] => Array.from({ length: Math.floor(random() * 4) }, make)
  const letter = () => 'abcdef'[Math.floor(random() * 6)] as string
  const object: Record<string, unknown> = {
    labels: Object.fromEntries(some(() => [letter(), letter()])),
    args: some(letter),
    finalizers: [...new Set(some(letter))],
    ports: [
      ...new Map(
        some(() => Math.floor(random() * 5)).map(port => [port, { port, protocol: 'TCP', name: letter() }]),
      ).values(),
    ],
    deep: { one: letter(), list: some(() => ({ value: letter() })) },
  }
  for (const name of Object.keys(object)) if (random() < 0.2) delete object[name]
  return object
}

it.each([
  ['mine moved them', ['a', 'b'], ['b', 'a'], ['a', 'b'], ['b', 'a']],
  ['mine moved them and theirs added one', ['a', 'b'], ['b', 'a'], ['a', 'b', 'z'], ['b', 'z', 'a']],
  ['theirs moved them', ['a', 'b'], ['a', 'b'], ['b', 'a'], ['b', 'a']],
  ['theirs moved them and mine added one', ['a', 'b'], ['a', 'b', 'z'], ['b', 'a'], ['b', 'z', 'a']],
])('the order of items is that of who changed it: %s', (_name, base, mine, theirs, order) => {
  const of = (names: readonly string[], side: string) => ({
    list: names.map(name => ({ name, side: name === 'a' ? side : '' })),
  })
  const { merged } = mergeThreeWay({ base: of(base, '1'), mine: of(mine, '1'), theirs: of(theirs, '2') })
  expect((merged as { list: readonly { name: string }[] }).list.map(({ name }) => name)).toEqual(order)
})

it('laws of merging hold for random objects', () => {
  for (let seed = 1; seed <= 600; seed++) {
    const random = drawn(seed)
    const [base, mine, theirs] = [randomObject(random), randomObject(random), randomObject(random)]
    const of = (b: object, m: object, t: object) => mergeThreeWay({ base: b, mine: m, theirs: t, shape })
    expect(of(base, base, theirs).merged, `seed ${seed}: nothing of mine`).toEqual(theirs)
    expect(of(base, mine, base), `seed ${seed}: nothing of theirs`).toMatchObject({
      merged: mine,
      conflicts: [],
      taken: [],
    })
    expect(of(base, mine, mine), `seed ${seed}: the same`).toMatchObject({ merged: mine, conflicts: [] })
    const paths = (found: ReturnType<typeof of>) => found.conflicts.map(({ path }) => formatPath(path)).sort()
    expect(paths(of(base, mine, theirs)), `seed ${seed}: conflicts of both sides`).toEqual(
      paths(of(base, theirs, mine)),
    )
    const again = of(base, of(base, mine, theirs).merged as object, theirs)
    expect(again.merged, `seed ${seed}: merged twice`).toEqual(of(base, mine, theirs).merged)
  }
})

it('what differs, replayed, gives the other object, for random objects', () => {
  for (let seed = 1; seed <= 600; seed++) {
    const random = drawn(seed)
    const [before, after] = [randomObject(random), randomObject(random)]
    for (const known of [shape, undefined]) {
      const changes = changesOf(compare(before, after, known === undefined ? {} : { shape: known }))
      expect(applyChanges(before, changes, known), `seed ${seed}`).toEqual(after)
    }
  }
})
