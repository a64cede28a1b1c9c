/**
 * Logs of one pod, or of all pods of a workload, a Service, a Job or a selector, followed over restarts
 * and lost connections without gaps and repeats; where that cannot be said, a mark says it. Lines are held
 * as bytes in bounded memory and parsed when they are shown or filtered; filters and searches go through
 * them in slices. Lines of several containers stand in the order in which they came; only those with which
 * the logs begin are brought into the order of their times. Reads only.
 */
export { createLogs, type Logs, type LogsOptions } from './handlers.ts'
