import { expect, it } from 'vitest'
import { readDefinition } from './index.ts'

const definition = (...versions: readonly object[]) => ({
  spec: { group: 'g.example.com', names: { kind: 'Thing' }, versions },
})
const version = (name: string, over: object = {}) => ({ name, served: true, ...over })
const deprecated = (over: object = {}) => version('v1beta1', { deprecated: true, ...over })
const warning = (...versions: readonly object[]) =>
  readDefinition(definition(...versions), 'v1beta1')?.deprecation

it.each([
  ['one that is not deprecated', [version('v1beta1')], null],
  ['one with its own words', [deprecated({ deprecationWarning: 'go away' })], 'go away'],
  ['one that nothing follows', [deprecated()], 'g.example.com/v1beta1 Thing is deprecated'],
  [
    'one that is followed',
    [version('v1beta2'), deprecated(), version('v2alpha1'), version('v1'), version('v2', { served: false })],
    'g.example.com/v1beta1 Thing is deprecated; use g.example.com/v1 Thing',
  ],
  [
    'one that only older or deprecated ones stand beside',
    [version('v1alpha7'), deprecated(), version('v2beta1', { deprecated: true }), version('other')],
    'g.example.com/v1beta1 Thing is deprecated',
  ],
])('a version is warned of in the words of the server: %s', (_, versions, expected) => {
  expect(warning(...versions)).toBe(expected)
})
