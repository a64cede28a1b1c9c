/**
 * Writes with `dryRun=All`, tried on the objects in memory through `shared/admission` and never done:
 * `DryRuns` answers them as the real server would, with webhooks that are simulated.
 */
export { DryRuns } from './dryRuns.ts'
export { bodyOptions, isDryRun, queryOptions } from './options.ts'
export type { WebhookScript } from './webhooks.ts'
