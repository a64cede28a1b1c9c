import { expect, it } from 'vitest'
import { targetFixture } from '../operations.fixture.ts'
import { whyStays } from './sorting.ts'

const wish = { deletesEmptyDir: false, deletesUnmanaged: false }
const owner = (kind: string) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'o', uid: 'o', controller: true }],
})
const running = { status: { phase: 'Running' } }
const withEmptyDir = { ...running, spec: { volumes: [{ name: 'v', emptyDir: {} }] } }

it.each([
  ['of a ReplicaSet', targetFixture('Pod', running, owner('ReplicaSet')), wish, null],
  ['of a DaemonSet', targetFixture('Pod', running, owner('DaemonSet')), wish, 'daemonSet'],
  [
    'of a DaemonSet, finished',
    targetFixture('Pod', { status: { phase: 'Failed' } }, owner('DaemonSet')),
    wish,
    null,
  ],
  [
    'a static one',
    targetFixture('Pod', running, { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
    wish,
    'mirror',
  ],
  [
    'ending',
    targetFixture('Pod', running, { ...owner('ReplicaSet'), deletionTimestamp: 'now' }),
    wish,
    'ending',
  ],
  ['of nobody', targetFixture('Pod', running), wish, 'unmanaged'],
  [
    'of nobody, where that is wished',
    targetFixture('Pod', running),
    { ...wish, deletesUnmanaged: true },
    null,
  ],
  ['of nobody, finished', targetFixture('Pod', { status: { phase: 'Succeeded' } }), wish, null],
  ['with an emptyDir', targetFixture('Pod', withEmptyDir, owner('ReplicaSet')), wish, 'emptyDir'],
  [
    'with an emptyDir, where that is wished',
    targetFixture('Pod', withEmptyDir, owner('ReplicaSet')),
    { ...wish, deletesEmptyDir: true },
    null,
  ],
] as const)('a pod %s stays for its reason, or goes', (_name, pod, given, reason) => {
  expect(whyStays(pod, given)).toBe(reason)
})
