import { type AppError, isAppError } from '../../../../shared/errors/index.ts'
import type { ClusterSession } from '../../../session/index.ts'
import { exec, type RemoteProcess } from '../../channels/index.ts'

export interface Container {
  readonly session: ClusterSession
  readonly namespace: string
  readonly pod: string
  readonly container: string
}

export interface Ran {
  readonly code: number
  readonly output: Buffer
  /** Standard error, the last of it where it was long. */
  readonly errors: string
  /** There was more output than was asked for, and the connection was ended. */
  readonly isCut: boolean
}

export interface RunOptions {
  readonly signal: AbortSignal
  /** Bytes of output at most. Default 64 KB. */
  readonly most?: number
}

/** Starts a command; the connection ends with the signal. @throws AppError */
export function begin(
  { session, namespace, pod, container }: Container,
  command: readonly string[],
  { signal, hasInput = false }: { readonly signal: AbortSignal; readonly hasInput?: boolean },
): Promise<RemoteProcess> {
  return exec(session, { namespace, pod, container, command, hasInput, isTty: false }, signal)
}

/** Runs a command to its end. @throws AppError where it cannot be run or the connection is lost */
export async function run(
  container: Container,
  command: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  const { signal, most = 64 * 1024 } = options
  const process = await begin(container, command, { signal })
  try {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of process.output) {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length > most) return { code: 0, output: Buffer.concat(chunks), errors: '', isCut: true }
    }
    const { code } = await process.exit
    return { code, output: Buffer.concat(chunks), errors: await errorsOf(process), isCut: false }
  } finally {
    process.close()
  }
}

/** What a process that is over wrote to standard error, without empty lines. */
export async function errorsOf(process: RemoteProcess): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.errors) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .join('\n')
}

/** Whether a command was not run because there is none of its name, or none that runs. */
export function isMissing(error: unknown): error is AppError {
  const missing = ['CommandNotFound', 'CommandNotRunnable']
  return isAppError(error) && missing.includes(error.body.reason ?? '')
}
