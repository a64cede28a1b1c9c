import { AppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { HandlersOf } from '../../../shared/ipc/index.ts'
import type { OpenContexts } from '../../api/index.ts'
import { Slicer, type Watches } from '../../watch/index.ts'
import { type StoreLimits, storeLimits } from './lineStore.ts'
import { saveText } from './saving.ts'
import { LogSession } from './session.ts'
import { copiedText, savedTexts, wholeLine } from './texts.ts'

export interface LogsOptions {
  readonly contexts: OpenContexts
  readonly watches: Watches
  readonly clock: Clock
  /** The user's home folder. */
  readonly home: string
  /** In [0, 1), for the jitter of retries. */
  readonly random?: () => number
  readonly limits?: StoreLimits
  readonly isDump: (context: string) => boolean
  readonly onBug: (error: unknown) => void
}

export interface Logs {
  readonly handlers: HandlersOf<'logs'>
  close(): void
}

/** The `logs` domain: each session is open for as long as its stream. */
export function createLogs({ random = Math.random, limits = storeLimits, ...options }: LogsOptions): Logs {
  const sessions = new Map<string, LogSession>()
  // Less than other streams take in one turn: what is shown is made in the same one.
  const slicer = new Slicer(4)
  const sources = { ...options, random, limits, slicer }
  const find = (id: string): LogSession => {
    const session = sessions.get(id)
    if (session !== undefined) return session
    throw new AppError({ kind: 'gone', message: 'This log is not open any more. Open it again.' })
  }
  const handlers: HandlersOf<'logs'> = {
    'logs.follow': (params, notify) => {
      if (sessions.has(params.session))
        throw new AppError({ kind: 'invalid', message: 'This log is open already, under the same name.' })
      const session = new LogSession(params, sources, notify)
      sessions.set(params.session, session)
      return {
        take: () => session.take(),
        update: update => session.update(update),
        close: () => {
          sessions.delete(params.session)
          session.close()
        },
      }
    },
    'logs.find': ({ session, from, isBackward }, signal) => find(session).view.find(from, isBackward, signal),
    'logs.line': async ({ session, number }) => {
      const line = wholeLine(find(session), number)
      if (line !== null) return line
      throw new AppError({
        kind: 'gone',
        message: 'This line made room for others and is not held any more.',
      })
    },
    'logs.save': async ({ session: id, path, ...wanted }, signal) => {
      const session = find(id)
      const counting = { lines: 0 }
      const name = fileName(session.title, options.clock.now())
      const texts = savedTexts(session, wanted, { slicer, signal, counting })
      const saved = await saveText({ wanted: path, name, home: options.home }, texts)
      return { ...saved, lines: counting.lines }
    },
    'logs.copy': async ({ session, start, count }) => copiedText(find(session), start, count),
  }
  return {
    handlers,
    close: () => {
      for (const session of sessions.values()) session.close()
      sessions.clear()
    },
  }
}

function fileName(title: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const safe = title
    .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 80)
  return `${safe || 'pods'}-${stamp}`
}
