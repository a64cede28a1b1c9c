/**
 * The admission views of a context: `PoliciesView` joins policies, bindings, parameters and reach
 * by lines, `WebhooksView` lists webhooks in calling order with where their calls go. Both follow
 * their stream while mounted and show every state: reading, denied, not served, stale, none.
 */
export { PoliciesView } from './policies/PoliciesView.tsx'
export { WebhooksView } from './webhooks/WebhooksView.tsx'
