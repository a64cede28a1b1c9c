import type { Operation } from '../../shared/ipc/index.ts'
import { needsKind } from './kinds.ts'
import type { PatchStep } from './patches.ts'
import { at, listAt, textAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { refsOf } from './rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

type Review = Extract<Operation, { readonly type: 'approve' | 'deny' }>

/** Adds the condition that lets a signer sign, or never. */
export async function planReview(setup: Setup, targets: Targets, review: Review): Promise<PlannedOperation> {
  const approves = review.type === 'approve'
  needsKind(
    setup,
    ['certificates.k8s.io/CertificateSigningRequest'],
    `Only CertificateSigningRequests can be ${approves ? 'approved' : 'denied'}.`,
  )
  const now = new Date(setup.clock.now()).toISOString()
  const type = approves ? 'Approved' : 'Denied'
  const requests = forEachTarget(setup, targets, review.type, target => {
    const name = nameOf(target.kind, target.ref)
    const decided = listAt(target.object, 'status', 'conditions').find(condition =>
      ['Approved', 'Denied'].includes(textAt(condition, 'type')),
    )
    if (decided !== undefined)
      throw refusal(
        'Decided',
        `${name} is ${textAt(decided, 'type').toLowerCase()} already (${textAt(decided, 'reason')}); that cannot be changed.`,
      )
    const condition = {
      ...{ type, status: 'True', lastUpdateTime: now },
      reason: review.reason || `Gatehouse${approves ? 'Approve' : 'Deny'}`,
      message: review.message || `This request was ${approves ? 'approved' : 'denied'} with Gatehouse.`,
    }
    return patchOf(target, `${review.type} ${name}`, 'json', addCondition(target, condition), {
      subresource: 'approval',
      undo: 'none',
      noUndo: 'A decision about a certificate signing request stays.',
    })
  })
  return {
    title: titleOf(approves ? 'Approve' : 'Deny', setup, refsOf(targets)),
    requests,
    consequences: approves ? targets.found.slice(0, 50).map(asked) : [],
  }
}

/** Fails where somebody else decided meanwhile. */
function addCondition({ object }: Target, condition: unknown): readonly PatchStep[] {
  const present = at(object, 'status', 'conditions')
  const test: PatchStep = { op: 'test', path: '/status/conditions', value: present ?? null }
  return Array.isArray(present)
    ? [test, { op: 'add', path: '/status/conditions/-', value: condition }]
    : [test, { op: 'add', path: '/status/conditions', value: [condition] }]
}

function asked(target: Target) {
  const { object } = target
  const groups = listAt(object, 'spec', 'groups').join(', ')
  const usages = listAt(object, 'spec', 'usages').join(', ')
  const text = `${textAt(object, 'spec', 'username')}${groups === '' ? '' : ` (${groups})`} asked ${textAt(object, 'spec', 'signerName')} for a certificate for ${usages}. It cannot be revoked before it ends.`
  return consequence('warning', text, [target])
}
