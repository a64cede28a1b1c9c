import { expect, it } from 'vitest'
import { evaluateOn, plainEnvironment } from '../testing.ts'
import { explain } from './explain.ts'

const object = {
  replicas: 7,
  name: 'web',
  containers: [
    { name: 'web', image: 'registry/web:1' },
    { name: 'side', image: 'other/side:2', ports: [80, 443] },
  ],
}

const explained = (source: string) => {
  const compiled = plainEnvironment().compile(source)
  if (compiled.expr === undefined) throw new Error(compiled.message)
  return explain(source, compiled.expr, evaluateOn(compiled, object, { trace: true }).trace)
}

it.each([
  ['object.replicas <= 5', 'object.replicas (7) <= 5'],
  ["object.name == 'web' && object.replicas <= 5", "object.name == 'web' && object.replicas (7) <= 5"],
  ["object.replicas > 9 || object.name == 'web'", `object.replicas > 9 || object.name ("web") == 'web'`],
  [
    "object.containers.all(c, c.image.startsWith('registry/'))",
    `object.containers.all(c, c.image ("other/side:2").startsWith('registry/'))`,
  ],
  ['object.containers.size() > 5', 'object.containers.size() (2) > 5'],
  ['object.missing.deep == 1', 'object.missing (no such key: missing).deep == 1'],
  ['object.?missing.orValue(3) > 5', 'object.?missing (nothing).orValue(3) > 5'],
  [
    'object.replicas > 9 ? object.name : object.missing',
    'object.replicas (7) > 9 ? object.name : object.missing (no such key: missing)',
  ],
  ['!(object.replicas in [1, 2])', '!(object.replicas (7) in [1, 2])'],
])('tells what decided: %s', (source, text) => {
  expect(explained(source).text).toBe(text)
})

it('tells the elements at which macros ended, outer ones first', () => {
  const { elements, parts } = explained('object.containers.all(c, !has(c.ports) || c.ports.all(p, p < 100))')
  expect(elements.map(({ macro, element }) => [macro, element.at])).toEqual([
    ['all', 1n],
    ['all', 1n],
  ])
  expect(parts.map(({ value }) => value)).toContain(443n)
})
