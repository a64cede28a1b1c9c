import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface CommandResult {
  readonly stdout: string
  readonly stderr: string
  /** The exit code; -1 when a signal ended the command. */
  readonly code: number
}

export interface CommandOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Runs a command to its end. A failure is a result, not an exception. */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(program, args, {
    env: { ...process.env, ...options.env },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  // A command may end without reading its input.
  child.stdin.on('error', () => undefined).end(options.input ?? '')
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('close', exit => resolve(exit ?? -1))
  })
  return { stdout, stderr, code }
}

/** A command that runs until it is stopped, and says in one line of JSON that it is ready. */
export interface Service {
  readonly ready: unknown
  /** Writes a line to the service's standard input. */
  send(line: string): void
  /** Closes its standard input, which ends it, and waits for that. */
  stop(): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
}

/** How long a stopping service may take before it is killed. */
const stopMillis = 30_000

/**
 * Starts a service. Its standard input stays open until stop, and closes by
 * itself when this process dies: then the service ends too.
 */
export async function startService(program: string, args: readonly string[]): Promise<Service> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdin.on('error', () => undefined) // it has ended: its exit says so
  const ended = new Promise<number>(resolve => {
    child.once('close', code => resolve(code ?? -1)).once('error', () => resolve(-1))
  })
  const first = await firstLine(child, ended, () => said)
  const end = async (): Promise<void> => {
    const late = setTimeout(() => child.kill('SIGKILL'), stopMillis)
    await ended
    clearTimeout(late)
  }
  return {
    ready: JSON.parse(first) as unknown,
    send: line => void child.stdin.write(`${line}\n`),
    stop: () => {
      child.stdin.end()
      return end()
    },
    kill: () => {
      child.kill('SIGKILL')
      return end()
    },
  }
}

async function firstLine(child: ChildProcess, ended: Promise<number>, said: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('the service has no output')
  const lines = createInterface({ input: child.stdout })
  const failure = new Promise<never>((_, reject) => {
    child.once('error', reject)
    void ended.then(code =>
      reject(new Error(`${child.spawnargs.slice(0, 2).join(' ')} ended with code ${code}: ${said().trim()}`)),
    )
  })
  return await Promise.race([new Promise<string>(resolve => lines.once('line', resolve)), failure])
}
