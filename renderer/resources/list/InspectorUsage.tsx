import { useSyncExternalStore } from 'react'
import type { Row } from '../../../shared/ipc/index.ts'
import { drawnFigure } from '../../charts/index.ts'
import styles from './ResourceList.module.css'
import type { UsageFigures } from './usageFigures.ts'

/** Use, request and limit of the active row in words, as they change. */
export function InspectorUsage({ row, figures }: { readonly row: Row; readonly figures: UsageFigures }) {
  const usage = useSyncExternalStore(
    listener => figures.subscribe(listener),
    () => figures.usageOf(row),
  )
  if (usage === undefined) return null
  const bound = row.namespace === '' ? 'allocatable' : 'limit'
  return (
    <dl className={styles.usage}>
      {(['cpu', 'memory'] as const).map(unit => (
        <div key={unit}>
          <dt>{unit === 'cpu' ? 'CPU' : 'Memory'}</dt>
          <dd>{drawnFigure(unit, usage[unit], bound).words}</dd>
        </div>
      ))}
    </dl>
  )
}
