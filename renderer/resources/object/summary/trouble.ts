import type { KubeObject } from '../../../../shared/kube/index.ts'
import { listAt, numberAt, textAt } from '../../../../shared/relations/index.ts'

/** What is wrong with one container, as evidence: its state, its last end, what it said. */
export interface Trouble {
  readonly container: string
  readonly state: string
  readonly message: string
  readonly restarts: number
  readonly lastExit: { readonly code: number; readonly reason: string; readonly at: number | null } | null
}

const passing: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing'])

/** Containers of a Pod that wait for a bad reason or ended with an error; empty for other kinds. */
export function troublesOf(object: KubeObject): readonly Trouble[] {
  if (object.kind !== 'Pod') return []
  return ['initContainerStatuses', 'containerStatuses']
    .flatMap(list => listAt(object, 'status', list))
    .flatMap(status => {
      const waiting = textAt(status, 'state', 'waiting', 'reason')
      const ended = exitOf(status, 'state')
      const isBad = (waiting !== '' && !passing.has(waiting)) || (ended !== null && ended.code !== 0)
      if (!isBad) return []
      return [
        {
          container: textAt(status, 'name'),
          state: waiting || ended?.reason || 'ended',
          message:
            textAt(status, 'state', 'waiting', 'message') || textAt(status, 'state', 'terminated', 'message'),
          restarts: numberAt(status, 'restartCount') ?? 0,
          lastExit: ended ?? exitOf(status, 'lastState'),
        },
      ]
    })
}

function exitOf(status: unknown, state: string): Trouble['lastExit'] {
  const code = numberAt(status, state, 'terminated', 'exitCode')
  if (code === null) return null
  const at = Date.parse(textAt(status, state, 'terminated', 'finishedAt'))
  return { code, reason: textAt(status, state, 'terminated', 'reason'), at: Number.isNaN(at) ? null : at }
}
