import type { ClusterUsage } from '../../shared/ipc/index.ts'
import { amountText, amountWords, levelOf, shareText } from '../charts/index.ts'
import { type Total, totalsOf } from './rows.ts'
import styles from './Usage.module.css'

/** What all nodes together have, and how much of it is used, requested and allowed. */
export function Totals({ usage }: { readonly usage: ClusterUsage }) {
  return (
    <div className={styles.totals}>
      {totalsOf(usage)
        .filter(({ allocatable }) => allocatable > 0)
        .map(total => (
          <TotalCard key={total.unit} total={total} />
        ))}
    </div>
  )
}

function TotalCard({ total }: { readonly total: Total }) {
  const { unit, title, used, requests, limits, allocatable } = total
  return (
    <section className={styles.card} aria-label={`${title} of all nodes`}>
      <h2 className={styles.cardTitle}>
        {title}
        <span className={styles.quiet}>{`${amountWords(unit, allocatable)} for pods on all nodes`}</span>
      </h2>
      <dl className={styles.bars}>
        <TotalLine name="used" value={used} total={total} isUse />
        <TotalLine name="requested" value={requests} total={total} />
        <TotalLine name="limits" value={limits} total={total} />
      </dl>
    </section>
  )
}

interface TotalLineProps {
  readonly name: string
  readonly value: number | null
  readonly total: Total
  readonly isUse?: boolean
}

function TotalLine({ name, value, total: { unit, allocatable }, isUse = false }: TotalLineProps) {
  const share = value === null ? 0 : value / allocatable
  const level = isUse ? levelOf(share) : share > 1 ? 'warning' : 'plain'
  return (
    <>
      <dt>{name}</dt>
      <dd className={styles.barCell}>
        <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.track} width="100" height="6" />
          <rect
            className={isUse ? styles[level] : styles.promised}
            width={Math.min(1, share) * 100}
            height="6"
          />
        </svg>
        <span className={styles.amount}>
          {value === null ? 'unknown' : value === 0 ? 'none' : amountText(unit, value)}
        </span>
        <span className={styles.share}>
          {value === null || value === 0 ? '' : shareText(value, allocatable)}
        </span>
      </dd>
    </>
  )
}
