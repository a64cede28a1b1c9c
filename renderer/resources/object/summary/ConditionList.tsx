import { visibleText } from '../../../../shared/kube/index.ts'
import { Age, Chip, Section } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import type { Condition } from './conditions.ts'

/** Conditions as a timeline: what changed last stands first. */
export function ConditionList({ conditions }: { readonly conditions: readonly Condition[] }) {
  if (conditions.length === 0) return null
  return (
    <Section title="Conditions" aside="latest change first">
      <ol className={styles.timeline}>
        {conditions.map(condition => (
          <li key={condition.type} className={styles.moment}>
            <span className={styles.when}>
              {condition.since === null ? 'no time' : <Age since={condition.since} />}
            </span>
            <span className={`${styles.dot} ${styles[condition.meaning]}`} aria-hidden="true" />
            <div className={styles.what}>
              <span className={styles.whatHead}>
                <Chip meaning={condition.meaning}>
                  {condition.type}: {condition.status === '' ? 'not told' : condition.status}
                </Chip>
                {condition.reason !== '' && (
                  <span className={styles.mono}>{visibleText(condition.reason)}</span>
                )}
              </span>
              {condition.message !== '' && (
                <span className={styles.message}>{visibleText(condition.message)}</span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
