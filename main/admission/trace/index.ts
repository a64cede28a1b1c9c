/**
 * Admission traces: a question becomes a request, what its trace needs is watched, and a thread computes it,
 * again whenever something has changed. The same request can be put to the server as a dry run, whose answer is
 * observed into the trace. Expressions of the scratchpad are evaluated against a request in the same way.
 */
export { NoRequest } from './asking.ts'
export { changedByAdmission } from './changedBy.ts'
export { WorldFeed } from './feed.ts'
export { createTraces, type Traces } from './handlers.ts'
export { newWorld, wantedKey, wishKey } from './keys.ts'
export { type Manifest, readManifest } from './manifest.ts'
export { maskTexts } from './mask.ts'
export type { AuditJob, Fact } from './messages.ts'
export { placeOfField } from './places.ts'
export { resourceOfObject } from './request.ts'
export { refuseUnlessTaken } from './takesDryRun.ts'
export { ComputingThread } from './thread.ts'
export type { Traced } from './tracing.ts'
export { assumedAdmin, assumedVersion, minorOf } from './user.ts'
