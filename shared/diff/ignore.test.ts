import { expect, it } from 'vitest'
import { parseIgnored, withoutIgnored } from './ignore.ts'

const pod = {
  metadata: { name: 'web', annotations: { 'a/b': '1', c: '2' } },
  spec: {
    containers: [
      { name: 'web', image: 'a' },
      { name: 'side', image: 'b' },
    ],
    ports: [1, 2],
  },
}

it.each([
  ['metadata.annotations["a/b"]', { ...pod, metadata: { name: 'web', annotations: { c: '2' } } }],
  [
    'spec.containers[name=web].image',
    { ...pod, spec: { ...pod.spec, containers: [{ name: 'web' }, { name: 'side', image: 'b' }] } },
  ],
  [
    'spec.containers[*].image',
    { ...pod, spec: { ...pod.spec, containers: [{ name: 'web' }, { name: 'side' }] } },
  ],
  [
    'spec.containers[name="side"]',
    { ...pod, spec: { ...pod.spec, containers: [{ name: 'web', image: 'a' }] } },
  ],
  ['spec.*', { ...pod, spec: {} }],
])('%s is left out', (path, left) => {
  expect(withoutIgnored(pod, [path])).toEqual(left)
})

it.each(['', '   ', 'a..b', 'a[', 'a[b', '["x]', 'a b', `a${'.b'.repeat(600)}`])('%j is no path', text => {
  expect(parseIgnored(text)).toBeNull()
  expect(withoutIgnored(pod, [text])).toBe(pod)
})

it('what is not there, or of another form, changes nothing', () => {
  for (const path of [
    'spec.missing',
    'metadata.name.x',
    'spec.ports[name=x]',
    '__proto__',
    'metadata[*][*][*]',
  ])
    expect(withoutIgnored(pod, [path]), path).toEqual(pod)
})
