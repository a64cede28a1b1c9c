import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef, Resource } from '../../shared/kube/index.ts'
import {
  announce,
  openAttach,
  openDebug,
  openFiles,
  openForward,
  openLogs,
  openShell,
  streamRefusal,
} from '../live/index.ts'

type StreamActionId = 'logs' | 'shell' | 'attach' | 'debug' | 'forward' | 'files'

/** Something that leads into the running containers behind an object. */
export interface StreamAction {
  readonly id: StreamActionId
  /** On a button or in a menu of the object. */
  readonly label: string
  /** Where the object is not in sight, e.g. `Shell in web-0`. */
  readonly title: string
  readonly aliases: readonly string[]
  readonly keys?: string
  /** Why it cannot be done in this context; null when it can. */
  readonly refusal: string | null
  /** Does it, or says why not. */
  readonly run: () => void
}

const workload: readonly StreamActionId[] = ['logs', 'shell', 'forward']
const ofKind: Readonly<Record<string, readonly StreamActionId[]>> = {
  '/pods': ['logs', 'shell', 'attach', 'debug', 'forward', 'files'],
  '/services': ['logs', 'forward'],
  '/nodes': ['debug'],
  '/replicationcontrollers': workload,
  'apps/deployments': workload,
  'apps/statefulsets': workload,
  'apps/daemonsets': workload,
  'apps/replicasets': workload,
  'batch/jobs': ['logs', 'shell'],
}

/** Whether the kind has pods whose logs can be read. */
export function hasLogs(resource: Resource): boolean {
  return idsOf(resource).includes('logs')
}

/** What can be done with an object of a kind, the usual first; none for most kinds. */
export function streamActions(
  context: ContextId,
  ref: ObjectRef,
  entry: ContextEntry | null,
): readonly StreamAction[] {
  const isNode = ref.resource.resource === 'nodes'
  return idsOf(ref.resource).map(id => {
    const { label, title, aliases, keys, run } = words[id]
    // Logs of the sample and of dumps are data too, and reading them changes nothing anywhere.
    const refusal = id === 'logs' ? null : streamRefusal(entry)
    const isData = entry !== null && entry.origin !== 'kubeconfig'
    return {
      id,
      label: isNode ? 'Debug shell…' : label,
      title: isNode ? `Debug shell on ${ref.name}` : title(ref.name),
      aliases,
      ...(keys === undefined ? {} : { keys }),
      refusal,
      // The dialogs say themselves that a context is protected.
      run: () => (refusal !== null && isData ? announce(refusal) : run(context, ref)),
    }
  })
}

/** Those that make sense at all where the context is: a dump and the sample run nothing. */
export function offeredActions(
  actions: readonly StreamAction[],
  entry: ContextEntry | null,
): readonly StreamAction[] {
  return entry?.origin === 'kubeconfig' ? actions : actions.filter(({ refusal }) => refusal === null)
}

function idsOf({ group, resource }: Resource): readonly StreamActionId[] {
  return ofKind[`${group}/${resource}`] ?? []
}

interface ActionWords {
  readonly label: string
  readonly title: (name: string) => string
  readonly aliases: readonly string[]
  readonly keys?: string
  readonly run: (context: ContextId, ref: ObjectRef) => void
}

const words: Readonly<Record<StreamActionId, ActionWords>> = {
  logs: {
    label: 'Logs',
    title: name => `Logs of ${name}`,
    aliases: ['logs', 'log', 'tail'],
    keys: 'l',
    run: (context, ref) => openLogs(context, { type: 'object', ref }, ref.name),
  },
  shell: {
    label: 'Shell',
    title: name => `Shell in ${name}`,
    aliases: ['shell', 'exec', 'sh', 'bash', 'terminal'],
    keys: 's',
    run: (context, ref) => openShell(context, ref),
  },
  attach: {
    label: 'Attach…',
    title: name => `Attach to ${name}`,
    aliases: ['attach'],
    run: (context, ref) => openAttach(context, ref),
  },
  debug: {
    label: 'Debug container…',
    title: name => `Debug container in ${name}`,
    aliases: ['debug', 'ephemeral'],
    run: openDebug,
  },
  forward: {
    label: 'Forward a port…',
    title: name => `Forward a port of ${name}`,
    aliases: ['forward', 'port-forward', 'pf'],
    keys: 'F',
    run: openForward,
  },
  files: {
    label: 'Files…',
    title: name => `Files of ${name}`,
    aliases: ['files', 'cp', 'copy files'],
    keys: 'C',
    run: (context, ref) => openFiles(context, ref),
  },
}
