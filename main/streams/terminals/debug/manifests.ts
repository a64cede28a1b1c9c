import type { DebugTarget } from '../../../../shared/ipc/index.ts'

type Profile = DebugTarget['profile']
type Target<Kind extends DebugTarget['kind']> = Extract<DebugTarget, { kind: Kind }>

/** Profiles of debugging. Source: k8s.io/kubectl 1.36, pkg/cmd/debug/profiles.go, without the deprecated `legacy`. */
const profiles: Readonly<
  Record<
    Profile,
    {
      readonly ofContainer: object | null
      readonly ofNode: object | null
      readonly sharesHost: boolean
      readonly mountsRoot: boolean
    }
  >
> = {
  general: {
    ofContainer: { capabilities: { add: ['SYS_PTRACE'] } },
    ofNode: null,
    sharesHost: true,
    mountsRoot: true,
  },
  baseline: { ofContainer: null, ofNode: null, sharesHost: false, mountsRoot: false },
  restricted: both({
    runAsNonRoot: true,
    capabilities: { drop: ['ALL'] },
    allowPrivilegeEscalation: false,
    seccompProfile: { type: 'RuntimeDefault' },
  }),
  netadmin: { ...both({ capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } }), sharesHost: true },
  sysadmin: { ...both({ privileged: true }), sharesHost: true, mountsRoot: true },
}

function both(context: object): (typeof profiles)[Profile] {
  return { ofContainer: context, ofNode: context, sharesHost: false, mountsRoot: false }
}

/** What is merged into a pod to add a container to it (strategic merge, by the container's name). */
export function containerPatch(target: Target<'container'>, name: string, uid: string): object {
  const { ofContainer } = profiles[target.profile]
  return {
    // Another pod of the same name is not meant.
    metadata: { uid },
    spec: {
      ephemeralContainers: [
        {
          ...interactive(target, name),
          ...(target.target === '' ? {} : { targetContainerName: target.target }),
          ...(ofContainer === null ? {} : { securityContext: ofContainer }),
        },
      ],
    },
  }
}

export const nodeContainer = 'debugger'

/** The pod that looks into a node. */
export function nodePod(target: Target<'node'>, name: string): object {
  const { ofNode, sharesHost, mountsRoot } = profiles[target.profile]
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: target.namespace,
      labels: { 'app.kubernetes.io/managed-by': 'gatehouse' },
    },
    spec: {
      nodeName: target.node,
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      ...(sharesHost ? { hostNetwork: true, hostPID: true, hostIPC: true } : {}),
      containers: [
        {
          ...interactive(target, nodeContainer),
          ...(ofNode === null ? {} : { securityContext: ofNode }),
          ...(mountsRoot ? { volumeMounts: [{ name: 'host-root', mountPath: '/host' }] } : {}),
        },
      ],
      ...(mountsRoot ? { volumes: [{ name: 'host-root', hostPath: { path: '/' } }] } : {}),
    },
  }
}

function interactive({ image, command }: DebugTarget, name: string): object {
  return { name, image, stdin: true, tty: true, ...(command.length === 0 ? {} : { command }) }
}

/** In a sentence or two: what is written where, and what of it stays. */
export function summaryOf(target: DebugTarget, name: string): string {
  if (target.kind === 'container') {
    const sees = target.target === '' ? '' : ` that sees the processes of container ${target.target}`
    return `Adds container ${name} with image ${target.image} to pod ${target.pod} in namespace ${target.namespace}${sees}. An ephemeral container cannot be removed: it ends with its process, and its entry stays in the pod.`
  }
  const { sharesHost, mountsRoot } = profiles[target.profile]
  const gets = [
    ...(sharesHost ? ['the network, the processes and the IPC of the node'] : []),
    ...(mountsRoot ? ['its file system at /host'] : []),
  ]
  const has = gets.length === 0 ? '' : ` It has ${gets.join(', and ')}.`
  return `Creates pod ${name} with image ${target.image} on node ${target.node}, in namespace ${target.namespace}.${has} The pod stays until it is deleted, which the terminal offers, also when it is closed.`
}

/** Letters that make no words and no doubt. Source: apimachinery, pkg/util/rand. */
const letters = 'bcdfghjklmnpqrstvwxz2456789'
const longestName = 253

/** A name that nothing else has. @param random numbers in [0, 1) */
export function uniqueName(beginning: string, random: () => number): string {
  const suffix = Array.from({ length: 5 }, () => letters[Math.floor(random() * letters.length)]).join('')
  const head = beginning.slice(0, longestName - suffix.length - 1).replace(/[-.]+$/, '')
  return `${head}-${suffix}`
}
