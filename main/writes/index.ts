/**
 * The one path on which Gatehouse changes a cluster. What somebody wants becomes a plan, whose every request the
 * server was asked about by a dry run; a confirmed plan becomes a run, which sends each request once, with a
 * consent equal to the byte, and finds out what became of it where the connection was lost; each write that was
 * sent is an entry of the journal, which knows its inverse. Texts that are not written yet are drafts on disk.
 */
export { createWrites } from './create.ts'
export type { Executor, PlannedRequest, PlanRequest, RunHandle, Writes, WritesSources } from './types.ts'
