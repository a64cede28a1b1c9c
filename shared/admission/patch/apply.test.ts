import { describe, expect, it } from 'vitest'
import { applyJsonPatch, mergeApplyConfiguration, sameJson } from './index.ts'

const to = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] })
const byName = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }

const schemas = {
  Deployment: {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: to('Meta'),
      spec: to('Spec'),
    },
  },
  Meta: {
    type: 'object',
    properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
  },
  Spec: {
    type: 'object',
    properties: {
      replicas: { type: 'integer' },
      selector: to('Selector'),
      volumes: { type: 'array', items: to('Volume'), ...byName },
      ports: {
        type: 'array',
        items: to('Port'),
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
      },
      finalizers: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      args: { type: 'array', items: { type: 'string' } },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
  Selector: {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: { matchLabels: { type: 'object', additionalProperties: { type: 'string' } } },
  },
  Volume: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      hostPath: { type: 'object', properties: { path: { type: 'string' } } },
      emptyDir: { type: 'object' },
    },
  },
  Port: {
    type: 'object',
    properties: {
      port: { type: 'integer' },
      protocol: { type: 'string', default: 'TCP' },
      name: { type: 'string' },
    },
  },
}

const head = { apiVersion: 'apps/v1', kind: 'Deployment' }

function merged(live: object, configuration: object): unknown {
  const result = mergeApplyConfiguration({ ...head, ...live } as never, configuration as never, {
    root: 'Deployment',
    schemas,
  })
  return result.type === 'merged' ? result.document : result.message
}

describe('an apply configuration', () => {
  it.each([
    [
      'elements of a list by name, new ones at the end',
      { volumes: [{ name: 'x', emptyDir: {} }] },
      { volumes: [{ name: 'y' }] },
      { volumes: [{ name: 'x', emptyDir: {} }, { name: 'y' }] },
    ],
    [
      'fields of an element that is there',
      { volumes: [{ name: 'x' }, { name: 'y' }] },
      { volumes: [{ name: 'y', hostPath: { path: 'a' } }] },
      { volumes: [{ name: 'x' }, { name: 'y', hostPath: { path: 'a' } }] },
    ],
    [
      'keys with their defaults',
      { ports: [{ port: 80 }] },
      { ports: [{ port: 80, protocol: 'TCP', name: 'web' }] },
      { ports: [{ port: 80, protocol: 'TCP', name: 'web' }] },
    ],
    [
      'sets as unions',
      { finalizers: ['a', 'b'] },
      { finalizers: ['c', 'a'] },
      { finalizers: ['c', 'a', 'b'] },
    ],
    ['scalars over each other', { replicas: 1 }, { replicas: 3 }, { replicas: 3 }],
    [
      'what no schema describes field by field',
      { free: { a: { b: 1 } } },
      { free: { a: { c: 2 } } },
      { free: { a: { b: 1, c: 2 } } },
    ],
    [
      'duplicates of the object that it does not name as they are',
      { volumes: [{ name: 'x' }, { name: 'x' }] },
      { volumes: [{ name: 'y' }] },
      { volumes: [{ name: 'x' }, { name: 'x' }, { name: 'y' }] },
    ],
    [
      'duplicates that it names into one',
      { volumes: [{ name: 'x', emptyDir: {} }, { name: 'x' }] },
      { volumes: [{ name: 'x', hostPath: { path: 'a' } }] },
      { volumes: [{ name: 'x', hostPath: { path: 'a' } }] },
    ],
  ])('merges %s', (_, live, configuration, spec) => {
    expect(merged({ spec: live }, { spec: configuration })).toEqual({ ...head, spec })
  })

  it('merges labels into an object that has none', () => {
    expect(merged({}, { metadata: { labels: { b: '1' } } })).toEqual({
      ...head,
      metadata: { labels: { b: '1' } },
    })
  })

  it.each([
    [
      { selector: { matchLabels: { l: 'x' } } },
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector',
    ],
    [
      { args: ['x'] },
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.args',
    ],
    [
      { replicasx: 1 },
      'error applying patch: failed to convert patch object to typed object: .spec.replicasx: field not declared in schema',
    ],
    [
      { replicas: 'x' },
      'error applying patch: failed to convert patch object to typed object: .spec.replicas: expected numeric (int or float), got string',
    ],
    [
      { volumes: ['x'] },
      'error applying patch: failed to convert patch object to typed object: .spec.volumes: element 0: associative list with keys may not have non-map elements',
    ],
    [
      { volumes: [{ name: 'x' }, { name: 'x' }] },
      'error applying patch: failed to convert patch object to typed object: .spec.volumes: duplicate entries for key [name="x"]',
    ],
  ])('%j is refused in the words of the server', (spec, message) => {
    expect(merged({ spec: { replicas: 1 } }, { spec })).toBe(message)
  })

  it('says that it knows no such kind', () => {
    const result = mergeApplyConfiguration(head as never, {}, { root: 'Nothing', schemas: {} })
    expect(result).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('no corresponding type for apps/v1, Kind=Deployment'),
    })
  })

  it('survives schemas in circles and names that every object inherits', () => {
    const circle = {
      A: { type: 'object', properties: { a: to('A'), spec: to('B') } },
      B: { $ref: '#/components/schemas/A' },
    }
    const live = JSON.parse('{"a":{"a":{}},"__proto__":{"a":{}}}')
    const result = mergeApplyConfiguration(live, JSON.parse('{"a":{"__proto__":{}}}'), {
      root: 'A',
      schemas: circle,
    })
    expect(result.type).toBe('failed')
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })
})

describe('what lies deeper than any object of sense', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 20_000; level += 1) deep = { a: deep }

  it('is no fault of ours', () => {
    const live = { ...head, metadata: deep, spec: { free: deep } } as never
    expect(applyJsonPatch(live, [{ op: 'copy', from: '/spec', path: '/copied' }]).type).toBe('patched')
    const schema = { root: 'Deployment', schemas }
    expect(mergeApplyConfiguration(live, { spec: { free: deep } } as never, schema)).toBeDefined()
    expect(sameJson({ a: deep }, { a: JSON.parse('{"a":1}') })).toBe(false)
  })
})

describe('the same', () => {
  it.each([
    [{ a: 1, b: [null] }, { b: [null], a: 1 }, true],

    [[1, 2], [2, 1], false],
    [{ a: undefined }, {}, false],
    [{ toString: 1 }, {}, false],
    [null, {}, false],
  ])('%j and %j: %s', (one, other, isSame) => {
    expect(sameJson(one, other)).toBe(isSame)
  })
})
