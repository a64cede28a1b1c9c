import { describe, expect, it } from 'vitest'
import { applyJsonPatch } from './index.ts'

const document = {
  metadata: { labels: { y: '1' } },
  spec: { replicas: 1, containers: [{ name: 'a' }, { name: 'b' }] },
}

/** The object below `spec` or `metadata` after a patch, or why there is none. */
function patched(patch: readonly unknown[], of: unknown = document): unknown {
  const result = applyJsonPatch(of as never, patch)
  return result.type === 'patched' ? result.document : result.message
}

describe('a JSON patch', () => {
  it.each([
    [
      'replace of a missing key adds it',
      { op: 'replace', path: '/metadata/labels/x', value: '2' },
      { y: '1', x: '2' },
    ],
    [
      'add of an existing key replaces it',
      { op: 'add', path: '/metadata/labels', value: { x: '2' } },
      { x: '2' },
    ],
    ['add without a value adds null', { op: 'add', path: '/metadata/labels/x' }, { y: '1', x: null }],
    [
      'copy of a missing key copies null',
      { op: 'copy', from: '/metadata/q', path: '/metadata/labels/x' },
      { y: '1', x: null },
    ],
    [
      'a path is decoded',
      { op: 'add', path: '/metadata/labels/k8s.io~1x~0y', value: '1' },
      { y: '1', 'k8s.io/x~y': '1' },
    ],
    [
      'a path without its slash loses its first part',
      { op: 'add', path: 'a/metadata/labels', value: {} },
      {},
    ],
  ])('%s', (_, operation, labels) => {
    expect(patched([operation])).toMatchObject({ metadata: { labels } })
    expect((patched([operation]) as typeof document).metadata.labels).toEqual(labels)
  })

  it.each([
    ['- appends', { op: 'add', path: '/spec/containers/-', value: 'c' }, [{ name: 'a' }, { name: 'b' }, 'c']],
    [
      'an index inserts',
      { op: 'add', path: '/spec/containers/0', value: 'c' },
      ['c', { name: 'a' }, { name: 'b' }],
    ],
    ['a negative index counts from the end', { op: 'remove', path: '/spec/containers/-1' }, [{ name: 'a' }]],
    [
      'a negative index adds at the end',
      { op: 'add', path: '/spec/containers/-1', value: 'c' },
      [{ name: 'a' }, { name: 'b' }, 'c'],
    ],
    [
      'elements move',
      { op: 'move', from: '/spec/containers/0', path: '/spec/containers/1' },
      [{ name: 'b' }, { name: 'a' }],
    ],
  ])('in lists %s', (_, operation, containers) => {
    expect((patched([operation]) as typeof document).spec.containers).toEqual(containers)
  })

  it.each([
    [
      { op: 'replace', path: '/spec/containers/-', value: {} },
      'replace operation does not apply: doc is missing key: /spec/containers/-: missing value',
    ],
    [
      { op: 'add', path: '/metadata/annotations/x', value: '1' },
      'add operation does not apply: doc is missing path: "/metadata/annotations/x": missing value',
    ],
    [
      { op: 'remove', path: '/metadata/labels/x' },
      "error in remove for path: '/metadata/labels/x': Unable to remove nonexistent key: x: missing value",
    ],
    [
      { op: 'add', path: '/spec/containers/5', value: 1 },
      "error in add for path: '/spec/containers/5': Unable to access invalid index: 5: invalid index referenced",
    ],
    [{ op: 'test', path: '/spec/replicas', value: 2 }, 'testing value /spec/replicas failed: test failed'],
    [
      { op: 'add', path: '', value: {} },
      'add operation does not apply: doc is missing path: "": missing value',
    ],
    [{ op: 'replace', path: '', value: 5 }, 'replace operation value must be object or array: %!w(<nil>)'],
    [
      { op: 'move', path: '/a' },
      'move operation failed to decode from: operation, missing from field: missing value',
    ],
    [{ op: 'merge', path: '/a' }, 'Unexpected kind: merge'],
    [null, 'Unexpected kind: unknown'],
    ['x', 'json: cannot unmarshal string into Go value of type jsonpatch.Operation'],
  ])('%j does not apply, in the words of the server', (operation, message) => {
    expect(patched([operation])).toBe(message)
  })

  it('stops copying what grows too large', () => {
    const big = { a: 'x'.repeat(1024 * 1024) }
    const copies = [1, 2, 3].map(number => ({ op: 'copy', from: '/a', path: `/b${number}` }))
    expect(patched(copies, big)).toMatch(
      /^Unable to complete the copy, the accumulated size increase of copy is \d+, exceeding the limit 3145728$/,
    )
  })

  it('of a policy leaves the object as it was where a test does not hold, and is no error', () => {
    const patch = [
      { op: 'replace', path: '/spec/replicas', value: 3 },
      { op: 'test', path: '/spec/replicas', value: 100 },
    ]
    expect(applyJsonPatch(document, patch, { testFailureIsNoError: true })).toEqual({
      type: 'patched',
      document,
    })
    expect(applyJsonPatch(document, patch)).toMatchObject({ type: 'failed' })
  })

  it('takes a null for a value of policies, and for none of webhooks', () => {
    const patch = [
      { op: 'test', path: '/spec/nothing', value: null },
      { op: 'add', path: '/done', value: true },
    ]
    expect(applyJsonPatch(document, patch)).toMatchObject({ document: { done: true } })
    expect(applyJsonPatch(document, patch, { testFailureIsNoError: true })).toEqual({
      type: 'patched',
      document,
    })
  })

  it('changes neither its document nor what objects inherit', () => {
    const before = JSON.stringify(document)
    const result = applyJsonPatch(document, [
      { op: 'add', path: '/__proto__', value: { polluted: true } },
      { op: 'add', path: '/metadata/__proto__', value: { polluted: true } },
      { op: 'add', path: '/constructor', value: 1 },
    ])
    expect(result.type).toBe('patched')
    expect(JSON.stringify(document)).toBe(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(patched([{ op: 'add', path: '/constructor/prototype/x', value: 1 }])).toContain(
      'doc is missing path',
    )
  })
})
