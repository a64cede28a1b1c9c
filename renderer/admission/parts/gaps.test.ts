import { expect, it } from 'vitest'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { gapLines, isGapOf } from './gaps.ts'

const forbidden = (resource: string, where = 'at the cluster scope'): AppErrorBody => ({
  kind: 'denied',
  message: `${resource}.admissionregistration.k8s.io is forbidden: User "viewer" cannot list resource "${resource}" in API group "admissionregistration.k8s.io" ${where}`,
})

it('says verb, resource and scope of what may not be read once, that of one group in one line', () => {
  const gaps = [
    forbidden('mutatingadmissionpolicies'),
    forbidden('mutatingadmissionpolicybindings'),
    forbidden('mutatingadmissionpolicies'),
    {
      kind: 'denied',
      message:
        'pods is forbidden: User "v" cannot get resource "pods" in API group "" in the namespace "shop"',
    },
    { kind: 'unreachable', message: 'The server is shutting down.' },
  ] as const
  expect(gapLines(gaps)).toEqual([
    'list mutatingadmissionpolicies and mutatingadmissionpolicybindings of admissionregistration.k8s.io, cluster scope',
    'get pods, namespace shop',
    'The server is shutting down.',
  ])
})

it('tells by whole names what a gap is about', () => {
  const gap = forbidden('mutatingadmissionpolicybindings')
  expect(isGapOf(gap, ['mutatingadmissionpolicybindings'])).toBe(true)
  expect(isGapOf(gap, ['mutatingadmissionpolicies'])).toBe(false)
  const asked = { kind: 'denied', message: 'No.', resource: 'list mutatingadmissionpolicies' } as const
  expect(isGapOf(asked, ['mutatingadmissionpolicies'])).toBe(true)
})
