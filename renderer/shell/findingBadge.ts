import type { FindingsDepth } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

/** The worst severity that is found, and how often. */
export interface FindingBadge {
  readonly meaning: Meaning | undefined
  readonly count: number
  /** In words, e.g. `3 high in the configuration`. */
  readonly text: string
}

const order = ['high', 'medium', 'low', 'info'] as const

/** What is good to know is no reason to look. @param depth how much was looked at */
export function worstOf(
  findings: readonly { readonly severity: (typeof order)[number] }[],
  depth: FindingsDepth,
): FindingBadge | null {
  const worst = order.find(severity => findings.some(finding => finding.severity === severity))
  if (worst === undefined || worst === 'info') return null
  const count = findings.filter(({ severity }) => severity === worst).length
  const meaning = worst === 'high' ? 'bad' : worst === 'medium' ? 'warning' : undefined
  const where = depth === 'configuration' ? ' in the configuration' : ''
  return { meaning, count, text: `${count} ${worst}${where}` }
}
