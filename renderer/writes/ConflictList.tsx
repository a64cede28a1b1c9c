import type { FieldConflict, Plan } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { Button, Chip } from '../ui/index.ts'
import styles from './Writes.module.css'

/** `take`: from its managers; `leave`: to them, with their value; `release`: gatehouse manages it no longer. */
export type Decision = 'take' | 'leave' | 'release'
export type Decisions = ReadonlyMap<string, Decision>

export interface ConflictListProps {
  readonly plan: Plan
  readonly decisions: Decisions
  readonly onDecide: (field: string, decision: Decision) => void
}

/** Fields that others manage, each with what can be done about it. */
export function ConflictList({ plan, decisions, onDecide }: ConflictListProps) {
  const conflicts = plan.steps.flatMap(step => step.conflicts)
  if (conflicts.length === 0) return null
  return (
    <section className={styles.conflicts} aria-label="Conflicts">
      <p className={styles.quiet}>Decide each, then ask for a dry run again.</p>
      <ul className={styles.conflictList}>
        {conflicts.map(conflict => (
          <li key={conflict.field} className={styles.conflict}>
            <Chip meaning="warning">conflict</Chip>
            <Words conflict={conflict} />
            <span className={styles.gap} />
            {(['take', 'leave', 'release'] as const).map(decision => (
              <Button
                key={decision}
                label={`${labelOf(decision, conflict)} ${conflict.field}`}
                isPressed={decisions.get(conflict.field) === decision}
                onPress={() => onDecide(conflict.field, decision)}
              >
                {labelOf(decision, conflict)}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Words({ conflict: { field, managers, mine, theirs } }: { readonly conflict: FieldConflict }) {
  return (
    <span>
      <code>{visibleText(field)}</code> is managed by <strong>{visibleText(managers.join(', '))}</strong>
      {theirs !== undefined && `, which has ${visibleText(theirs.trim())}`}
      {mine !== undefined && `; the draft has ${visibleText(mine.trim())}`}
    </span>
  )
}

function labelOf(decision: Decision, { managers }: FieldConflict): string {
  switch (decision) {
    case 'take':
      return 'Take over'
    case 'leave':
      return `Leave to ${managers.length === 1 ? visibleText(managers[0] ?? '') : 'them'}`
    case 'release':
      return 'Stop managing'
  }
}
