import type { Figures, PartUsage } from '../../../../../shared/ipc/index.ts'
import { visibleText } from '../../../../../shared/kube/index.ts'
import { amountText, type Unit, UsageBar } from '../../../../charts/index.ts'
import { Chip } from '../../../../ui/index.ts'
import objectStyles from '../../Object.module.css'
import type { UsageSubject } from './subject.ts'
import styles from './Usage.module.css'

export interface PartTableProps {
  readonly parts: readonly PartUsage[]
  readonly total: Figures
  readonly subject: UsageSubject
}

/** Use, request and limit of each container, and of all as the scheduler counts them. */
export function PartTable({ parts, total, subject }: PartTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that may scroll sideways, no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <div className={objectStyles.tablePlace} role="group" aria-label="By container" tabIndex={0}>
      <table className={`${objectStyles.table} ${styles.parts}`}>
        <caption className="visually-hidden">CPU and memory by container</caption>
        <thead>
          <tr>
            <th scope="col">Container</th>
            {(['CPU', 'Memory'] as const).flatMap(name =>
              ['', ' requested', ' limit'].map(word => (
                <th key={`${name}${word}`} scope="col" className={styles.number}>
                  {`${name}${word}`}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {parts.map(part => (
            <tr key={part.name}>
              <th scope="row" className={styles.name}>
                <span className={objectStyles.mono}>{visibleText(part.name)}</span>{' '}
                {part.type !== 'container' && <Chip>{part.type}</Chip>}
              </th>
              <FigureCells figures={part} hasUse={part.type !== 'init'} />
            </tr>
          ))}
          {parts.length > 1 && (
            <tr>
              <th scope="row" className={styles.name}>
                {subject.type === 'pod' ? 'Pod' : 'All pods'}
              </th>
              <FigureCells figures={total} hasUse />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function FigureCells({ figures, hasUse }: { readonly figures: Figures; readonly hasUse: boolean }) {
  return (['cpu', 'memory'] as const).map(unit => (
    <FigureCell key={unit} unit={unit} figures={figures} hasUse={hasUse} />
  ))
}

interface FigureCellProps {
  readonly unit: Unit
  readonly figures: Figures
  readonly hasUse: boolean
}

function FigureCell({ unit, figures, hasUse }: FigureCellProps) {
  const figure = figures[unit]
  return (
    <>
      <td className={styles.number}>{hasUse && <UsageBar unit={unit} figure={figure} />}</td>
      <td className={styles.number}>{wordOf(unit, figure.requests)}</td>
      <td className={styles.number}>{wordOf(unit, figure.limits)}</td>
    </>
  )
}

function wordOf(unit: Unit, value: number | null) {
  if (value === null) return <span className={objectStyles.quiet}>none</span>
  return <span className={objectStyles.mono}>{amountText(unit, value)}</span>
}
