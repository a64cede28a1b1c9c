/**
 * Whether a webhook, a policy or a binding takes a request, as the API server decides it: rules with
 * equivalent versions, namespace and object selectors, exclusions, names and what is exempt. What is not
 * taken comes with the field that decided, in one sentence; what depends on something that is not known is
 * `unknown`, never absent.
 */
export { type NamespaceFound, namespaceOf } from './namespace.ts'
export { matchBinding, matchPolicy } from './policy.ts'
export type { Match, MatchError, NotMatched } from './result.ts'
export { matchWebhook } from './webhook.ts'
