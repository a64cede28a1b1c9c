import { expect, it } from 'vitest'
import type { Trace } from '../../../shared/admission/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { maskTexts, maskTrace } from './mask.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const secret = (value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 's' },
  data: { key: base64(value) },
})
const trace = (over: Partial<Trace>): Trace => ({
  verdict: 'denied',
  status: null,
  steps: [],
  warnings: [],
  auditAnnotations: {},
  objects: [],
  assumptions: [],
  gaps: [],
  wishes: [],
  ...over,
})
const masked = (object: KubeObject): KubeObject => ({ ...object, data: { key: 'masked' } })

it('a Secret is masked, and so is every text that repeats a value of it, as written or decoded', () => {
  const object = secret('open "sesame"') as unknown as Trace['objects'][number]
  const next = maskTrace(
    trace({
      objects: [object],
      status: { code: 422, reason: 'Invalid', message: `got open "sesame" (${base64('open "sesame"')})` },
      warnings: ['open \\"sesame\\"'],
    }),
    [],
    masked,
  )
  expect(next.objects).toEqual([{ ...(object as object), data: { key: 'masked' } }])
  expect(JSON.stringify(next)).not.toMatch(/sesame|b3Blbi/)
})

it('values of Secrets that are parameters do not leave either, and other texts stay', () => {
  const next = maskTrace(trace({ warnings: ['token abcd-1234', 'name s'] }), [secret('abcd-1234')], masked)
  expect(next.warnings).toEqual(['token (hidden: a value of a Secret)', 'name s'])
})

it('of a value that holds another one nothing is left, and short ones blank out no words', () => {
  expect(maskTexts(['long-value-1', 'a b'], [secret('value'), secret('long-value-1'), secret('a')])).toEqual([
    '(hidden: a value of a Secret)',
    'a b',
  ])
})

it('tokens do not leave, neither where they stand nor where a text repeats them', () => {
  const issued = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    status: { token: 'eyJhb.c1' },
  }
  const shown = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 'eyJhb.c2' } }
  const next = maskTrace(
    trace({ objects: [issued, shown], warnings: ['got eyJhb.c1, eyJhb.c2'] }),
    [],
    masked,
  )
  expect(JSON.stringify(next)).not.toContain('eyJhb')
  expect(next.objects).toMatchObject([{ kind: 'TokenRequest' }, { kind: 'TokenReview' }])
})

it('nothing is left of what was applied before, or of a value in a table', () => {
  const applied = JSON.stringify({ kind: 'Secret', stringData: { key: 'former-value' } })
  const held = {
    ...secret('open "Sesame"'),
    metadata: { name: 's', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': applied } },
  }
  const texts = ['was former-value', '"open ""Sesame"""']
  expect(maskTexts(texts, [held]).join()).not.toMatch(/former-value|Sesame/)
})

it('without Secrets the trace is the same one', () => {
  const same = trace({ objects: [{ kind: 'ConfigMap' }] })
  expect(maskTrace(same, [], masked)).toBe(same)
})
