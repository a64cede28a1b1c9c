import { expect, it } from 'vitest'
import { known } from '../cluster.fixture.ts'
import { findings } from './find.ts'
import { objectsOf, sourcesOf } from './findings.fixture.ts'

function manyHooks(count: number) {
  const [object] = objectsOf('mutatingHook: {sideEffects: Some, reinvocationPolicy: IfNeeded}')
  const [webhook] = (object as unknown as { webhooks: object[] }).webhooks
  const webhooks = Array.from({ length: count }, (_, at) => ({ ...webhook, name: `h${at}.x.io` }))
  return known({ ...object, webhooks } as never)
}

it('of ten thousand webhooks the first are looked at, which is said, in seconds and with a list that ends', () => {
  const sources = sourcesOf('hook: {}')
  const begun = performance.now()
  const found = findings({
    ...sources,
    configurations: { ...sources.configurations, mutating: manyHooks(10_000) },
  })
  expect(performance.now() - begun).toBeLessThan(15_000)
  expect(found.findings.length).toBe(1000)
  expect(found.omitted).toBeGreaterThan(0)
  expect(found.notes.join()).toContain('Only the first 2,000 webhooks')
  expect(JSON.stringify(found.findings).length).toBeLessThan(8_000_000)
})

it.each([
  ['a megabyte of text', `object.x == "${'a'.repeat(1_000_000)}"`],
  ['a megabyte of brackets', '('.repeat(1_000_000)],
])('%s is not looked at as an expression, which is said', (_what, expression) => {
  const sources = sourcesOf('binding: {}')
  const [object] = objectsOf('policy: {}')
  const policy = { ...object, spec: { ...(object?.spec as object), validations: [{ expression }] } }
  const begun = performance.now()
  const found = findings({
    ...sources,
    policies: { ...sources.policies, validating: known(policy as never) },
  })
  expect(performance.now() - begun).toBeLessThan(2000)
  expect(found.notes).toEqual(['spec.validations[0].expression of policy p is too long to be looked at.'])
})
