import { isNotInDump } from '../../shared/errors/index.ts'
import type { KindTallies, Overview } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import styles from './Overview.module.css'
import { Absent, AppLink, Card, isAbsent, listOf, numberText, Tallies } from './parts.tsx'
import { pluralOf } from './sources.ts'

/** Workloads by state, a line for each kind. */
export function WorkloadsCard({
  context,
  workloads,
}: {
  readonly context: ContextId
  readonly workloads: Overview['workloads']
}) {
  return (
    <Card title="Workloads" sources={workloads.map(({ source }) => source)}>
      <table className={styles.table}>
        <caption className="visually-hidden">Workloads by state</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Total</th>
            <th scope="col">States</th>
          </tr>
        </thead>
        <tbody>
          {workloads.map(kind => (
            <KindLine key={kind.source.kind} context={context} kind={kind} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

export function KindLine({ context, kind }: { readonly context: ContextId; readonly kind: KindTallies }) {
  const { source, total, tallies } = kind
  const what = pluralOf(source.kind)
  const to = listOf(context, source)
  const count = isAbsent(source) || (source.state === 'loading' && total === 0) ? '–' : numberText(total)
  return (
    <tr>
      <th scope="row">{to === null ? what : <AppLink to={to}>{what}</AppLink>}</th>
      <td className={styles.number}>{count}</td>
      <td>
        {tallies.length > 0 ? (
          <Tallies context={context} source={source} tallies={tallies} label={`${what} by state`} />
        ) : isNotInDump(source.error) ? (
          <span className={styles.quiet}>not in the dump</span>
        ) : isAbsent(source) || source.state === 'loading' ? (
          <Absent source={source} what={what} />
        ) : (
          <span className={styles.quiet}>none</span>
        )}
      </td>
    </tr>
  )
}
