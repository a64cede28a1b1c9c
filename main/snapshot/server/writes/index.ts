/**
 * Writes on the objects in memory: each goes the way through admission (`shared/admission`) that the real
 * server would lead it, with webhooks that are simulated. Those with `dryRun=All` end there; the others
 * are stored, where the server takes them.
 */
export { scaleOf } from '../../../../shared/admission/index.ts'
export { shownScale } from './actions.ts'
export type { WriteListener } from './commit.ts'
export { managerOf } from './managers.ts'
export { bodyOptions, isDryRun, queryOptions } from './options.ts'
export type { WebhookScript } from './webhooks.ts'
export { Writes } from './writes.ts'
