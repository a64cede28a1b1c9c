import { expect, test } from 'vitest'
import type { WebhookEntry } from '../../../../shared/admission/index.ts'
import { configuresWebhooks, healthTable } from './webhookHealth.ts'

const ref = (resource: string, name: string) => ({
  resource: { group: 'admissionregistration.k8s.io', version: 'v1', resource },
  namespace: '',
  name,
})
const entry = (resource: string, name: string, problems: readonly string[] = []) =>
  ({
    ref: ref(resource, name),
    webhook: { name: `hook.${name}` },
    certificate: { meaning: 'good', label: '20 y' },
    endpoint: { meaning: 'warning', label: 'no service' },
    problems: problems.map(title => ({ code: 'noTarget', severity: 'bad', label: title, title, detail: '' })),
  }) as unknown as WebhookEntry

test('the page of a configuration tells of its own webhooks what their rows tell', () => {
  const all = [
    entry('validatingwebhookconfigurations', 'guard', ['It blocks its own Pods']),
    entry('mutatingwebhookconfigurations', 'guard'),
    entry('validatingwebhookconfigurations', 'other'),
  ]
  expect(healthTable(all, ref('validatingwebhookconfigurations', 'guard')).rows).toEqual([
    [
      [{ type: 'code', text: 'hook.guard' }],
      [{ type: 'chip', text: '20 y', meaning: 'good' }],
      [{ type: 'chip', text: 'no service', meaning: 'warning' }],
      [{ type: 'chip', text: 'It blocks its own Pods', meaning: 'bad' }],
    ],
  ])
  expect(healthTable(all, ref('mutatingwebhookconfigurations', 'guard')).rows[0]?.[3]).toEqual([
    { type: 'chip', text: 'none found', meaning: 'good' },
  ])
})

test.each([
  ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', true],
  ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', false],
  ['example.com/v1', 'MutatingWebhookConfiguration', false],
])('%s %s configures webhooks: %s', (apiVersion, kind, expected) => {
  expect(configuresWebhooks({ apiVersion, kind, metadata: { name: 'a' } })).toBe(expected)
})
