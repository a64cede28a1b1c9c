/**
 * Whole objects, one at a time: each is read and watched while shown, with the versions seen
 * since and those the cluster keeps. Values of Secrets leave main only one by one, when asked for.
 */
export { createObjects, type ObjectsSources } from './handlers.ts'
export { isSecret, maskSecret } from './secrets.ts'
