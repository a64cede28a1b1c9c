import { type MatrixRow, operations, patternInWords } from '../../../shared/admission/index.ts'
import styles from './RuleMatrix.module.css'

export interface RuleMatrixProps {
  readonly label: string
  readonly rows: readonly MatrixRow[]
  /** Shown on every match: rules that exclude say so. */
  readonly excludes?: boolean
}

/** Resources against operations, with what a pattern stands for written under it. */
export function RuleMatrix({ label, rows, excludes = false }: RuleMatrixProps) {
  if (rows.length === 0) return <p className={styles.none}>No rules: it matches nothing.</p>
  return (
    <table className={styles.matrix} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={styles.resourceHead}>
            Resource
          </th>
          {operations.map(operation => (
            <th key={operation} scope="col">
              {operation.toLowerCase()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={`${row.groups} ${row.resource} ${row.versions} ${row.scope} ${row.names}`}>
            <th scope="row" className={styles.resource}>
              <span className={styles.name}>{row.resource}</span>{' '}
              <span className={styles.group}>{groupText(row)}</span>
              {noteOf(row) !== '' && <span className={styles.note}>{noteOf(row)}</span>}
            </th>
            {operations.map((operation, at) => (
              <td
                key={operation}
                className={row.matches[at] ? (excludes ? styles.not : styles.yes) : styles.no}
              >
                {row.matches[at] ? (
                  <>
                    <span aria-hidden="true">{excludes ? '✕' : '●'}</span>
                    <span className="visually-hidden">{excludes ? 'left out' : 'yes'}</span>
                  </>
                ) : (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="visually-hidden">no</span>
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function groupText({ groups, versions }: MatrixRow): string {
  if (groups === '*') return versions === '*' ? 'any group' : `any group, ${versions}`
  if (versions === '*') return `${groups}, any version`
  return groups === 'core' ? versions : `${groups}/${versions}`
}

function noteOf(row: MatrixRow): string {
  const scope =
    row.scope === '*'
      ? ''
      : row.scope === 'Cluster'
        ? 'cluster-scoped only'
        : `${row.scope.toLowerCase()} only`
  const names = row.names === '' ? '' : `named ${row.names}`
  return [patternInWords(row.resource), scope, names].filter(each => each !== '').join(' · ')
}
