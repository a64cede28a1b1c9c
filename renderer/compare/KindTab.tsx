import { useMemo, useState } from 'react'
import type { KindComparison, KindDifference } from '../../shared/ipc/index.ts'
import type { ContextId, Resource } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { useContextEntry, useStream } from '../live/index.ts'
import type { LocalRow } from '../table/index.ts'
import { Banner, Button, EmptyState, FilterField, useLater } from '../ui/index.ts'
import styles from './Compare.module.css'
import { OverlookedBar } from './OverlookedBar.tsx'
import { kindKey, useOverlooked } from './overlooked.ts'
import { RowComparison } from './RowComparison.tsx'
import { column, RowsAndDetail } from './RowsAndDetail.tsx'
import { ContextChoice, KindChoice } from './SideChoice.tsx'
import type { CompareTabProps } from './tab.ts'

/** All objects of a kind in this context and another one: read once, and again when asked. */
export function KindTab({ context, place, onChange }: CompareTabProps) {
  const resource = resourceOf(place.kind)
  const [round, setRound] = useState(0)
  const isReady = resource !== null && place.other !== ''
  return (
    <div className={styles.filled}>
      <div className={styles.toolbar}>
        <KindChoice
          context={context}
          value={resource}
          onChange={({ group, version, resource: name }) =>
            onChange({ kind: [group, version, name].join('/') })
          }
        />
        <ContextChoice label="With" value={place.other} onChange={other => onChange({ other })} />
        {isReady && <Button onPress={() => setRound(round + 1)}>Read again</Button>}
        <span className={styles.gap} />
        <OverlookedBar kind={resource === null ? '' : kindKey(resource)} />
      </div>
      {isReady ? (
        <Result
          key={`${place.kind} ${place.other} ${round}`}
          before={context}
          after={place.other}
          resource={resource}
        />
      ) : (
        <EmptyState
          title="Choose a kind and another context"
          detail="Both are read once. What only one of them has, and where the others differ, is listed."
        />
      )}
    </div>
  )
}

function resourceOf(text: string): Resource | null {
  const [group = '', version = '', resource = ''] = text.split('/')
  return version === '' || resource === '' ? null : { group, version, resource }
}

interface ResultProps {
  readonly before: ContextId
  readonly after: ContextId
  readonly resource: Resource
}

function Result({ before, after, resource }: ResultProps) {
  const overlooked = useOverlooked(kindKey(resource))
  const asked = {
    before,
    after,
    resource,
    namespaces: [],
    overlooked: { ...overlooked, paths: [...overlooked.paths] },
  }
  const { value, error } = useStream('compare.kind', asked)
  const isPatient = useLater(200)
  if (error !== null)
    return <EmptyState meaning="bad" title="They could not be compared" detail={error.message} />
  if (value === null || value.phase === 'reading')
    return isPatient ? <EmptyState title="Reading both…" detail={readSoFar(value)} /> : null
  if (value.phase === 'failed')
    return <EmptyState meaning="bad" title="They could not be compared" detail={value.error?.message ?? ''} />
  return <Differences comparison={value} before={before} after={after} resource={resource} />
}

function readSoFar(value: KindComparison | null): string {
  return value === null
    ? ''
    : `${value.read.before.toLocaleString('en')} and ${value.read.after.toLocaleString('en')} so far`
}

const columns = [
  column('Namespace'),
  column('Name'),
  column('State'),
  column('Differences', 'integer'),
  column('Where'),
]

interface DifferencesProps extends ResultProps {
  readonly comparison: KindComparison
}

function Differences({ comparison, before, after, resource }: DifferencesProps) {
  const [filter, setFilter] = useState('')
  const names = [useContextEntry(before)?.name ?? before, useContextEntry(after)?.name ?? after] as const
  const rows = useMemo(
    () => comparison.rows.map(row => rowOf(row, names[0], names[1])),
    [comparison, names[0], names[1]],
  )
  const { counts } = comparison
  const total = counts.different + counts.onlyBefore + counts.onlyAfter
  if (total === 0)
    return (
      <EmptyState
        title="No difference"
        detail={`${counted(counts.same, 'object')}, all equal in what is compared.`}
      />
    )
  return (
    <>
      <div className={styles.toolbar}>
        <div className={styles.filter}>
          <FilterField label="Filter the differences" value={filter} onChange={setFilter} />
        </div>
        <span className={styles.quiet}>
          {`${counts.different} differ · ${counts.onlyBefore} only in ${names[0]} · ${counts.onlyAfter} only in ${names[1]} · ${counts.same} equal`}
        </span>
      </div>
      {total > rows.length && (
        <Banner meaning="unknown">{`The first ${counted(rows.length, 'difference')} of ${total.toLocaleString('en')} are listed.`}</Banner>
      )}
      <RowsAndDetail
        label="Differences"
        context={before}
        columns={columns}
        rows={rows}
        filter={filter}
        sortedBy="Name"
        detail={chosen => {
          const shown = comparison.rows.find(row => keyOf(row) === chosen)
          if (shown === undefined)
            return <EmptyState title="Choose a row" detail="Both objects stand here side by side." />
          const { namespace, name, state } = shown
          return (
            <RowComparison
              key={chosen}
              before={before}
              after={after}
              objectRef={{ resource, namespace, name }}
              state={state}
            />
          )
        }}
      />
    </>
  )
}

const keyOf = ({ namespace, name }: KindDifference): string => `${namespace}|${name}`

function rowOf(row: KindDifference, before: string, after: string): LocalRow {
  const { namespace, name, state, changes, fields } = row
  const word = state === 'different' ? 'different' : `only in ${state === 'onlyBefore' ? before : after}`
  const cells = [namespace, name, word, state === 'different' ? changes : null, fields.join(', ')]
  return { key: keyOf(row), namespace, name, cells, figures: {} }
}
