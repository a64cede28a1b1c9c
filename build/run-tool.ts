import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.ts'

export interface Finished {
  readonly code: number
  /** Standard output and error in the order they came. */
  readonly output: string
  readonly seconds: number
}

interface ToolOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Kept instead of shown. */
  readonly quiet?: boolean
}

/** Runs a program to its end. A program that cannot be started counts as failed, with the reason. */
export function run(command: string, args: readonly string[], options: ToolOptions = {}): Promise<Finished> {
  const start = Date.now()
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString()
      if (options.quiet !== true) target.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    const finish = (code: number, text: string): void =>
      resolve({ code, output: output + text, seconds: (Date.now() - start) / 1000 })
    child.once('error', error => finish(1, `${command} could not be started: ${error.message}\n`))
    child.once('close', code => finish(code ?? 1, ''))
  })
}

/** Runs the script of an installed package on this Node. */
export function runPackage(
  bin: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<Finished> {
  const name = process.platform === 'win32' ? `${bin}.cmd` : bin
  return run(join(root, 'node_modules', '.bin', name), args, options)
}
