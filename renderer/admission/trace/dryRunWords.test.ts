import { expect, it } from 'vitest'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import { dryRunInWords } from './dryRunWords.ts'

const question: TraceQuestion = {
  operation: 'CREATE',
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  subresource: '',
  namespace: 'shop',
  name: '',
  object: { type: 'text', text: 'metadata: {name: web}' },
  user: null,
  assumeWebhooks: 'unknown',
}

it.each<[Partial<TraceQuestion>, string, string]>([
  [{}, 'ada', 'The request to create Deployment web in namespace shop is sent as ada.'],
  [{}, '', 'The request to create Deployment web in namespace shop is sent as the user of this context.'],
  [
    { operation: 'DELETE', object: { type: 'stored' }, name: 'old', namespace: '' },
    'ada',
    'The request to delete Deployment old is sent as ada.',
  ],
  [
    { user: { username: 'jane', groups: ['dev', 'ops'] }, subresource: 'scale', object: { type: 'stored' } },
    'ada',
    'The request to create Deployment/scale in namespace shop is sent as jane in 2 groups, impersonated by ada.',
  ],
])('a dry run is told in words before it is sent: %o as %s', (part, me, words) => {
  const lines = dryRunInWords({ ...question, ...part }, { kind: 'Deployment', me })
  expect(lines[0]).toBe(words)
  expect(lines.join(' ')).toMatch(/webhooks of the cluster .* called.*stores nothing/)
})
