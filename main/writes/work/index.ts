/** Work on texts and objects that may be large, off the thread that serves windows and clusters. */
export { shapeFor } from './jobs.ts'
export { isLargeValue, Work } from './work.ts'
