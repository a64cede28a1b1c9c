/**
 * What Gatehouse says of itself: a JSON log that no credential reaches, and the figures of the
 * status line.
 */
export { type DiagnosticsSources, diagnosticsHandlers } from './handlers.ts'
export { createLog, type Log, type LogFields, type LogTarget, silentLog } from './log.ts'
export { redact, redactText } from './redact.ts'
