import { describe, expect, it } from 'vitest'
import { apiService, boundPolicy, cases, definition, named, outside, pods } from './examples.fixture.ts'
import { found, writer } from './findings.fixture.ts'
import { findingIds } from './ids.ts'

const examples = Object.entries(cases).flatMap(([id, value]) =>
  [value].flat().map(each => [id, each] as const),
)

describe('a check', () => {
  it.each(examples)('%s finds its example', (id, { fires, around }) => {
    const hit = found(fires, around).filter(each => each.id === id)
    expect(hit).not.toEqual([])
    for (const each of hit) {
      expect(each.evidence.join('')).not.toBe('')
      expect(each.docs).toBe(`docs/findings.md#${id}`)
    }
  })

  it.each(examples)('%s does not find its counterexample', (id, { quiet, quietAround }) => {
    expect(found(quiet, quietAround).map(each => each.id)).not.toContain(id)
  })

  it('has an example each', () => {
    expect(Object.keys(cases).sort()).toEqual([...findingIds].sort())
  })
})

describe('a healthy configuration', () => {
  it.each([
    ['webhooks', `hook: {}\n---\nmutatingHook: {}`],
    ['webhooks of pods', `hook: {${pods}, ${outside('acme', 'kube-system')}}`],
    [
      'an opt-in injector',
      `mutatingHook: {${pods}, objectSelector: {matchLabels: {inject: "yes"}}, ${outside('acme', 'kube-system')}}`,
    ],
    ['a policy', boundPolicy('{}')],
    [
      'a policy with a parameter',
      `policy: {paramKind: {apiVersion: example.com/v1, kind: Limit}}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Deny}}\n---\n{apiVersion: example.com/v1, kind: Limit, metadata: {name: l}}`,
    ],
    ['a mutating policy', writer('p', 'b', 'metadata: Object.metadata{labels: {"tier": "a"}}')],
    ['a conversion', definition(`{${named}, caBundle: good}`)],
    ['an aggregated API', apiService('{service: {namespace: acme, name: hook, port: 443}, caBundle: good}')],
    ['a local API', apiService('{}')],
    ['nothing', '{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}'],
  ])('%s yields no finding', (_what, yaml) => {
    expect(found(yaml).map(({ id, evidence }) => [id, evidence])).toEqual([])
  })
})
