import type { LabelSelector } from '../selectors.ts'
import type { TraceRequest, World } from '../trace/types.ts'
import type { Match, Passing } from './result.ts'
import { passesNamespaceSelector, passesObjectSelector } from './selector.ts'

interface Selectors {
  readonly namespaceSelector: LabelSelector
  readonly objectSelector: LabelSelector
}

/**
 * Puts selectors and rules together: each of them alone can say no, and what a selector cannot tell only
 * counts where nothing else says no. Rules are decided first here, which has the same outcome and asks for
 * less.
 */
export function decide(
  match: Match,
  { namespaceSelector, objectSelector }: Selectors,
  request: TraceRequest,
  world: World,
): Match {
  if (match.type === 'notMatched' || match.type === 'error') return match
  const byObject = passesObjectSelector(objectSelector, request)
  if (byObject.type === 'notMatched') return byObject
  const byNamespace = passesNamespaceSelector(namespaceSelector, request, world)
  if (byNamespace.type === 'notMatched') return byNamespace
  for (const passing of [byNamespace, byObject]) if (passing.type === 'unknown') return passing
  if (match.type === 'unknown') return match
  for (const passing of [byNamespace, byObject]) if (passing.type === 'error') return passing
  const dependsOnContent = [byNamespace, byObject].some(isByContent)
  return { ...match, dependsOnContent: match.dependsOnContent || dependsOnContent }
}

const isByContent = (passing: Passing): boolean => passing.type === 'passes' && passing.dependsOnContent
