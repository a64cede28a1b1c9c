import type { NodeFacts, NodePressure, Tally } from '../../shared/ipc/index.ts'
import type { FollowedKind } from '../facts/index.ts'
import type { Received } from '../watch/index.ts'
import { equalFilter } from './filters.ts'
import { at, listAt, textAt } from './read.ts'
import { worstFirst } from './workloads.ts'

/** What is kept of a node. Texts are as the server's Table prints them, so that filters fit. */
export interface NodeFact {
  readonly name: string
  /** `Ready`, `NotReady,SchedulingDisabled`, … */
  readonly status: string
  readonly roles: string
  readonly version: string
  /** Types of the conditions that are true and should not be: `MemoryPressure`, … */
  readonly pressures: readonly string[]
}

const rolePrefix = 'node-role.kubernetes.io/'

/** As `printNode` of k8s.io/kubernetes/pkg/printers/internalversion has it. */
export function readNode({ name, object }: Received): NodeFact {
  const conditions = listAt(object, 'status', 'conditions')
  const ready = conditions.find(condition => textAt(condition, 'type') === 'Ready')
  const isReady = ready === undefined ? 'Unknown' : textAt(ready, 'status') === 'True' ? 'Ready' : 'NotReady'
  const isCordoned = at(object, 'spec', 'unschedulable') === true
  return {
    name,
    status: `${isReady}${isCordoned ? ',SchedulingDisabled' : ''}`,
    roles: rolesOf(at(object, 'metadata', 'labels')),
    version: textAt(object, 'status', 'nodeInfo', 'kubeletVersion'),
    pressures: conditions
      .filter(condition => textAt(condition, 'type') !== 'Ready' && textAt(condition, 'status') === 'True')
      .map(condition => textAt(condition, 'type'))
      .filter(type => /Pressure$|Unavailable$|Problem/.test(type)),
  }
}

function rolesOf(labels: unknown): string {
  if (typeof labels !== 'object' || labels === null) return '<none>'
  const roles = Object.entries(labels).flatMap(([label, value]) => {
    if (label.startsWith(rolePrefix)) return [label.slice(rolePrefix.length)]
    return label === 'kubernetes.io/role' && typeof value === 'string' ? [value] : []
  })
  const named = [...new Set(roles.filter(role => role !== ''))].sort()
  return named.length === 0 ? '<none>' : named.join(',')
}

export function nodeFacts(followed: FollowedKind<NodeFact>): NodeFacts {
  const { facts } = followed
  return {
    source: followed.source(),
    total: facts.length,
    statuses: worstFirst(tallied(facts, 'status', status => meaningOf(status))),
    roles: worstFirst(tallied(facts, 'roles', () => null)),
    versions: worstFirst(tallied(facts, 'version', () => null)),
    pressures: pressuresOf(facts),
  }
}

function meaningOf(status: string): Tally['meaning'] {
  if (!status.startsWith('Ready')) return status.startsWith('Unknown') ? 'unknown' : 'bad'
  return status === 'Ready' ? 'good' : 'warning'
}

function tallied(
  facts: readonly NodeFact[],
  column: 'status' | 'roles' | 'version',
  meaning: (value: string) => Tally['meaning'],
): readonly Tally[] {
  const counts = new Map<string, number>()
  for (const fact of facts) counts.set(fact[column], (counts.get(fact[column]) ?? 0) + 1)
  return [...counts].map(([state, count]) => ({
    state,
    count,
    meaning: meaning(state),
    filter: equalFilter(column, state),
  }))
}

function pressuresOf(facts: readonly NodeFact[]): readonly NodePressure[] {
  const byCondition = new Map<string, string[]>()
  for (const { name, pressures } of facts) {
    for (const condition of pressures)
      byCondition.set(condition, [...(byCondition.get(condition) ?? []), name])
  }
  return [...byCondition].map(([condition, nodes]) => ({
    condition,
    nodes: nodes.sort().slice(0, 50),
    filter: equalFilter('name', ...nodes),
  }))
}
