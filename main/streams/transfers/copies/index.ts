/** One copy from its wish to its end, in either direction. */
export type { Copy, Progress } from './copy.ts'
export { copyFromContainer } from './fromContainer.ts'
export { copyToContainer } from './toContainer.ts'
