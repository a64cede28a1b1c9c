import type { Problem } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { Chip, MeaningMark, Panel } from '../../ui/index.ts'
import styles from './ProblemList.module.css'

/** Problems with what follows from each, the worst first. */
export function ProblemList({
  problems,
  none,
}: {
  readonly problems: readonly Problem[]
  readonly none: string
}) {
  if (problems.length === 0) {
    return (
      <p className={styles.none}>
        <MeaningMark meaning="good" /> {none}
      </p>
    )
  }
  return (
    <ul className={styles.list}>
      {problems.map(problem => (
        <li key={problem.code}>
          <Panel meaning={problem.severity}>
            <p className={styles.title}>
              <MeaningMark meaning={problem.severity} />
              {visibleText(problem.title)}
            </p>
            <p className={styles.detail}>{visibleText(problem.detail)}</p>
          </Panel>
        </li>
      ))}
    </ul>
  )
}

/** The same as chips, one or two words each. */
export function ProblemChips({
  problems,
  most,
}: {
  readonly problems: readonly Problem[]
  readonly most: number
}) {
  return (
    <>
      {problems.slice(0, most).map(problem => (
        <Chip key={problem.code} meaning={problem.severity} title={problem.detail}>
          {problem.label}
        </Chip>
      ))}
      {problems.length > most && <Chip title="All stand in the detail below">+{problems.length - most}</Chip>}
    </>
  )
}
