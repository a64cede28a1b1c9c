import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../shared/flow/index.ts'

export interface ProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds until it is killed with all its children. */
  readonly timeout: number
  readonly clock: Clock
  readonly signal?: AbortSignal
}

export type ProcessOutcome =
  | {
      readonly type: 'ended'
      /** Null when a signal ended it. */
      readonly code: number | null
      readonly signal: string
      readonly stdout: string
      readonly stderr: string
    }
  | { readonly type: 'timeout'; readonly stderr: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly reason: string }

const maximumStdout = 1_000_000
const maximumStderr = 8_000

/** Runs a program without a terminal and without a window. Never rejects. */
export function runProcess(options: ProcessOptions): Promise<ProcessOutcome> {
  const { promise, resolve } = Promise.withResolvers<ProcessOutcome>()
  if (options.signal?.aborted) return Promise.resolve({ type: 'cancelled' })
  const isGroup = process.platform !== 'win32'
  const child = spawn(options.command, [...options.args], {
    env: { ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own, so that what the plugin started ends with it.
    detached: isGroup,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length < maximumStdout) stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maximumStderr)
  })
  const kill = (): void => {
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      child.kill('SIGKILL') // the group is gone already, or there never was one
    }
    // A grandchild that left the group may hold the pipes open: nobody waits for it.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const finish = (outcome: ProcessOutcome): void => {
    timer.cancel()
    options.signal?.removeEventListener('abort', abort)
    resolve(outcome)
  }
  const abort = (): void => {
    kill()
    finish({ type: 'cancelled' })
  }
  const timer = options.clock.after(options.timeout, () => {
    kill()
    finish({ type: 'timeout', stderr })
  })
  options.signal?.addEventListener('abort', abort, { once: true })
  child.on('error', error => finish({ type: 'failed', reason: error.message }))
  child.on('close', (code, signal) => finish({ type: 'ended', code, signal: signal ?? '', stdout, stderr }))
  return promise
}

/**
 * Path of a program as a shell would find it, or null.
 * @param command a bare name to look up in PATH, or a path
 */
export async function findCommand(command: string, searchPath: string): Promise<string | null> {
  const isPath = /[/\\]/.test(command)
  const folders = isPath ? [''] : searchPath.split(path.delimiter).filter(folder => folder !== '')
  const endings =
    process.platform === 'win32' && path.extname(command) === '' ? ['.exe', '.cmd', '.bat'] : ['']
  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = isPath ? `${command}${ending}` : path.join(folder, `${command}${ending}`)
      if (await isProgram(candidate)) return candidate
    }
  }
  return null
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

/** As one would type it, for messages. */
export function commandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map(part => (/[\s"']/.test(part) ? JSON.stringify(part) : part)).join(' ')
}
