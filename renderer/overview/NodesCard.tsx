import type { ReactNode } from 'react'
import type { Overview } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import styles from './Overview.module.css'
import { Absent, AppLink, Card, isAbsent, listOf, numberText, Remark, TallyTag } from './parts.tsx'

/** Nodes by state, role, version and pressure. */
export function NodesCard({
  context,
  overview,
}: {
  readonly context: ContextId
  readonly overview: Overview
}) {
  const { source, total, statuses, roles, versions, pressures } = overview.nodes
  const parts = [
    { label: 'By state', tallies: statuses },
    { label: 'By role', tallies: roles },
    { label: 'By version', tallies: versions },
  ]
  const to = listOf(context, source)
  return (
    <Card
      title="Nodes"
      sources={[source]}
      aside={to !== null && !isAbsent(source) ? <AppLink to={to}>{numberText(total)}</AppLink> : undefined}
    >
      {isAbsent(source) ? (
        <Absent source={source} what="nodes" />
      ) : total === 0 && source.state !== 'loading' ? (
        <Remark>There are no nodes.</Remark>
      ) : (
        <dl className={styles.facts}>
          {parts.map(({ label, tallies }) => (
            <NodeLine key={label} label={label}>
              {tallies.map(tally => {
                const address =
                  tally.filter === null ? null : listOf(context, source, { filter: tally.filter })
                return <TallyTag key={tally.state} to={address} tally={tally} />
              })}
            </NodeLine>
          ))}
          <NodeLine label="Pressure">
            {pressures.length === 0 ? (
              <span className={styles.quiet}>none reported</span>
            ) : (
              pressures.map(({ condition, nodes, filter }) => (
                <TallyTag
                  key={condition}
                  to={filter === null ? null : listOf(context, source, { filter })}
                  tally={{ state: condition, count: nodes.length, meaning: 'bad' }}
                />
              ))
            )}
          </NodeLine>
        </dl>
      )}
    </Card>
  )
}

function NodeLine({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={styles.wrap}>{children}</dd>
    </>
  )
}
