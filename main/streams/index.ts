/**
 * Streams of containers: logs, terminals (shell, attach, debug), port-forwards, copies of files. Each
 * outlives the page that opened it where the user would expect it to, and ends with its context.
 */
export { createForwards, type Forwards } from './forwards/index.ts'
export { createLogs } from './logs/index.ts'
export { createTerminals } from './terminals/index.ts'
export { createTransfers } from './transfers/index.ts'
