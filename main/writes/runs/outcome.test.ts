import { expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { PlannedRequest } from '../types.ts'
import { mayBeDone, outcomeOf } from './outcome.ts'

const ref = { resource: { group: '', version: 'v1', resource: 'pods' }, namespace: 'a', name: 'x' }
const request = (change: Partial<PlannedRequest> = {}): PlannedRequest => ({
  ...{ ref, kind: 'Pod', title: 't', dryRun: 'query', method: 'PATCH', path: '/api/v1/namespaces/a/pods/x' },
  query: { fieldManager: 'me' },
  ...change,
})
const pod = (resourceVersion: string, more: object = {}, uid = 'u'): KubeObject => ({
  ...{ apiVersion: 'v1', kind: 'Pod' },
  metadata: { name: 'x', uid, resourceVersion, ...more },
})
const by = (manager: string, time: string) => ({ managedFields: [{ manager, operation: 'Update', time }] })

it.each([
  ['an object that is as it was', request(), pod('1'), pod('1'), 'notDone'],
  ['an entry of ours that is newer', request(), pod('1', by('me', '1')), pod('2', by('me', '2')), 'done'],
  ['an entry of another', request(), pod('1', by('other', '1')), pod('2', by('other', '2')), 'notDone'],
  ['a change that nobody signed', request(), pod('1'), pod('2'), 'unknown'],
  ['an object that was made anew', request(), pod('1'), pod('2', {}, 'v'), 'unknown'],
  ['an object that is gone', request(), pod('1'), null, 'unknown'],
  ['no object where one was to be made', request({ method: 'POST' }), null, null, 'notDone'],
  ['one that we made', request({ method: 'POST' }), null, pod('1', by('me', '1')), 'done'],
  ['one that another made', request({ method: 'POST' }), null, pod('1', by('other', '1')), 'notDone'],
  ['a deletion of what is gone', request({ method: 'DELETE' }), pod('1'), null, 'done'],
  ['a deletion of what is there', request({ method: 'DELETE' }), pod('1'), pod('1'), 'notDone'],
  [
    'a deletion that began',
    request({ method: 'DELETE' }),
    pod('1'),
    pod('2', { deletionTimestamp: 't' }),
    'done',
  ],
  [
    'an eviction',
    request({ method: 'POST', path: `/api/v1/namespaces/a/pods/x/eviction` }),
    pod('1'),
    null,
    'done',
  ],
] as const)('%s', (_what, asked, before, now, state) => {
  expect(outcomeOf(asked, before, now, null).state).toBe(state)
})

it('what the server refused, or what never left, needs no finding out', () => {
  const message = 'm'
  expect(mayBeDone({ kind: 'unreachable', message, reason: 'ECONNREFUSED' })).toBe(false)
  expect(mayBeDone({ kind: 'unreachable', message, reason: 'ECONNRESET' })).toBe(true)
  expect(mayBeDone({ kind: 'conflict', message, status: 409 })).toBe(false)
  expect(mayBeDone({ kind: 'serverFault', message: 'timed out', status: 504 })).toBe(true)
  expect(mayBeDone({ kind: 'serverFault', message: 'failed calling webhook "x"', status: 500 })).toBe(false)
})
