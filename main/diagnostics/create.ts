import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Clock } from '../../shared/flow/index.ts'
import type { AppInfo, ConnectionFigures, HandlersOf, KubeconfigFile } from '../../shared/ipc/index.ts'
import { SupportBundles } from './bundle.ts'
import { type BundleContext, bundleEntries } from './bundleContent.ts'
import { diagnosticsHandlers } from './handlers.ts'
import { KnownSecrets } from './knownSecrets.ts'
import { createLog, type Log } from './log.ts'
import { LogMemory } from './logMemory.ts'
import { secretsOfEnvironment } from './looksSecret.ts'
import { ProcessWatch } from './processFigures.ts'
import { Recorder } from './recorder.ts'

/** What the rest of the engine is asked for when somebody looks. */
export interface DiagnosticsQuestions {
  readonly info: AppInfo
  readonly figures: () => readonly ConnectionFigures[]
  readonly openWatches: () => number
  readonly settings: () => unknown
  readonly contexts: () => readonly BundleContext[]
  readonly files: () => readonly KubeconfigFile[]
}

/** The diagnostics of one engine. */
export interface Diagnostics {
  readonly log: Log
  /** Credentials of this run: whatever is added is masked in the log and in bundles from then on. */
  readonly secrets: KnownSecrets
  readonly recorder: Recorder
  handlers(questions: DiagnosticsQuestions): HandlersOf<'diagnostics'>
}

/** @param logFile made when the first line is written */
export function createDiagnostics(options: {
  readonly logFile: string
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
}): Diagnostics {
  const { logFile, clock } = options
  const secrets = new KnownSecrets()
  secrets.add(...secretsOfEnvironment(options.env))
  const memory = new LogMemory()
  const log = createLog(logFile, { secrets, also: memory })
  const recorder = new Recorder(clock, secrets)
  const handlers = (questions: DiagnosticsQuestions): HandlersOf<'diagnostics'> => {
    const { info, figures } = questions
    const process = new ProcessWatch(questions.openWatches)
    const gather = (hidesNames: boolean) => {
      const open = new Set(figures().map(({ context }) => context))
      const sources = {
        info,
        settings: questions.settings(),
        contexts: questions.contexts(),
        files: questions.files(),
        timings: recorder.contexts.map(context => recorder.timingsOf(context, open.has(context))),
        process: process.read(),
        secrets,
      }
      return bundleEntries(sources, hidesNames)
    }
    const bundles = new SupportBundles(proposedFolder(), () => clock.now(), gather)
    return diagnosticsHandlers({ log, clock, info, figures, memory, recorder, process, bundles })
  }
  return { log, secrets, recorder, handlers }
}

/** Where a bundle is looked for by hand afterwards, so no hidden folder. */
function proposedFolder(): string {
  const downloads = path.join(homedir(), 'Downloads')
  return existsSync(downloads) ? downloads : homedir()
}
