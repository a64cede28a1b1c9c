/**
 * Dumps as contexts: which are listed, which are open, and how far their reading is. Each open
 * dump has a thread that reads its files and serves them as an API server does.
 */
export { createDumps, type Dumps } from './dumps.ts'
export { snapshotHandlers } from './handlers.ts'
