import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { addressWarnings } from './addresses.ts'
import { podWarnings } from './index.ts'

const json = (value: object): JsonObject => value as unknown as JsonObject
const spec = { topologySpreadConstraints: [{ topologyKey: 'zone' }] }
const deployment = (more: object = {}): JsonObject =>
  json({ metadata: { name: 'd' }, spec: { template: { spec }, ...more } })
const noSelector =
  '.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod'

// The texts are held against a server by test/cases/admission/own/O16.yaml.
describe('warnings of a kind with pods', () => {
  it.each([
    ['a pod', { kind: '/Pod', object: json({ spec }), old: null }, [`spec${noSelector}`]],
    ['an update of a pod', { kind: '/Pod', object: json({ spec }), old: json({}) }, []],
    [
      'a deployment',
      { kind: 'apps/Deployment', object: deployment(), old: null },
      [`spec.template.spec${noSelector}`],
    ],
    ['a deployment as it was', { kind: 'apps/Deployment', object: deployment(), old: deployment() }, []],
    [
      'a deployment that changes elsewhere',
      { kind: 'apps/Deployment', object: deployment({ replicas: 2 }), old: deployment() },
      [`spec.template.spec${noSelector}`],
    ],
    ['a kind without pods', { kind: '/ConfigMap', object: deployment(), old: null }, []],
    ['what is no object', { kind: '/Pod', object: json({ spec: [1], metadata: 'x' }), old: null }, []],
    ['a kind called like a property', { kind: 'constructor', object: json({}), old: null }, []],
  ])('%s', (_what, written, expected) => {
    const found = podWarnings({ ...written, minor: 36 }).filter(each => !each.startsWith('metadata.name'))
    expect(found).toEqual(expected)
  })
})

describe('an address', () => {
  it.each([
    ['10.0.0.1', []],
    ['010.0.0.1', ['a: non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"']],
    ['::ffff:1.2.3.4', ['a: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"']],
    ['FD00::1', ['a: IPv6 address "FD00::1" should be in RFC 5952 canonical format ("fd00::1")']],
    ['fd00::1', []],
    ['none', []],
  ])('%s', (text, expected) => {
    expect(addressWarnings(text, 'a')).toEqual(expected)
  })
})
