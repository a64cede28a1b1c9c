import { useMemo, useState } from 'react'
import type { Drift, DriftRow } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { engine, isDesktop } from '../bridge/index.ts'
import {
  announce,
  errorBody,
  useCall,
  useContextEntry,
  usePathCompletions,
  useStream,
} from '../live/index.ts'
import type { LocalRow } from '../table/index.ts'
import { Banner, Button, EmptyState, FilterField, PathField, useLater } from '../ui/index.ts'
import styles from './Compare.module.css'
import { Comparison } from './Comparison.tsx'
import { DriftSave } from './DriftSave.tsx'
import { OverlookedBar } from './OverlookedBar.tsx'
import { useOverlooked } from './overlooked.ts'
import { column, RowsAndDetail } from './RowsAndDetail.tsx'
import type { CompareTabProps } from './tab.ts'

/** A folder of manifests against the cluster: what applying it would change, as the server's dry run says. */
export function ManifestsTab({ context, place, onChange }: CompareTabProps) {
  const [typed, setTyped] = useState(place.path)
  const [round, setRound] = useState(0)
  const completions = usePathCompletions(typed)
  const go = () => {
    onChange({ path: typed.trim() })
    setRound(round + 1)
  }
  const choose = async () => {
    try {
      const paths = await engine.call('host.pickPaths', { title: 'Manifests to compare', what: 'folder' })
      if (paths?.[0] !== undefined) setTyped(paths[0])
    } catch (error) {
      announce(errorBody(error).message)
    }
  }
  return (
    <div className={styles.filled}>
      <div className={styles.toolbar}>
        <div className={styles.path}>
          <PathField
            label="File or folder"
            value={typed}
            completions={completions}
            placeholder="~/manifests"
            hint=""
            isCompact
            onChange={setTyped}
            onSubmit={go}
          />
        </div>
        {isDesktop() && <Button onPress={() => void choose()}>Choose…</Button>}
        <Button look="primary" isDisabled={typed.trim() === ''} onPress={go}>
          Compare
        </Button>
        <span className={styles.gap} />
        <OverlookedBar kind="" />
      </div>
      {place.path === '' ? (
        <EmptyState
          title="Choose manifests"
          detail="Every YAML and JSON file of a folder, and of the folders below it, is held against the cluster: the server says by a dry run what applying it would change. Nothing is written."
        />
      ) : (
        <Result key={`${place.path} ${round}`} context={context} path={place.path} />
      )}
    </div>
  )
}

function Result({ context, path }: { readonly context: ContextId; readonly path: string }) {
  const overlooked = useOverlooked('')
  const { value, error } = useStream('compare.drift', {
    ...{ context, path, namespace: '' },
    overlooked: { ...overlooked, paths: [...overlooked.paths] },
  })
  const isPatient = useLater(200)
  const failure = error ?? value?.error
  if (failure !== undefined)
    return <EmptyState meaning="bad" title="They could not be compared" detail={failure.message} />
  if (value === null || value.phase !== 'done')
    return isPatient ? (
      <EmptyState
        title={value?.phase === 'asking' ? 'Asking the server…' : 'Reading the manifests…'}
        detail={value === null || value.files === 0 ? '' : counted(value.files, 'file')}
      />
    ) : null
  if (value.rows.length === 0)
    return <EmptyState title="No manifests there" detail="Files named .yaml, .yml and .json are read." />
  return <Rows context={context} drift={value} />
}

const columns = [
  ...[column('Name'), column('Kind'), column('Namespace'), column('State')],
  ...[column('Differences', 'integer'), column('Where'), column('File')],
]
const words = {
  same: 'equal',
  different: 'different',
  missing: 'not in the cluster',
  refused: 'refused',
} as const

function Rows({ context, drift }: { readonly context: ContextId; readonly drift: Drift }) {
  const [filter, setFilter] = useState('')
  const [onlyDrifted, setOnlyDrifted] = useState(true)
  const { counts, skipped } = drift
  const isEqual = counts.same === drift.rows.length
  const rows = useMemo(
    () => drift.rows.filter(({ state }) => isEqual || !onlyDrifted || state !== 'same').map(rowOf),
    [drift, onlyDrifted, isEqual],
  )
  return (
    <>
      <div className={styles.toolbar}>
        <div className={styles.filter}>
          <FilterField label="Filter the documents" value={filter} onChange={setFilter} />
        </div>
        {!isEqual && counts.same > 0 && (
          <Button isPressed={onlyDrifted} onPress={() => setOnlyDrifted(!onlyDrifted)}>
            Hide what is equal
          </Button>
        )}
        <span className={styles.quiet}>
          {`${counts.different} differ · ${counts.missing} not in the cluster · ${counts.refused} refused · ${counts.same} equal`}
        </span>
        <span className={styles.gap} />
        <DriftSave id={drift.id} />
      </div>
      {skipped.length > 0 && (
        <Banner meaning="warning">{`${counted(skipped.length, 'file was', 'files were')} not read: ${skipped.map(({ file, why }) => `${file}: ${why}`).join(' ')}`}</Banner>
      )}
      <RowsAndDetail
        label="Documents"
        context={context}
        columns={columns}
        rows={rows}
        filter={filter}
        sortedBy="State"
        detail={chosen => {
          const shown = drift.rows.find(({ index }) => String(index) === chosen)
          return shown === undefined ? (
            <EmptyState
              title="Choose a document"
              detail="What the cluster has and what applying it would make stand here side by side."
            />
          ) : (
            <Document key={chosen} context={context} id={drift.id} row={shown} />
          )
        }}
      />
    </>
  )
}

function rowOf({ index, kind, ref, title, state, changes, fields, file, line, message }: DriftRow): LocalRow {
  const [name, namespace] = [ref?.name ?? title, ref?.namespace ?? '']
  const where = message === '' ? fields.join(', ') : message
  const cells = [
    name,
    kind,
    namespace,
    words[state],
    state === 'different' ? changes : null,
    where,
    `${file}:${line}`,
  ]
  return { key: String(index), namespace, name, cells, figures: {} }
}

interface DocumentProps {
  readonly context: ContextId
  readonly id: string
  readonly row: DriftRow
}

function Document({ context, id, row }: DocumentProps) {
  const { value, error } = useCall('compare.driftRow', { id, index: row.index })
  const name = useContextEntry(context)?.name ?? context
  const isPatient = useLater(300)
  if (error !== null) return <EmptyState meaning="bad" title="It cannot be shown" detail={error.message} />
  if (row.state === 'refused')
    return <EmptyState meaning="bad" title="The server would not take it" detail={row.message} />
  if (value === null) return isPatient ? <EmptyState title="Reading…" /> : null
  if (value.live === null || value.result === null)
    return (
      <EmptyState title="The cluster has no such object" detail={`Applying ${row.file} would create it.`} />
    )
  return (
    <Comparison
      context={context}
      kind=""
      before={value.live}
      after={value.result}
      beforeLabel={`live in ${name}`}
      afterLabel={`${row.file} applied`}
    />
  )
}
