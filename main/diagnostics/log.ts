import { pino } from 'pino'
import type { KnownSecrets } from './knownSecrets.ts'
import { redact, redactText } from './redact.ts'
import { type LineSink, rotatingFile } from './rotation.ts'

type LogFields = Readonly<Record<string, unknown>>

/** A log of JSON lines. Fields and messages lose every credential before they are written. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  close(): void
}

/** A file path, or anything that takes whole lines. */
type LogTarget = string | LineSink

/** Says nothing; for tests and for commands that print their own errors. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  close: () => undefined,
}

interface LogOptions {
  readonly level?: 'debug' | 'info' | 'warn' | 'error'
  /** Size in bytes at which the file is rotated. Two older files are kept. Default 5 MB. */
  readonly maximumBytes?: number
  /** Credentials of this run, masked wherever a line quotes them. */
  readonly secrets?: KnownSecrets
  /** Gets the same lines, e.g. to keep the last ones in memory. */
  readonly also?: LineSink
}

/**
 * @param target file to append to (created with its folder, for the owner alone), or a stream
 */
export function createLog(target: LogTarget, options: LogOptions = {}): Log {
  const sink = typeof target === 'string' ? rotatingFile(target, options.maximumBytes ?? 5_000_000) : target
  // The line as a whole goes through the text rules once more: what a rule for values missed,
  // such as a token inside an escaped string, does not reach the disk either.
  const lines = {
    write: (line: string) => {
      const text = redactText(line)
      const safe = options.secrets?.mask(text) ?? text
      sink.write(safe)
      options.also?.write(safe)
    },
  }
  const logger = pino(
    { level: options.level ?? 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    lines,
  )
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: LogFields) =>
    logger[level](redact(fields ?? {}) as object, redactText(message))
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    close: () => sink.close?.(),
  }
}
