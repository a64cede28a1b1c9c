import { expect, it } from 'vitest'
import type { Known } from '../../../shared/admission/index.ts'
import { AppError } from '../../../shared/errors/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { missingNamespaces, refusalOf, refuseNamespaces } from './asked.ts'

const object = (apiVersion: string, kind: string, name: string, spec = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { name }, spec }) as KubeObject
const policy = (name: string, spec = {}): KubeObject =>
  object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', name, spec)
const known = (...items: readonly KubeObject[]): Known => ({ state: 'known', items, staleSince: null })
const unread: Known = { state: 'unreadable', error: { kind: 'denied', message: 'no' } }
const limits = policy('limits', { paramKind: { apiVersion: 'rules/v1', kind: 'Limit' } })

it.each<[string, readonly string[] | null, readonly KubeObject[] | null, readonly Known[], string | null]>([
  ['all policies, even where there are none', null, null, [known(), { state: 'notServed' }], null],
  ['a policy that is there', ['limits'], null, [known(limits)], null],
  ['a policy of the draft', ['new'], [policy('new')], [known(limits)], null],
  [
    'policies that are not there',
    ['limits', 'a', 'b'],
    null,
    [known(limits)],
    'No policy is called “a”, “b”.',
  ],
  ['a policy where not all may be read', ['a'], null, [known(limits), unread], null],
  ['a policy where not all are read yet', ['a'], null, [known(limits), { state: 'loading' }], null],
  [
    'a draft of something else',
    null,
    [object('apps/v1', 'Deployment', 'x')],
    [known(limits)],
    'There is no policy,',
  ],
  [
    'a draft of something else beside a policy',
    null,
    [object('apps/v1', 'Deployment', 'x'), policy('a')],
    [known()],
    null,
  ],
  ['a draft of a parameter', null, [object('rules/v1', 'Limit', 'x')], [known(limits)], null],
  [
    'a draft of a parameter nobody takes',
    null,
    [object('rules/v2', 'Limit', 'x')],
    [known(limits)],
    'There is no policy,',
  ],
  ['a draft of what may be a parameter', null, [object('rules/v2', 'Limit', 'x')], [unread], null],
  ['a draft of a namespace', null, [object('v1', 'Namespace', 'x')], [known()], null],
  [
    'a draft of a webhook configuration',
    null,
    [object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'x')],
    [known()],
    null,
  ],
])('asked for %s', (_what, policies, draft, of, said) => {
  const refusal = refusalOf({ policies, draft, known: of })
  if (said === null) expect(refusal).toBeNull()
  else expect(refusal?.message).toContain(said)
})

it('a namespace is missing where the server says so, not where it may not be read', async () => {
  const api = {
    findKind: () => ({ resource: 'namespaces' }),
    get: async ({ name }: { readonly name: string }) => {
      if (name === 'there') return object('v1', 'Namespace', name)
      throw new AppError({ kind: name === 'secret' ? 'denied' : 'gone', message: name })
    },
  } as unknown as ApiClient
  const missing = await missingNamespaces(api, ['there', 'secret', 'nope'], new AbortController().signal)
  expect(missing).toEqual(['nope'])
  expect(() => refuseNamespaces(missing)).toThrow('No namespace is called “nope”.')
  expect(() => refuseNamespaces([])).not.toThrow()
})
