import { useMemo } from 'react'
import { compare, diffLines, unknownShape, withoutServerFields } from '../../../shared/diff/index.ts'
import type { ObjectState } from '../../../shared/ipc/index.ts'
import { type ContextId, type KubeObject, visibleText } from '../../../shared/kube/index.ts'
import { DiffView } from '../../diff/index.ts'
import { addressOf, useStream } from '../../live/index.ts'
import { Button, EmptyState, Icon } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import styles from './Fleet.module.css'
import type { FleetCell, FleetRow } from './matrix.ts'

export interface CellDetailProps {
  readonly row: FleetRow
  readonly context: ContextId
  readonly nameOf: (context: ContextId) => string
  readonly onClose: () => void
}

/** One and the same object in two contexts side by side, with links to both. */
export function CellDetail({ row, context, nameOf, onClose }: CellDetailProps) {
  const { cells } = row
  const own = cells.find(cell => cell.context === context)
  const reference = cells.find(({ state }) => state === 'reference')
  // The reference itself is shown beside one that has it otherwise.
  const other =
    own !== undefined && own !== reference
      ? own
      : (cells.find(({ state }) => state === 'different') ??
        cells.find(cell => cell !== reference && cell.ref !== null) ??
        cells.find(cell => cell !== reference))
  return (
    <section className={styles.detail} aria-label="Comparison">
      <div className={styles.detailHead}>
        <span className={styles.detailName}>
          <BreakableName name={row.configuration === '' ? row.name : row.configuration} />
        </span>
        <SideLink cell={reference} nameOf={nameOf} />
        <SideLink cell={other} nameOf={nameOf} />
        <span className={styles.gap} />
        <Button look="quiet" label="Close the comparison" onPress={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <Sides reference={reference} other={other} nameOf={nameOf} />
    </section>
  )
}

interface SidesProps {
  readonly reference: FleetCell | undefined
  readonly other: FleetCell | undefined
  readonly nameOf: (context: ContextId) => string
}

function SideLink({
  cell,
  nameOf,
}: {
  readonly cell: FleetCell | undefined
  readonly nameOf: SidesProps['nameOf']
}) {
  if (cell === undefined || cell.ref === null) return null
  return (
    <a className={styles.link} href={addressOf.object(cell.context, cell.ref)}>
      {`open in ${visibleText(nameOf(cell.context))}`}
    </a>
  )
}

function Sides({ reference, other, nameOf }: SidesProps) {
  const before = useObject(reference)
  const after = useObject(other)
  const [one, two] = [before?.object ?? null, after?.object ?? null]
  const rows = useMemo(() => (one === null || two === null ? null : rowsOf(one, two)), [one, two])
  if (rows !== null && reference !== undefined && other !== undefined)
    return (
      <DiffView
        rows={rows}
        beforeLabel={nameOf(reference.context)}
        afterLabel={nameOf(other.context)}
        sameDetail="Both are equal but for what the servers set themselves. Where the bindings differ, the matrix says so."
      />
    )
  if (other === undefined)
    return (
      <EmptyState
        title="Nothing to compare with"
        detail="No other context is open. The link above leads to the object itself."
      />
    )
  if (other.ref === null) return <EmptyState {...missing(other, nameOf(other.context))} />
  const failed = [before, after].find(state => state?.status.phase === 'failed')
  if (failed?.status.phase === 'failed')
    return <EmptyState meaning="bad" title="It could not be read" detail={failed.status.error.message} />
  return <EmptyState title="Reading both objects…" />
}

function missing({ state }: FleetCell, name: string): { readonly title: string; readonly detail: string } {
  if (state === 'absent')
    return {
      title: `Absent in ${name}`,
      detail: 'There is no object of this name. All of the kind could be read.',
    }
  if (state === 'notInDump')
    return {
      title: `Not in the dump ${name}`,
      detail: 'The dump does not hold all of the kind: it may well exist.',
    }
  return state === 'reading'
    ? { title: `Reading ${name}…`, detail: '' }
    : {
        title: `Not known in ${name}`,
        detail: 'Objects of the kind may not be read there: it may well exist.',
      }
}

function useObject(cell: FleetCell | undefined): ObjectState | null {
  const ref = cell?.ref ?? null
  const params = cell === undefined || ref === null ? null : { context: cell.context, ref }
  return useStream('objects.watch', params).value
}

function rowsOf(before: KubeObject, after: KubeObject) {
  return diffLines(compare(withoutServerFields(before), withoutServerFields(after), { shape: unknownShape }))
}
