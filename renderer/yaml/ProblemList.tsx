import { counted } from '../../shared/words/index.ts'
import { Button } from '../ui/index.ts'
import type { EditorProblem } from './manifestView.ts'
import styles from './ProblemList.module.css'

interface ProblemListProps {
  readonly problems: readonly EditorProblem[]
  readonly onGoTo: (problem: EditorProblem) => void
  /** Absent where nothing may be written. */
  readonly onFix?: (problem: EditorProblem) => void
}

const marks = { error: '■', warning: '▲', note: '●' } as const
const words = { error: 'Error', warning: 'Warning', note: 'Note' } as const
/** Rows that are shown; the marks in the text show all. */
const mostRows = 100

/** What is wrong with a text, by line. A row leads to its place; what can be mended has a button. */
export function ProblemList({ problems, onGoTo, onFix }: ProblemListProps) {
  const rest = problems.length - mostRows
  return (
    <section className={styles.problems} aria-label="Problems">
      <p className={styles.summary}>
        <span role="status">{summaryOf(problems)}</span>
        {problems.length > 0 && <span className={styles.hint}>F8 goes to the next</span>}
        <span className={styles.hint}>Esc, then Tab, leaves the editor</span>
      </p>
      {problems.length > 0 && (
        <ul className={styles.list}>
          {problems.slice(0, mostRows).map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal in every word
            <li key={index} className={styles.row}>
              <button type="button" className={styles.place} onClick={() => onGoTo(problem)}>
                <span
                  className={`${styles.mark} ${styles[problem.severity]}`}
                  title={words[problem.severity]}
                >
                  {marks[problem.severity]}
                </span>
                <span className={styles.line}>
                  {problem.line}:{problem.column}
                </span>
                <span className={styles.message}>{problem.message}</span>
              </button>
              {problem.fix !== undefined && onFix !== undefined && (
                <Button look="quiet" onPress={() => onFix(problem)}>
                  {problem.fix.title}
                </Button>
              )}
            </li>
          ))}
          {rest > 0 && <li className={styles.more}>{counted(rest, 'more problem')} below</li>}
        </ul>
      )}
    </section>
  )
}

function summaryOf(problems: readonly EditorProblem[]): string {
  const parts = (['error', 'warning', 'note'] as const).flatMap(severity => {
    const count = problems.filter(problem => problem.severity === severity).length
    return count === 0 ? [] : [counted(count, severity)]
  })
  return parts.length === 0 ? 'No problems' : parts.join(', ')
}
