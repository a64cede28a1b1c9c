import { isAppError } from '../../../shared/errors/index.ts'
import { resourcePath } from '../../api/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import { inWords, type ProcessPlace } from './outcome.ts'
import { overSocket, protocols, type RemoteProcess } from './remoteProcess.ts'

export interface ExecRequest {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly command: readonly string[]
  readonly hasInput: boolean
  readonly isTty: boolean
  /** Of the terminal, in characters; without it the process learns of none until `resize`. */
  readonly size?: { readonly columns: number; readonly rows: number }
}

const pods = { group: '', version: 'v1', resource: 'pods' }

/**
 * Runs a command in a running container.
 * @param signal ends the connection, whenever it aborts
 * @throws AppError where it cannot be run; where the server finds that out late, `exit` rejects with it
 */
export function exec(
  session: ClusterSession,
  request: ExecRequest,
  signal?: AbortSignal,
): Promise<RemoteProcess> {
  const command = request.command.map(word => ['command', word] as const)
  return open(session, 'exec', request, command, signal)
}

/** Takes the ends of the process that a container runs by itself, until the signal aborts. @throws AppError */
export function attach(
  session: ClusterSession,
  request: Omit<ExecRequest, 'command'>,
  signal?: AbortSignal,
): Promise<RemoteProcess> {
  return open(session, 'attach', { ...request, command: [] }, [], signal)
}

async function open(
  session: ClusterSession,
  how: 'exec' | 'attach',
  request: ExecRequest,
  command: readonly (readonly [string, string])[],
  signal: AbortSignal | undefined,
): Promise<RemoteProcess> {
  const { namespace, pod, container, hasInput, isTty, size } = request
  const program = request.command[0] ?? ''
  const place: ProcessPlace = { context: session.context, namespace, pod, container, program }
  const verb = how === 'exec' ? `run ${program} in` : 'attach to'
  try {
    const socket = await session.connect({
      path: resourcePath(pods, { namespace, name: pod, subresource: how }),
      query: [
        ['container', container],
        ['stdin', String(hasInput)],
        ['stdout', 'true'],
        // A terminal has one stream of output, and a request for both is refused.
        ['stderr', String(!isTty)],
        ['tty', String(isTty)],
        ...command,
      ],
      protocols,
      purpose: `${verb} container ${container} of pod ${pod} in namespace ${namespace}`,
      ...(signal === undefined ? {} : { signal }),
    })
    const process = overSocket(socket, hasInput, place)
    const close = (): void => process.close()
    signal?.addEventListener('abort', close, { once: true })
    void socket.closed.then(() => signal?.removeEventListener('abort', close))
    if (signal?.aborted) close()
    if (size !== undefined) process.resize(size.columns, size.rows)
    return process
  } catch (error) {
    const isUsual = isAppError(error) && error.body.status !== undefined
    throw isUsual ? inWords(error.body, place) : error
  }
}
