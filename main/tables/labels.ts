import type { Contract, LabelTerms, ParamsOf } from '../../shared/ipc/index.ts'
import { isMapping } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'
import { acceptOf, collectionPath } from '../watch/index.ts'

/** Objects that are looked at: one page. */
const sample = 500
/** Keys, and values of one key, that are told. */
const mostKeys = 100
const mostValues = 60

/**
 * Labels of a kind with their values, from one page of its metadata. Rows in memory have none:
 * labels are most of what an object weighs, and only a completion reads them.
 * @throws AppError
 */
export async function labelTerms(
  contexts: OpenContexts,
  { context, resource }: ParamsOf<Contract['tables.labels']>,
  signal: AbortSignal,
): Promise<LabelTerms> {
  const api = contexts.get(context)
  const target = { resource, namespace: '', labelSelector: '', fieldSelector: '' }
  const response = await api.session.request({
    method: 'GET',
    path: collectionPath(target),
    accept: acceptOf('metadata', 'list'),
    query: { limit: sample },
    purpose: `list the labels of ${resource.resource}`,
    signal,
  })
  const answer = await response.json()
  const items = isMapping(answer) && Array.isArray(answer.items) ? answer.items.slice(0, sample) : []
  const rest = isMapping(answer) && isMapping(answer.metadata) ? answer.metadata.continue : undefined
  return {
    labels: tally(items),
    sampled: items.length,
    isComplete: typeof rest !== 'string' || rest === '',
  }
}

/** Counts what occurs. Keys come from the cluster, so they are kept in maps. */
export function tally(items: readonly unknown[]): LabelTerms['labels'] {
  const keys = new Map<string, Map<string, number>>()
  for (const item of items) {
    const labels = isMapping(item) && isMapping(item.metadata) ? item.metadata.labels : undefined
    if (!isMapping(labels)) continue
    for (const [key, value] of Object.entries(labels)) {
      if (typeof value !== 'string') continue
      const values = keys.get(key) ?? new Map<string, number>()
      keys.set(key, values)
      values.set(value, (values.get(value) ?? 0) + 1)
    }
  }
  const count = (values: ReadonlyMap<string, number>) => [...values.values()].reduce((a, b) => a + b, 0)
  return [...keys]
    .sort(([a, left], [b, right]) => count(right) - count(left) || (a < b ? -1 : 1))
    .slice(0, mostKeys)
    .map(([key, values]) => ({ key, values: mostFrequent(values) }))
}

function mostFrequent(values: ReadonlyMap<string, number>): readonly string[] {
  return [...values]
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, mostValues)
    .map(([value]) => value)
}
