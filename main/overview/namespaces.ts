import type { Overview, TerminatingNamespace } from '../../shared/ipc/index.ts'
import type { FollowedKind } from '../facts/index.ts'
import type { Received } from '../watch/index.ts'
import { cut, listAt, textAt, timeAt } from './read.ts'

/** `active`, or what is known of one that is being deleted. */
export type NamespaceFact = 'active' | TerminatingNamespace

const mostShown = 50

export function readNamespace({ name, object }: Received): NamespaceFact {
  const since = timeAt(object, 'metadata', 'deletionTimestamp')
  if (since === 0 && textAt(object, 'status', 'phase') !== 'Terminating') return 'active'
  // The namespace controller says by conditions what it waits for.
  const reasons = listAt(object, 'status', 'conditions')
    .filter(condition => textAt(condition, 'status') === 'True')
    .map(condition => cut(textAt(condition, 'message')))
    .filter(message => message !== '')
  return { name, since, reasons }
}

export function namespaceFacts(followed: FollowedKind<NamespaceFact>): Overview['namespaces'] {
  const terminating = followed.facts.filter(fact => fact !== 'active')
  return {
    source: followed.source(),
    total: followed.total,
    terminating: terminating.sort((a, b) => a.since - b.since).slice(0, mostShown),
  }
}
