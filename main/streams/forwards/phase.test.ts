import { expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { Candidate } from './candidates.ts'
import { phaseOf } from './phase.ts'
import type { Target } from './target.ts'
import type { Following } from './targetPods.ts'

const target = (kind: string, pods: Target['pods']): Target => ({
  ref: { resource: { group: '', version: 'v1', resource: 'x' }, namespace: 'shop', name: 'web' },
  kind,
  object: {} as KubeObject,
  pods,
  service: null,
})
const deployment = target('Deployment', { type: 'selector', selector: 'app=web' })
const pod = { name: 'web-1' } as Candidate
const current: Following = { state: 'current' }
const reason = { kind: 'unreachable', message: 'lost' } as const

it.each([
  ['open with a pod', current, pod, { phase: 'open' }],
  [
    'open, with why it may be old, while the watch is lost',
    { state: 'stale', reason },
    pod,
    { phase: 'open', reason },
  ],
  [
    'waiting while the watch is lost and no pod is known',
    { state: 'stale', reason },
    null,
    { phase: 'waiting', reason },
  ],
  ['failed where the pods may not be read', { state: 'lost', reason }, null, { phase: 'failed', reason }],
  ['starting before the first list', { state: 'reading' }, null, { phase: 'starting' }],
] as const)('a forward is %s', (_rule, following, chosen, expected) => {
  expect(phaseOf(following, chosen, [], deployment)).toEqual(expected)
})

it.each([
  [deployment, [], 'Deployment shop/web has no pods.'],
  [deployment, [pod], 'The pod of Deployment shop/web is not ready.'],
  [deployment, [pod, pod, pod], 'None of the 3 pods of Deployment shop/web is ready.'],
  [target('Pod', { type: 'pod', name: 'web' }), [], 'Pod shop/web is not there.'],
  [target('Pod', { type: 'pod', name: 'web' }), [pod], 'Pod shop/web does not run.'],
  [
    target('Service', { type: 'slices', service: 'web' }),
    [],
    /selects no pods, and its EndpointSlices name none/,
  ],
])('what is waited for is told', (of, candidates, message) => {
  const { phase, reason: why } = phaseOf(current, null, candidates, of)
  expect(phase).toBe('waiting')
  expect(why?.message).toMatch(message)
})
