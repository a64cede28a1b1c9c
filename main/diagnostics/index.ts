/**
 * What Gatehouse says of itself: a JSON log that no credential reaches, and the figures of the
 * status line.
 */
export { diagnosticsHandlers } from './handlers.ts'
export { createLog, type Log, silentLog } from './log.ts'
export { redact, redactText } from './redact.ts'
