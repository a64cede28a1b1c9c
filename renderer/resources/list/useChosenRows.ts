import { useRef } from 'react'
import type { Row } from '../../../shared/ipc/index.ts'
import type { TableSnapshot } from '../../table/index.ts'

/**
 * The rows that are selected, else the active one. Selected rows may have left the window: they
 * are kept as they were seen last.
 */
export function useChosenRows(
  selected: ReadonlySet<string>,
  active: Row | undefined,
  snapshot: TableSnapshot,
): readonly Row[] {
  const seen = useRef<ReadonlyMap<string, Row>>(new Map())
  if (selected.size === 0) {
    if (seen.current.size > 0) seen.current = new Map()
    return active === undefined ? [] : [active]
  }
  const next = new Map<string, Row>()
  for (const [key, row] of seen.current) if (selected.has(key)) next.set(key, row)
  for (const row of snapshot.rows) if (row !== undefined && selected.has(row.key)) next.set(row.key, row)
  seen.current = next
  return [...next.values()]
}
