import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { takesRowKeys } from '../../table/index.ts'
import { MeaningMark } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { stepTo } from '../parts/rowKeys.ts'
import styles from './Fleet.module.css'
import {
  type ChosenCell,
  type FleetCell,
  type FleetMember,
  type FleetRow,
  type RowKind,
  rowKinds,
} from './matrix.ts'

export interface FleetGridProps {
  readonly rows: readonly FleetRow[]
  readonly members: readonly FleetMember[]
  readonly nameOf: (context: ContextId) => string
  readonly chosen: ChosenCell | null
  readonly onChoose: (cell: ChosenCell | null) => void
}

const titles: Readonly<Record<RowKind, string>> = {
  validatingPolicy: 'Validating policies',
  mutatingPolicy: 'Mutating policies',
  mutatingWebhook: 'Mutating webhooks',
  validatingWebhook: 'Validating webhooks',
}

/** One row a policy or webhook, one column a context. Arrow keys walk, Enter compares. */
export function FleetGrid({ rows, members, nameOf, chosen, onChoose }: FleetGridProps) {
  const [cursor, setCursor] = useState({ row: 0, column: 0 })
  const place = useRef<HTMLTableElement>(null)
  const hasMoved = useRef(false)
  const at = {
    row: Math.min(cursor.row, rows.length - 1),
    column: Math.min(cursor.column, members.length - 1),
  }
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    place.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  })
  // The comparison takes room below: the cell it is about stays in sight.
  useEffect(() => {
    if (chosen !== null)
      place.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const choose = (row: number, column: number) => {
    const [line, member] = [rows[row], members[column]]
    if (line !== undefined && member !== undefined) onChoose({ row: line.id, context: member.context })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = stepTo(event.key, at.row, rows.length)
    const side = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (event.key === 'Enter' || event.key === ' ') choose(at.row, at.column)
    else if (event.key === 'Escape' && chosen !== null) onChoose(null)
    else if (row === null && side === 0) return
    else {
      hasMoved.current = true
      const column = Math.max(0, Math.min(members.length - 1, at.column + side))
      setCursor({ row: row ?? at.row, column })
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.scroller}>
      <table
        ref={place}
        className={styles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are chosen, which makes it a grid
        role="grid"
        aria-label="Policies and webhooks by context"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col">Policy or webhook</th>
            {members.map(({ context }, index) => (
              <th key={context} scope="col">
                <span className={styles.context}>{visibleText(nameOf(context))}</span>
                {index === 0 && members.length > 1 && <span className={styles.note}>compared with</span>}
              </th>
            ))}
          </tr>
        </thead>
        {rowKinds.map(kind => {
          const own = rows.filter(row => row.kind === kind)
          if (own.length === 0) return null
          return (
            <tbody key={kind}>
              <tr className={styles.group}>
                <th colSpan={members.length + 1} scope="colgroup">
                  {titles[kind]}
                </th>
              </tr>
              {own.map(row => {
                const index = rows.indexOf(row)
                return (
                  <tr key={row.id}>
                    <th scope="row" className={styles.name}>
                      <BreakableName name={row.name} />
                      {row.configuration !== '' && (
                        <span className={styles.configuration}>
                          <BreakableName name={row.configuration} />
                        </span>
                      )}
                    </th>
                    {row.cells.map((cell, column) => (
                      <Cell
                        key={cell.context}
                        cell={cell}
                        isCursor={index === at.row && column === at.column}
                        isChosen={row.id === chosen?.row && cell.context === chosen.context}
                        onChoose={() => {
                          setCursor({ row: index, column })
                          choose(index, column)
                        }}
                      />
                    ))}
                  </tr>
                )
              })}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}

interface CellProps {
  readonly cell: FleetCell
  readonly isCursor: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Cell({ cell, isCursor, isChosen, onChoose }: CellProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid is chosen
      role="gridcell"
      className={`${styles.cell} ${styles[cell.state]} ${isChosen ? styles.chosen : ''}`}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={isChosen}
      {...(isCursor ? takesRowKeys : {})}
      onClick={onChoose}
    >
      <CellWords cell={cell} />
    </td>
  )
}

function CellWords({ cell: { state, facts, differences } }: { readonly cell: FleetCell }) {
  switch (state) {
    case 'reading':
      return (
        <span className={`${styles.state} ${styles.quiet}`}>
          <span className={styles.indent} />
          reading…
        </span>
      )
    case 'unreadable':
      return (
        <span className={styles.state}>
          <MeaningMark meaning="unknown" />
          may not be read
        </span>
      )
    case 'notInDump':
      return (
        <span className={styles.state}>
          <MeaningMark meaning="unknown" />
          not in the dump
        </span>
      )
    case 'absent':
      return (
        <span className={styles.state}>
          <span className={styles.indent} />
          absent
        </span>
      )
    case 'different':
      return (
        <>
          {differences.map((difference, at) => (
            <span key={difference} className={styles.state}>
              {at === 0 ? <MeaningMark meaning="warning" /> : <span className={styles.indent} />}
              <span>{visibleText(difference)}</span>
            </span>
          ))}
        </>
      )
    case 'same':
      return (
        <span className={styles.state}>
          <MeaningMark meaning="good" />
          same
        </span>
      )
    default:
      return (
        <span className={styles.state}>
          <span className={styles.indent} />
          <span>{visibleText(facts.join(' · '))}</span>
        </span>
      )
  }
}
