import { expect, test } from 'vitest'
import type { SourcePhase, SourceStatus } from '../../../shared/ipc/index.ts'
import { oldContexts } from './useContextLooks.ts'

const error = { kind: 'unreachable', message: '' } as const
const source = (context: string, status: SourcePhase): SourceStatus => ({ context, namespace: '', status })

test('contexts with rows of before are told from live ones and from those without rows', () => {
  const sources = [
    source('live', { phase: 'live' }),
    source('stale', { phase: 'stale', since: 1, reason: error, retryAt: null }),
    source('stale', { phase: 'live' }),
    source('login', { phase: 'loginNeeded', error, since: 1 }),
    source('none', { phase: 'failed', error }),
  ]
  expect(oldContexts(sources)).toEqual(['stale', 'login'])
})
