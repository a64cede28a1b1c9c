import type { Operation } from '../../shared/ipc/index.ts'
import { resourcePath } from '../api/index.ts'
import { needsKind } from './kinds.ts'
import { textAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, postOf, titleOf } from './requests.ts'
import { refsOf } from './rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

type Token = Extract<Operation, { readonly type: 'token' }>

/** Source of both: kubernetes, pkg/apis/authentication/validation. */
const leastSeconds = 600
const mostSeconds = 2 ** 32

/** A token for a service account. Servers issue one whatever they are asked, so that nothing is tried beforehand. */
export async function planToken(setup: Setup, targets: Targets, token: Token): Promise<PlannedOperation> {
  needsKind(setup, ['/ServiceAccount'], 'Tokens are issued for ServiceAccounts.')
  const { seconds, boundPod, audiences } = token
  if (seconds > 0 && (seconds < leastSeconds || seconds > mostSeconds))
    throw refusal(
      'Invalid',
      `A token is good for at least ${leastSeconds} seconds (10 minutes) and at most ${mostSeconds}.`,
    )
  if (boundPod !== '' && refsOf(targets).length > 1)
    throw refusal('ManyTargets', 'A token that is bound to a pod is issued for one service account.')
  const pod = boundPod === '' ? null : await readPod(setup, targets.found[0], boundPod)
  const requests = forEachTarget(setup, targets, 'issue a token for', ({ ref, kind }) =>
    postOf(
      {
        ref,
        kind,
        title: `issue a token for ${nameOf(kind, ref)}`,
        path: resourcePath(ref.resource, { namespace: ref.namespace, name: ref.name, subresource: 'token' }),
      },
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: {
          audiences,
          ...(seconds > 0 ? { expirationSeconds: seconds } : {}),
          ...(pod === null ? {} : { boundObjectRef: pod }),
        },
      },
      {
        dryRun: 'none',
        keepsAnswer: true,
        isAlwaysSent: true,
        undo: 'none',
        noUndo:
          'A token is good until it ends, or until its service account or the pod that it is bound to is deleted.',
      },
    ),
  )
  const end =
    boundPod === '' ? 'Deleting the service account ends it before.' : `It ends with pod ${boundPod} too.`
  return {
    title: titleOf('Issue a token for', setup, refsOf(targets)),
    requests,
    consequences: [
      consequence(
        'warning',
        `Who has the token may do what the service account may, until it ends; it cannot be taken back. ${end} It is shown once and written nowhere.`,
        targets.found,
      ),
    ],
  }
}

/** @throws AppError where the pod is none of the account's */
async function readPod({ api, signal }: Setup, account: Target | undefined, name: string) {
  const pods = api.findKind('', 'Pod')
  if (pods === null || account === undefined) throw refusal('NoPod', 'The server offers no pods.')
  const pod = await api.get({ resource: pods, namespace: account.ref.namespace, name }, signal)
  const runsAs = textAt(pod, 'spec', 'serviceAccountName') || 'default'
  if (runsAs !== account.ref.name)
    throw refusal(
      'OtherAccount',
      `Pod ${name} runs as service account ${runsAs}, so that no token of ${account.ref.name} can be bound to it.`,
    )
  return { kind: 'Pod', apiVersion: 'v1', name, uid: pod.metadata.uid }
}
