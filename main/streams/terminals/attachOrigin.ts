import { setTimeout } from 'node:timers/promises'
import { isAppError } from '../../../shared/errors/index.ts'
import type { TerminalTarget } from '../../../shared/ipc/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { attach } from '../channels/index.ts'
import type { ApiOf, Connected, Origin, Size } from './origin.ts'
import { containerOf, exitCodeOf, type Pod, readPod, restartsOf, runningContainer } from './pod.ts'

/** The process that a container runs by itself. */
export function attachOrigin(
  apiOf: ApiOf,
  context: string,
  { namespace, pod, container }: Extract<TerminalTarget, { kind: 'attach' }>,
): Origin {
  return {
    ...{ kind: 'attach', context, namespace, pod, node: '', container, command: [], isTty: false },
    mayReopen: () => true,
    connect: async (size, _report, signal) => {
      const api = apiOf()
      const found = await readPod(api, { namespace, pod }, signal)
      return attachTo(api, found, runningContainer(found, container), size, signal)
    },
  }
}

/** Attaches as the container was made: with a terminal and with input, or without. */
export async function attachTo(
  api: ApiClient,
  pod: Pod,
  name: string,
  { columns, rows }: Size,
  signal: AbortSignal,
): Promise<Connected> {
  const { tty: isTty, stdin: hasInput } = containerOf(pod, name)
  const place = { namespace: pod.metadata.namespace, pod: pod.metadata.name, container: name }
  const process = await attach(api.session, { ...place, hasInput, isTty }, signal)
  if (isTty) {
    // A change of size makes what fills the screen draw itself anew: it drew for somebody else, or for nobody.
    process.resize(columns + 1, rows)
    process.resize(columns, rows)
  }
  const restarts = restartsOf(pod, name)
  return {
    ...{ process, container: name, command: [], isTty },
    askExitCode: () => askExitCode(api, pod, name, restarts, signal),
  }
}

/** Kubelets report every few seconds at most. */
const reportMillis = 5000
const pauseMillis = 250

/** The end of an attached process comes without its exit code: the pod has it a little later. */
async function askExitCode(
  api: ApiClient,
  { metadata: { namespace, name: pod } }: Pod,
  container: string,
  restarts: number,
  signal: AbortSignal,
): Promise<number | null> {
  for (let waited = 0; waited < reportMillis; waited += pauseMillis) {
    try {
      const code = exitCodeOf(await readPod(api, { namespace, pod }, signal), container, restarts)
      if (code !== null) return code
    } catch (error) {
      if (isAppError(error)) return null
      throw error
    }
    await setTimeout(pauseMillis, undefined, { signal })
  }
  return null
}
