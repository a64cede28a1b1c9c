import { expect, it } from 'vitest'
import type { DebugTarget } from '../../../../shared/ipc/index.ts'
import { containerPatch, nodePod, summaryOf, uniqueName } from './manifests.ts'

type Target<Kind extends DebugTarget['kind']> = Extract<DebugTarget, { kind: Kind }>
const inPod: Target<'container'> = {
  ...{ kind: 'container', namespace: 'n', pod: 'p', target: 'main', image: 'busybox', command: [] },
  profile: 'general',
}
const onNode: Target<'node'> = {
  ...{ kind: 'node', namespace: 'n', node: 'worker-1', image: 'busybox', command: ['sh'] },
  profile: 'general',
}
const restricted = {
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  allowPrivilegeEscalation: false,
  seccompProfile: { type: 'RuntimeDefault' },
}
const netadmin = { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } }

it.each([
  ['general', { capabilities: { add: ['SYS_PTRACE'] } }],
  ['baseline', undefined],
  ['restricted', restricted],
  ['netadmin', netadmin],
  ['sysadmin', { privileged: true }],
] as const)(
  'a debug container of profile %s has the rights that kubectl debug gives it',
  (profile, expected) => {
    const patch = containerPatch({ ...inPod, profile }, 'debugger-x', 'u') as {
      readonly spec: { readonly ephemeralContainers: readonly { readonly securityContext?: object }[] }
    }
    expect(patch.spec.ephemeralContainers[0]?.securityContext).toEqual(expected)
  },
)

it.each([
  ['general', undefined, true, true],
  ['baseline', undefined, false, false],
  ['restricted', restricted, false, false],
  ['netadmin', netadmin, true, false],
  ['sysadmin', { privileged: true }, true, true],
] as const)(
  'a debug pod of profile %s has what kubectl debug gives it',
  (profile, context, sharesHost, mountsRoot) => {
    const { spec } = nodePod({ ...onNode, profile }, 'x') as {
      readonly spec: Readonly<Record<string, unknown>> & {
        readonly containers: readonly Record<string, unknown>[]
      }
    }
    const host = sharesHost ? true : undefined
    expect([spec.hostNetwork, spec.hostPID, spec.hostIPC]).toEqual([host, host, host])
    expect(spec.volumes).toEqual(mountsRoot ? [{ name: 'host-root', hostPath: { path: '/' } }] : undefined)
    expect(spec.containers[0]).toEqual({
      ...{ name: 'debugger', image: 'busybox', stdin: true, tty: true, command: ['sh'] },
      ...(context === undefined ? {} : { securityContext: context }),
      ...(mountsRoot ? { volumeMounts: [{ name: 'host-root', mountPath: '/host' }] } : {}),
    })
  },
)

it('a debug pod goes to its node whatever is wrong there, and is never started again', () => {
  expect(nodePod(onNode, 'x')).toMatchObject({
    metadata: { name: 'x', namespace: 'n' },
    spec: { nodeName: 'worker-1', restartPolicy: 'Never', tolerations: [{ operator: 'Exists' }] },
  })
})

it('a debug container is merged into the very pod that was read, and sees whom it is asked to', () => {
  expect(containerPatch(inPod, 'debugger-x', 'u')).toMatchObject({
    metadata: { uid: 'u' },
    spec: {
      ephemeralContainers: [{ name: 'debugger-x', targetContainerName: 'main', stdin: true, tty: true }],
    },
  })
  expect(JSON.stringify(containerPatch({ ...inPod, target: '' }, 'x', 'u'))).not.toContain(
    'targetContainerName',
  )
})

it('the summary says what is written where and what stays', () => {
  expect(summaryOf(inPod, 'debugger-x')).toBe(
    'Adds container debugger-x with image busybox to pod p in namespace n that sees the processes of container main. An ephemeral container cannot be removed: it ends with its process, and its entry stays in the pod.',
  )
  expect(summaryOf(onNode, 'node-debugger-x')).toBe(
    'Creates pod node-debugger-x with image busybox on node worker-1, in namespace n. It has the network, the processes and the IPC of the node, and its file system at /host. The pod stays until it is deleted, which the terminal offers, also when it is closed.',
  )
})

it.each([
  'debugger',
  'node-debugger-worker',
  `node-debugger-${'a'.repeat(253)}`,
  `x-${'a'.repeat(243)}.${'b'.repeat(20)}`,
])('a name is unique, valid and not too long: %s', beginning => {
  const name = uniqueName(beginning, Math.random)
  expect(name).toMatch(/^[a-z][-a-z0-9.]*[a-z0-9]$/)
  expect(name).not.toMatch(/[-.]{2}/)
  expect(name.length).toBeLessThanOrEqual(253)
  expect(uniqueName(beginning, Math.random)).not.toBe(name)
})
