import type { AppErrorBody } from '../errors/index.ts'
import { stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

/** Placeholder types: the admission views replace them by what they draw. */
export interface PolicyInventory {
  readonly errors: readonly AppErrorBody[]
}
export interface WebhookInventory {
  readonly errors: readonly AppErrorBody[]
}

export const admission = {
  'admission.policies': stateStream<PolicyInventory>()(z.strictObject({ context: contextId }), nothing),
  'admission.webhooks': stateStream<WebhookInventory>()(z.strictObject({ context: contextId }), nothing),
}
