import type { Revision } from '../../../../shared/ipc/index.ts'
import { visibleText } from '../../../../shared/kube/index.ts'
import { Age, Section } from '../../../ui/index.ts'
import styles from './History.module.css'

interface RevisionListProps {
  readonly revisions: readonly Revision[]
  readonly before: string | undefined
  readonly after: string | undefined
  readonly onChoose: (chosen: { readonly before: string | null; readonly after: string | null }) => void
}

/** Versions to choose two of, newest first. */
export function RevisionList({ revisions, before, after, onChoose }: RevisionListProps) {
  const choose = { before: before ?? null, after: after ?? null }
  const group = (title: string, origin: Revision['origin']) => {
    const found = revisions.filter(revision => revision.origin === origin)
    if (found.length === 0) return null
    return (
      <Section title={title} aside={found.length}>
        <ul className={styles.revisions}>
          {found.map(revision => (
            <li key={revision.id} className={styles.revision}>
              <Choice
                name="before"
                label={`Compare from ${revision.label}`}
                isChosen={revision.id === before}
                onChoose={() => onChoose({ ...choose, before: revision.id })}
              />
              <Choice
                name="after"
                label={`Compare to ${revision.label}`}
                isChosen={revision.id === after}
                onChoose={() => onChoose({ ...choose, after: revision.id })}
              />
              <span className={styles.revisionText}>
                <span className={styles.revisionName}>{visibleText(revision.label)}</span>
                <span className={styles.revisionBy}>
                  <Age since={revision.at} /> ago
                  {revision.managers.length > 0 && visibleText(` by ${revision.managers.join(', ')}`)}
                  {revision.isStatusOnly && ', status only'}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
    )
  }
  return (
    <div className={styles.list}>
      <p className={styles.hint}>
        The left mark chooses the version to compare <strong>from</strong>, the right one the version to
        compare <strong>to</strong>.
      </p>
      {group('Seen since opened', 'seen')}
      {group('Kept by the cluster', 'kept')}
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ name, label, isChosen, onChoose }: ChoiceProps) {
  return (
    <input
      type="radio"
      className={styles.choice}
      name={`revision ${name}`}
      aria-label={label}
      checked={isChosen}
      onChange={onChoose}
    />
  )
}
