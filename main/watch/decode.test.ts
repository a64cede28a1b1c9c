import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { Decoder, type WatchEvent } from './decode.ts'
import { LineSplitter, LineTooLong } from './lines.ts'
import type { Form } from './types.ts'

const target = {
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  namespace: '',
  labelSelector: '',
  fieldSelector: '',
}
const decode = (value: unknown, form: Form = 'table'): WatchEvent[] => [
  ...new Decoder(form, target, 'Deployment').events(
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  ),
]
const table = (metadata: unknown, cells: unknown = ['web']) => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: {},
  columnDefinitions: null,
  rows: [{ cells, object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata } }],
})
const managed = [{ manager: 'kubectl', fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } } } }]

describe('rows', () => {
  const expected = {
    namespace: 'shop',
    name: 'web',
    uid: 'u',
    version: '7',
    created: Date.parse('2026-01-01T00:00:00Z'),
    deleting: false,
  }
  const metadata = {
    name: 'web',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T00:00:00Z',
  }

  // The name before managedFields, everything else behind: what a careless cut would lose.
  const { name, ...others } = metadata
  const split = { name, managedFields: managed, ...others }

  test.each([
    ['in the order of the Go types', { ...metadata, managedFields: managed }],
    ['before all others', { labels: {}, managedFields: managed, ...metadata }],
    ['in the middle', { generation: 1, managedFields: managed, ...metadata, labels: {} }],
    ['before another array', { labels: {}, ...split, ownerReferences: [{ uid: 'o' }] }],
    ['twice, once as a text', { ...metadata, labels: { a: ',"managedFields":[' }, managedFields: managed }],
    ['absent', metadata],
    ['empty', { ...metadata, managedFields: [] }],
  ])('are the same with managedFields %s', (_place, shape) => {
    expect(decode({ type: 'ADDED', object: table(shape) })).toMatchObject([
      { type: 'put', item: { ...expected, cells: ['web'] } },
    ])
  })

  test('of an object that is being deleted say so', () => {
    const [event] = decode({
      type: 'MODIFIED',
      object: table({ ...metadata, deletionTimestamp: '2026-01-02T00:00:00Z' }),
    })
    expect(event).toMatchObject({ item: { deleting: true } })
  })

  test('come with their columns once per connection', () => {
    const object = {
      ...table(metadata),
      columnDefinitions: [{ name: 'Name', type: 'string', priority: 0 }, 'odd'],
    }
    expect(decode({ type: 'ADDED', object })[0]).toEqual({
      type: 'columns',
      columns: [{ name: 'Name', type: 'string', description: '', priority: 0 }],
    })
  })

  test('are printed where the server knows no Table', () => {
    const events = decode({ type: 'ADDED', object: { kind: 'Deployment', apiVersion: 'apps/v1', metadata } })
    expect(events).toMatchObject([
      { type: 'columns', columns: [{ name: 'Name' }, { name: 'Age' }] },
      { type: 'put', item: { cells: ['web', '2026-01-01T00:00:00Z'] } },
    ])
  })
})

test('metadata objects take the kind that was asked for, whole objects keep their own', () => {
  const metadata = { name: 'web', managedFields: managed }
  const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata }
  expect(decode({ type: 'ADDED', object: partial }, 'metadata')).toMatchObject([
    { item: { object: { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'web' } } } },
  ])
  expect(decode({ type: 'ADDED', object: partial }, 'metadata')).not.toMatchObject([
    { item: { object: { metadata: { managedFields: managed } } } },
  ])
  const whole = { kind: 'Deployment', apiVersion: 'apps/v1', metadata, spec: {} }
  expect(decode({ type: 'ADDED', object: whole }, 'objects')).toMatchObject([{ item: { object: whole } }])
})

test('of an empty list the bookmark is the first event, and brings the columns', () => {
  const object = {
    ...table({ resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } }),
    columnDefinitions: [{ name: 'Name', type: 'string', description: 'its name', priority: 0 }],
  }
  expect(decode({ type: 'BOOKMARK', object })).toMatchObject([
    { type: 'columns', columns: [{ name: 'Name' }] },
    { type: 'bookmark', version: '9', endsInitialEvents: true },
  ])
})

test.each([
  [
    'a Table row',
    table({ resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } }),
    '9',
    true,
  ],
  ['a Table row without the annotation', table({ resourceVersion: '9' }), '9', false],
  ['an object', { kind: 'Deployment', metadata: { resourceVersion: '9' } }, '9', false],
  ['nothing', {}, '', false],
])('a bookmark carries its version in %s', (_place, object, version, endsInitialEvents) => {
  expect(decode({ type: 'BOOKMARK', object })).toEqual([{ type: 'bookmark', version, endsInitialEvents }])
})

test('an error is a bare Status', () => {
  const object = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }
  expect(decode({ type: 'ERROR', object })).toEqual([
    { type: 'error', error: { kind: 'gone', status: 410, reason: 'Expired', message: 'too old' } },
  ])
})

test.each([
  '{',
  '[]',
  '1',
  'null',
  '{"type":"ADDED"}',
  '{"type":"ADDED","object":null}',
  '{"type":"ADDED","object":{}}',
  '{"type":"ADDED","object":{"kind":"Table","rows":[null]}}',
  '{"type":"ADDED","object":{"kind":"Table","rows":[{"cells":[],"object":{"metadata":{"name":3}}}]}}',
  '{"type":7,"object":{}}',
  '{"type":"GONE","object":{}}',
])('%s is malformed, not a crash', line => {
  expect(decode(line).at(-1)).toMatchObject({ type: 'malformed' })
})

test.each([null, 1, [], {}, { kind: 'Status' }, { items: 7 }])('%j is no list', answer => {
  expect(new Decoder('table', target, '').page(answer)).toBeNull()
})

test('a list whose items are null is empty', () => {
  const page = new Decoder('objects', target, '').page({
    kind: 'List',
    metadata: { resourceVersion: '3' },
    items: null,
  })
  expect(page).toMatchObject({ items: [], version: '3', continue: '', remaining: null })
})

describe('lines', () => {
  const text = '{"a":"ä€😀"}\n\n{"b":1}\nrest'
  const bytes = Buffer.from(text)

  test('come out whole wherever the chunks are cut', () => {
    for (let size = 1; size <= bytes.length; size++) {
      const splitter = new LineSplitter()
      const lines: string[] = []
      for (let start = 0; start < bytes.length; start += size)
        for (const line of splitter.push(bytes.subarray(start, start + size)))
          lines.push(line.toString('utf8'))
      expect(lines).toEqual(['{"a":"ä€😀"}', '{"b":1}'])
      expect(splitter.rest().toString('utf8')).toBe('rest')
    }
  })

  test('over the limit end the stream', () => {
    const splitter = new LineSplitter(100)
    expect([...splitter.push(Buffer.alloc(60, 'a'))]).toEqual([])
    expect(() => [...splitter.push(Buffer.alloc(60, 'a'))]).toThrow(LineTooLong)
  })
})
