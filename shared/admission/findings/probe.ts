import { actsOn } from '../chains.ts'
import { itemsOf } from '../known.ts'
import { identityOf } from '../meta.ts'
import { isEmptySelector, type Labels, selectorMatches } from '../selectors.ts'
import type { Webhook } from '../webhooks.ts'
import type { Probe } from './probedRequest.ts'
import type { FindingSources } from './scene.ts'

/** Labels of a namespace; where they are not known, the one that every namespace has. */
export function labelsOfNamespace(sources: FindingSources, name: string): Labels {
  const found = itemsOf(sources.namespaces).find(object => identityOf(object).name === name)
  return { 'kubernetes.io/metadata.name': name, ...(found === undefined ? {} : identityOf(found).labels) }
}

/**
 * Whether a webhook is certainly called for a request whose object carries no labels. What cannot be
 * told, as the answer of an authorizer, counts as no.
 */
export function isCalled(sources: FindingSources, webhook: Webhook, probe: Probe): boolean {
  const { group, version, resource } = probe.resource
  const namespaced = probe.namespace !== ''
  const shape = { operation: probe.operation, group, version, resource, subresource: '', namespaced }
  if (!actsOn(webhook, shape)) return false
  if (!isEmptySelector(webhook.objectSelector) && selectorMatches(webhook.objectSelector, {}) !== true)
    return false
  if (namespaced) {
    const labels = labelsOfNamespace(sources, probe.namespace)
    if (selectorMatches(webhook.namespaceSelector, labels) !== true) return false
  }
  if (webhook.matchConditions.length === 0) return true
  return sources.expressions.holds(webhook, probe, sources.minor)
}
