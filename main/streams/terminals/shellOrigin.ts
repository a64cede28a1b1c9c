import { AppError, isAppError } from '../../../shared/errors/index.ts'
import type { TerminalTarget } from '../../../shared/ipc/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { exec, type RemoteProcess } from '../channels/index.ts'
import type { ApiOf, Connected, Origin } from './origin.ts'
import { peek } from './peeked.ts'
import { isOnWindows, type Pod, readPodIfAllowed, runningContainer, saysWindows } from './pod.ts'
import { isNotFoundCode, readMark, shellAttempts, shellNames } from './shell.ts'

/** A shell, or the command that the user wrote, in a running container. */
export function shellOrigin(
  apiOf: ApiOf,
  context: string,
  target: Extract<TerminalTarget, { kind: 'shell' }>,
  isTty: boolean,
): Origin {
  const { namespace, pod, container, command } = target
  return {
    ...{ kind: 'shell', context, namespace, pod, node: '', container, command, isTty },
    mayReopen: () => true,
    connect: async (size, _report, signal) => {
      const api = apiOf()
      const found = await readPodIfAllowed(api, { namespace, pod }, signal)
      const chosen = found === null ? container : runningContainer(found, container)
      const run = (words: readonly string[]): Promise<RemoteProcess> =>
        exec(
          api.session,
          {
            namespace,
            pod,
            container: chosen,
            command: words,
            hasInput: true,
            isTty,
            ...(isTty ? { size } : {}),
          },
          signal,
        )
      if (command.length > 0) return { process: await run(command), container: chosen, command, isTty }
      return firstShell({ api, pod: found, container: chosen, name: pod, isTty, run, signal })
    },
  }
}

interface Search {
  readonly api: ApiClient
  /** Null where it may not be read. */
  readonly pod: Pod | null
  readonly container: string
  readonly name: string
  readonly isTty: boolean
  readonly run: (words: readonly string[]) => Promise<RemoteProcess>
  readonly signal: AbortSignal
}

/** The best shell that the container has. @throws AppError `gone`, reason `NoShell` */
async function firstShell(search: Search): Promise<Connected> {
  const { api, pod, signal } = search
  const isWindows = pod !== null && saysWindows(pod)
  const found = await tryAll(search, isWindows)
  if (found !== null) return found
  const mayBeWindows = pod !== null && !isWindows && (await isOnWindows(api, pod, signal))
  const second = mayBeWindows ? await tryAll(search, true) : null
  if (second !== null) return second
  throw noShell(search, shellNames(isWindows || mayBeWindows))
}

async function tryAll(search: Search, isWindows: boolean): Promise<Connected | null> {
  for (const words of shellAttempts(isWindows, search.isTty)) {
    const found = await tryOne(search, words)
    if (found !== null) return found
  }
  return null
}

/** Null where there is no such program in the container. */
async function tryOne(
  { container, isTty, run }: Search,
  words: readonly string[],
): Promise<Connected | null> {
  try {
    const process = await run(words)
    // Without a terminal a shell says nothing until it is asked.
    if (!isTty) return { process, container, command: words, isTty }
    const { first, from } = await peek(process)
    if (first === null && isNotFoundCode((await process.exit).code)) return null
    const { shell, rest } = readMark(first ?? new Uint8Array())
    return { process: from(rest), container, command: [shell ?? words[0] ?? ''], isTty }
  } catch (error) {
    if (isAppError(error) && error.body.reason === 'CommandNotFound') return null
    throw error
  }
}

function noShell({ container, name }: Search, tried: string): AppError {
  const message = `Container ${container} of pod ${name} has no shell: none of ${tried} is there. A debug container can look into it.`
  return new AppError({ kind: 'gone', reason: 'NoShell', message })
}
