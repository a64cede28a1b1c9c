import { expect, it } from 'vitest'
import { staleText } from './stale.ts'
import { traceRequest } from './traceRequest.ts'
import { worldOf } from './world.fixture.ts'

const since = Date.UTC(2026, 2, 1, 17, 3, 22)
const request = {
  operation: 'CREATE',
  verb: 'create',
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  subresource: '',
  namespace: 'shop',
  name: 'x',
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'shop' } },
  oldObject: null,
  options: null,
  user: { username: 'u', groups: ['system:masters'] },
  dryRun: false,
  isObjectKnown: true,
} as const

it('a trace of what is not current says since when, and what', () => {
  const stale = { state: 'known', items: [], staleSince: since } as const
  const trace = traceRequest(request, worldOf({ known: { ValidatingAdmissionPolicy: stale } }))
  expect(trace.staleSince).toBe(since)
  expect(trace.assumptions).toContain(
    'The connection is lost: ValidatingAdmissionPolicy is as of 2026-03-01 17:03:22 UTC, and may have changed since.',
  )
})

it('a trace of what is current says nothing of it', () => {
  const trace = traceRequest(request, worldOf())
  expect('staleSince' in trace).toBe(false)
  expect(trace.assumptions.join(' ')).not.toContain('connection')
})

it('of many kinds a few are named, and the earliest time counts', () => {
  const kinds = new Map(['A', 'B', 'C', 'D', 'E', 'F'].map((kind, at) => [kind, since + at * 1000]))
  expect(staleText(kinds)).toBe(
    'The connection is lost: A, B, C, D and 2 more kinds are as of 2026-03-01 17:03:22 UTC, and may have changed since.',
  )
})
