import type { PolicyInventory, WebhookInventory } from '../admission/index.ts'
import { stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

export type { PolicyInventory, WebhookInventory }

export const admission = {
  /** Policies, bindings, parameters and reach of a context, live. */
  'admission.policies': stateStream<PolicyInventory>()(z.strictObject({ context: contextId }), nothing),
  /** Webhooks in calling order with where their calls go, live. */
  'admission.webhooks': stateStream<WebhookInventory>()(z.strictObject({ context: contextId }), nothing),
}
