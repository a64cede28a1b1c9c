import { describe, expect, it } from 'vitest'
import { type Known, type PolicySnapshot, policyInventory } from '../../../shared/admission/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { type FleetMember, fleetMatrix, shownRows } from './matrix.ts'

interface PolicyShape {
  readonly name: string
  readonly failurePolicy?: string
  readonly expression?: string
  readonly apiVersion?: string
}

const policy = ({ name, failurePolicy, expression = 'true', apiVersion = 'v1' }: PolicyShape) =>
  ({
    apiVersion: `admissionregistration.k8s.io/${apiVersion}`,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name, uid: Math.random().toString(), resourceVersion: '7' },
    spec: { failurePolicy, validations: [{ expression }] },
  }) as unknown as KubeObject

const binding = (policyName: string, actions: readonly string[]) =>
  ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: `${policyName}-binding` },
    spec: { policyName, validationActions: actions },
  }) as unknown as KubeObject

const known = (items: readonly KubeObject[]): Known => ({ state: 'known', items, staleSince: null })
const unreadable: Known = { state: 'unreadable', error: { kind: 'denied', message: 'no' } }

function member(
  context: string,
  policies: readonly KubeObject[] | null,
  bindings: readonly KubeObject[] | null = [],
): FleetMember {
  const snapshot: PolicySnapshot = {
    policies: { validating: policies === null ? unreadable : known(policies), mutating: known([]) },
    bindings: { validating: bindings === null ? unreadable : known(bindings), mutating: known([]) },
    namespaces: known([]),
    served: { resources: [], isComplete: false } as unknown as PolicySnapshot['served'],
    parameters: () => known([]),
  }
  return { context, policies: policyInventory(snapshot), webhooks: null }
}

const cellsOf = (...members: readonly FleetMember[]) =>
  fleetMatrix(members)[0]?.cells.map(({ state, differences }) => [state, ...differences])

describe('a policy in two contexts', () => {
  const bound = (actions: readonly string[]) => [binding('p', actions)]
  it.each<[string, FleetMember, FleetMember, readonly (readonly string[])[]]>([
    [
      'is the same but for what the server sets and what is a default',
      member('a', [policy({ name: 'p' })], bound(['Deny'])),
      member('b', [policy({ name: 'p', failurePolicy: 'Fail' })], bound(['Deny'])),
      [['reference'], ['same']],
    ],
    [
      'fails open in one',
      member('a', [policy({ name: 'p' })], bound(['Deny'])),
      member('b', [policy({ name: 'p', failurePolicy: 'Ignore' })], bound(['Deny'])),
      [['reference'], ['different', 'Ignore here, Fail there']],
    ],
    [
      'denies in one and warns in the other',
      member('a', [policy({ name: 'p' })], bound(['Deny'])),
      member('b', [policy({ name: 'p' })], bound(['Warn'])),
      [['reference'], ['different', 'Warn here, Deny there']],
    ],
    [
      'is not bound in one',
      member('a', [policy({ name: 'p' })], bound(['Deny'])),
      member('b', [policy({ name: 'p' })]),
      [['reference'], ['different', 'not bound here', 'nothing here, Deny there']],
    ],
    [
      'has another expression and version',
      member('a', [policy({ name: 'p' })], bound(['Deny'])),
      member('b', [policy({ name: 'p', expression: 'false', apiVersion: 'v1beta1' })], bound(['Deny'])),
      [['reference'], ['different', 'v1beta1 here, v1 there', 'other expressions']],
    ],
    ['is absent in one', member('a', [policy({ name: 'p' })]), member('b', []), [['reference'], ['absent']]],
    [
      'may not be read in one, which does not make it absent',
      member('a', [policy({ name: 'p' })]),
      member('b', null),
      [['reference'], ['unreadable']],
    ],
    [
      'is only in the second, which is then what others are compared with',
      member('a', []),
      member('b', [policy({ name: 'p' })]),
      [['absent'], ['reference']],
    ],
  ])('%s', (_, one, other, cells) => expect(cellsOf(one, other)).toEqual(cells))

  it('whose bindings may not be read is not told to be unbound', () => {
    const [, cell] =
      cellsOf(
        member('a', [policy({ name: 'p' })], bound(['Deny'])),
        member('b', [policy({ name: 'p' })], null),
      ) ?? []
    expect(cell).toContain('bindings not readable here')
    expect(cell?.join()).not.toContain('not bound')
  })
})

it('rows are filtered by name and by whether they are uneven', () => {
  const rows = fleetMatrix([
    member('a', [policy({ name: 'even' }), policy({ name: 'uneven' })]),
    member('b', [policy({ name: 'even' })]),
  ])
  const names = (text: string, onlyUneven: boolean) =>
    shownRows(rows, { text, onlyUneven }).map(({ name }) => name)
  expect(names('', false)).toEqual(['even', 'uneven'])
  expect(names('', true)).toEqual(['uneven'])
  expect(names('UN', false)).toEqual(['uneven'])
})

it('hostile names make rows of their own', () => {
  const rows = fleetMatrix([member('a', [policy({ name: '__proto__' }), policy({ name: 'constructor' })])])
  expect(rows).toHaveLength(2)
})
