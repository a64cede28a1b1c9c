import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { AppInfo, ConnectionFigures, HandlersOf } from '../../shared/ipc/index.ts'
import type { Log } from './log.ts'

interface DiagnosticsSources {
  readonly log: Log
  readonly clock: Clock
  readonly info: AppInfo
  /** Figures of every open context at this moment. */
  readonly figures: () => readonly ConnectionFigures[]
}

/** Often enough for a status line, seldom enough to cost nothing. */
const figuresEveryMillis = 1000

/** The `diagnostics.*` part of the protocol. */
export function diagnosticsHandlers(sources: DiagnosticsSources): HandlersOf<'diagnostics'> {
  return {
    'diagnostics.info': async () => sources.info,
    'diagnostics.report': async ({ message, stack }) => {
      sources.log.error('renderer', { report: message, stack })
      return null
    },
    'diagnostics.figures': (_params, notify) => {
      let last = ''
      let timer: Timer | null = null
      const tick = (): void => {
        timer = sources.clock.after(figuresEveryMillis, tick)
        if (JSON.stringify(sources.figures()) !== last) notify()
      }
      timer = sources.clock.after(0, tick)
      return {
        take: () => {
          const figures = sources.figures()
          const text = JSON.stringify(figures)
          if (text === last) return undefined
          last = text
          return figures
        },
        update: () => undefined,
        close: () => timer?.cancel(),
      }
    },
  }
}
