import path from 'node:path'
import type { Clock } from '../../shared/flow/index.ts'
import { runProcess } from './process.ts'

type Environment = Readonly<Record<string, string | undefined>>

const timeoutMillis = 4000
const mark = '__gatehouse_path__'

/**
 * PATH for exec plugins. A program started from the desktop lacks what the user's shell adds, so
 * the login shell is asked once, at the first plugin; its folders come first, then our own. A
 * shell that hangs or fails leaves our own.
 */
export function createPluginPath(env: Environment, clock: Clock): () => Promise<string> {
  let asked: Promise<string> | null = null
  return () => {
    asked ??= askLoginShell(env, clock)
    return asked
  }
}

async function askLoginShell(env: Environment, clock: Clock): Promise<string> {
  const own = env.PATH ?? env.Path ?? ''
  const shell = env.SHELL
  if (process.platform === 'win32' || !shell || !path.isAbsolute(shell)) return own
  const outcome = await runProcess({
    command: shell,
    // Interactive too: many set PATH in the file that only interactive shells read.
    args: ['-l', '-i', '-c', `echo ${mark}; command env; echo ${mark}`],
    env,
    timeout: timeoutMillis,
    clock,
  })
  if (outcome.type !== 'ended') return own
  const [, printed = ''] = outcome.stdout.split(mark)
  const found = /^PATH=(.*)$/m.exec(printed)?.[1] ?? ''
  const folders = [...found.split(path.delimiter), ...own.split(path.delimiter)]
  return [...new Set(folders.filter(folder => folder !== ''))].join(path.delimiter)
}
