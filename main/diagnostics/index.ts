/**
 * What Gatehouse says of itself: a JSON log that no credential reaches, the figures of the status
 * line, the timings of requests, and the support bundle. `createDiagnostics` makes what the engine
 * hands out: the log, the recorder that sessions tell of their requests, and the secrets they use.
 */
export type { BundleContext } from './bundleContent.ts'
export { createDiagnostics, type Diagnostics } from './create.ts'
export { createLog, type Log, silentLog } from './log.ts'
export { type NewFile, writeNewFile } from './newFile.ts'
export { Recorder, type RequestRecording, type SeenCertificates } from './recorder.ts'
export { redact, redactText } from './redact.ts'
export { secretsOfTarget } from './secretsOf.ts'
