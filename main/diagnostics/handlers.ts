import type { Clock, Timer } from '../../shared/flow/index.ts'
import type {
  AppInfo,
  ConnectionFigures,
  HandlersOf,
  LogFrame,
  OpenState,
  ProcessFigures,
  Timings,
} from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { SupportBundles } from './bundle.ts'
import type { Log } from './log.ts'
import type { LogMemory } from './logMemory.ts'
import type { ProcessWatch } from './processFigures.ts'
import type { Recorder } from './recorder.ts'

interface DiagnosticsSources {
  readonly log: Log
  readonly clock: Clock
  readonly info: AppInfo
  /** Figures of every open context at this moment. */
  readonly figures: () => readonly ConnectionFigures[]
  readonly memory: LogMemory
  readonly recorder: Recorder
  readonly process: ProcessWatch
  readonly bundles: SupportBundles
}

/** Often enough for a status line, seldom enough to cost nothing. */
const figuresEveryMillis = 1000
/** Lines of a log that comes fast are gathered for this long. */
const logEveryMillis = 200

/** The `diagnostics.*` part of the protocol. */
export function diagnosticsHandlers(sources: DiagnosticsSources): HandlersOf<'diagnostics'> {
  const { bundles } = sources
  return {
    'diagnostics.info': async () => sources.info,
    'diagnostics.report': async ({ message, stack }) => {
      sources.log.error('renderer', { report: message, stack })
      return null
    },
    'diagnostics.figures': (_params, notify) => figuresStream(sources, notify),
    'diagnostics.log': (_params, notify) => logStream(sources, notify),
    'diagnostics.timings': ({ context }, notify) => timingsStream(sources, context, notify),
    'diagnostics.prepareBundle': async ({ hidesNames }) => bundles.prepare(hidesNames),
    'diagnostics.bundleFile': async ({ id, name }) => bundles.text(id, name),
    'diagnostics.writeBundle': async ({ id, folder }) => ({ path: await bundles.write(id, folder) }),
  }
}

function figuresStream(
  { clock, figures }: DiagnosticsSources,
  notify: () => void,
): OpenState<unknown, readonly ConnectionFigures[]> {
  let last = ''
  const ticking = everySecond(clock, () => {
    if (JSON.stringify(figures()) !== last) notify()
  })
  return {
    take: () => {
      const present = figures()
      const text = JSON.stringify(present)
      if (text === last) return undefined
      last = text
      return present
    },
    update: () => undefined,
    close: ticking.cancel,
  }
}

function logStream({ clock, memory }: DiagnosticsSources, notify: () => void): OpenState<unknown, LogFrame> {
  let taken: number | null = null
  let timer: Timer | null = clock.after(0, tell)
  function tell(): void {
    timer = null
    notify()
  }
  const unsubscribe = memory.subscribe(() => {
    timer ??= clock.after(logEveryMillis, tell)
  })
  return {
    take: () => {
      const { last, ...frame } = memory.since(taken ?? 0)
      // The first frame is told even when it is empty: nothing was logged yet.
      if (taken !== null && frame.lines.length === 0) return undefined
      taken = last
      return frame
    },
    update: () => undefined,
    close: () => {
      unsubscribe()
      timer?.cancel()
    },
  }
}

function timingsStream(
  sources: DiagnosticsSources,
  context: ContextId | null,
  notify: () => void,
): OpenState<unknown, Timings> {
  const { clock, process } = sources
  let isDue = false
  process.start()
  const ticking = everySecond(clock, () => {
    isDue = true
    notify()
  })
  return {
    take: () => {
      if (!isDue) return undefined
      isDue = false
      return timingsNow(sources, context, process.read())
    },
    update: () => undefined,
    close: () => {
      process.stop()
      ticking.cancel()
    },
  }
}

function timingsNow(
  { recorder, figures }: DiagnosticsSources,
  context: ContextId | null,
  process: ProcessFigures,
): Timings {
  const open = new Set(figures().map(each => each.context))
  const { contexts } = recorder
  return {
    process,
    contexts: contexts.map(each => ({ context: each, isOpen: open.has(each), ...recorder.totalsOf(each) })),
    detail:
      context !== null && contexts.includes(context) ? recorder.timingsOf(context, open.has(context)) : null,
  }
}

/** Runs at once and then every second, until it is cancelled. */
function everySecond(clock: Clock, run: () => void): Timer {
  let timer: Timer
  const tick = (): void => {
    timer = clock.after(figuresEveryMillis, tick)
    run()
  }
  timer = clock.after(0, tick)
  return { cancel: () => timer.cancel() }
}
