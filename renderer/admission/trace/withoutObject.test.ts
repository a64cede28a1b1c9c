import { expect, it } from 'vitest'
import { withoutObject } from './withoutObject.ts'

const gap = {
  kind: 'denied' as const,
  message:
    'User "viewer" cannot list resource "mutatingwebhookconfigurations" in API group "admissionregistration.k8s.io" at the cluster scope',
}

it.each([
  ['a delete names the stored object', [], true, /stored as oldObject/],
  ['nothing changes an object where all was read', [], false, /Nothing on the way may change one/],
  ['what may not be read may change it', [gap], false, /Not all that may change one may be read/],
] as const)('%s', (_, gaps, isDelete, words) => {
  expect(withoutObject({ steps: [], gaps }, isDelete)).toMatch(words)
})
