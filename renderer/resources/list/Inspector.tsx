import type { Column, Row } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { CellContent, isStatusColumn, meaningOfStatus } from '../../table/index.ts'
import { Age, Button, Chip, DefinitionList } from '../../ui/index.ts'
import type { StreamAction } from '../streamActions.ts'
import { InspectorUsage } from './InspectorUsage.tsx'
import styles from './ResourceList.module.css'
import type { ContextLooks } from './useContextLooks.ts'
import type { ListUsage } from './useUsageFigures.ts'

export interface InspectorProps {
  readonly row: Row | undefined
  readonly columns: readonly Column[]
  readonly kind: string
  readonly usage: ListUsage
  /** Of a list of several contexts: the row says which one it is of. */
  readonly looks: ContextLooks | null
  readonly onOpen: (row: Row, tab?: string) => void
  /** What leads into the containers behind the row. */
  readonly actions: readonly StreamAction[]
}

/** A peek at the active row from what the list already knows of it. */
export function Inspector({ row, columns, kind, usage, looks, onOpen, actions }: InspectorProps) {
  if (row === undefined) {
    return (
      <aside className={styles.inspector} aria-label="Details of the row">
        <p className={styles.hint}>Choose a row to see its details here.</p>
      </aside>
    )
  }
  const state = columns.findIndex(({ name }) => isStatusColumn(name))
  const word = state < 0 ? null : row.cells[state]
  const facts = columns
    .map((column, index) => ({ column, cell: row.cells[index] }))
    .filter(
      ({ column, cell }) =>
        column.name !== 'Name' &&
        !(looks !== null && column.name === 'Context') &&
        cell !== null &&
        cell !== undefined &&
        cell !== '',
    )
  return (
    <aside className={styles.inspector} aria-label="Details of the row">
      <div className={styles.inspectorHead}>
        {looks !== null && (
          <p className={styles.inspectorContext} data-context-colour={looks.colourOf(row)}>
            {visibleText(looks.nameOf(row))}
          </p>
        )}
        <p className={styles.hint}>{row.namespace === '' ? kind : `${kind} · ${row.namespace}`}</p>
        <h2 className={styles.inspectorTitle}>{visibleText(row.name)}</h2>
        <div className={styles.chips}>
          {typeof word === 'string' && <Chip meaning={meaningOfStatus(word) ?? undefined}>{word}</Chip>}
          {row.deleting && <Chip meaning="warning">being deleted</Chip>}
        </div>
      </div>
      {usage.figures !== null && usage.hasFigures && <InspectorUsage row={row} figures={usage.figures} />}
      <DefinitionList
        items={[
          ...facts.map(({ column, cell }) => ({
            term: column.name,
            description: (
              <span className={styles.fact}>
                <CellContent column="" cell={cell} isDate={column.type === 'date'} />
              </span>
            ),
          })),
          ...(row.created > 0 ? [{ term: 'Created', description: <Created at={row.created} /> }] : []),
        ]}
      />
      <div className={styles.inspectorActions}>
        <Button look="primary" keys="↵" onPress={() => onOpen(row)}>
          Open
        </Button>
        <Button keys="y" onPress={() => onOpen(row, 'yaml')}>
          YAML
        </Button>
        <Button keys="h" onPress={() => onOpen(row, 'history')}>
          History
        </Button>
        {actions
          .filter(({ id }) => id === 'logs' || id === 'shell')
          .map(({ id, label, keys, run }) => (
            <Button key={id} keys={keys} onPress={run}>
              {label}
            </Button>
          ))}
      </div>
    </aside>
  )
}

function Created({ at }: { readonly at: number }) {
  return (
    <span className={styles.fact}>
      <Age since={at} /> ago
    </span>
  )
}
