import type { PolicyEntry, TargetEntry } from '../../../shared/admission/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { Meaning } from '../../ui/index.ts'

/** A state as the chip of a card shows it; the filter looks for the same words. */
export interface CardVerdict {
  readonly meaning: Meaning | undefined
  readonly label: string
  readonly title?: string
}

/** What a policy consists of: `2 rules`. */
export function partsOf({ policy }: PolicyEntry): string {
  if (policy.flavour === 'mutating') return counted(policy.mutations.length, 'mutation')
  if (policy.validations.length === 0) return counted(policy.auditAnnotations.length, 'audit annotation')
  return counted(policy.validations.length, 'rule')
}

/** What the server's type check says; null for policies that it does not check. */
export function typeVerdict({ policy }: PolicyEntry): CardVerdict | null {
  const { typeChecking } = policy
  if (policy.flavour === 'mutating') return null
  switch (typeChecking.state) {
    case 'checked':
      return {
        meaning: 'good',
        label: typeChecking.gaps === '' ? 'types checked' : 'types partly checked',
        title: typeChecking.gaps,
      }
    case 'warnings':
      return { meaning: 'warning', label: counted(typeChecking.warnings.length, 'type warning') }
    case 'stale':
      return { meaning: 'unknown', label: 'type check stale' }
    case 'notChecked':
      return { meaning: 'unknown', label: 'types not checked', title: typeChecking.reason }
  }
}

/** Whether the parameter of a binding is there. */
export function parameterVerdict(entry: Extract<TargetEntry, { type: 'parameter' }>): CardVerdict {
  switch (entry.state) {
    case 'found': {
      const { length } = entry.refs
      const what = length === 1 ? 'parameter' : counted(length, 'parameter')
      return { meaning: 'good', label: `${what} found` }
    }
    case 'loading':
      return { meaning: undefined, label: 'reading…' }
    case 'unreadable':
      return { meaning: 'unknown', label: 'may not be read' }
    case 'missing':
      return { meaning: entry.problem?.severity ?? 'warning', label: 'parameter missing' }
  }
}
