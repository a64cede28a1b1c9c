/** What was written to clusters, on disk and searchable, each with the way back. */
export { entryOf } from './entry.ts'
export { inverseOf } from './inverse.ts'
export { Journal } from './journal.ts'
