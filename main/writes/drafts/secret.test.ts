import { expect, it } from 'vitest'
import { couldBeSecret } from './secret.ts'

it.each([
  'kind: Secret',
  'kind: "Secret"',
  '{"kind": "\\u0053ecret"}',
  'kind: "\\x53ecret"',
  'kind: "Sec\\\n  ret"',
  '? kind\n: Secret',
  'kind: SecretList',
  'stringData: { a: b }',
])('a text that could hold a Secret stays in memory: %s', text => {
  expect(couldBeSecret(text)).toBe(true)
})

it.each([
  'kind: Deployment\nspec: { secretName: a }',
  'env: [{ valueFrom: { secretKeyRef: { name: a } } }]',
  'run: "printf \\x1b[0m"',
])('others are kept: %s', text => {
  expect(couldBeSecret(text)).toBe(false)
})
