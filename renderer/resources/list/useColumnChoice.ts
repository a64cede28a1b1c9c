import { useEffect, useState } from 'react'
import type { Settings } from '../../../shared/ipc/index.ts'
import {
  announce,
  changeSettings,
  currentSettings,
  errorBody,
  type ListQuery,
  useSettings,
} from '../../live/index.ts'

/** How the columns of a kind stand. */
export interface ColumnChoice {
  readonly isWide: boolean
  readonly hidden: readonly string[]
  /** Pixels by column name; empty: as wide as their content. */
  readonly widths: Readonly<Record<string, number>>
}

const asServed: ColumnChoice = { isWide: false, hidden: [], widths: {} }

/**
 * The columns of a list: as its address says, for one that was handed over with its columns,
 * else as they were chosen last for this kind.
 */
export function useColumnChoice(kind: string, query: ListQuery): ColumnChoice {
  const kept = chosen(useSettings(), kind)
  return query.isWide || query.hidden.length > 0
    ? { ...kept, isWide: query.isWide, hidden: query.hidden }
    : kept
}

/** Keeps part of the choice for all lists of the kind. */
export function keepColumns(kind: string, part: Partial<ColumnChoice>): void {
  const settings = currentSettings()
  if (settings === null) return
  const { isWide, hidden, widths } = { ...chosen(settings, kind), ...part }
  const lists = { ...settings.lists, [kind]: { isWide, hidden: [...hidden], widths: { ...widths } } }
  changeSettings({ lists }).catch((error: unknown) => announce(errorBody(error).message))
}

function chosen(settings: Settings | null, kind: string): ColumnChoice {
  if (settings === null || !Object.hasOwn(settings.lists, kind)) return asServed
  return settings.lists[kind] ?? asServed
}

type Widths = ColumnChoice['widths']

/**
 * The widths, and what takes a new one. What was just chosen holds at once: keys that are held
 * down come faster than the settings answer.
 */
export function useWidths(
  kind: string,
  kept: Widths,
): readonly [Widths, (column: string, pixels: number | null) => void] {
  const [passing, setPassing] = useState<Widths | null>(null)
  const text = JSON.stringify(passing)
  useEffect(() => {
    if (text === JSON.stringify(kept)) setPassing(null)
  }, [text, kept])
  const widths = passing ?? kept
  const resize = (column: string, pixels: number | null) => {
    const next = resized(widths, column, pixels)
    setPassing(next)
    keepColumns(kind, { widths: next })
  }
  return [widths, resize]
}

/** The widths once a column was given one by hand, or fits its content again; in the order of the names. */
export function resized(widths: Widths, column: string, pixels: number | null): Widths {
  const others = Object.entries(widths).filter(([name]) => name !== column)
  const all = pixels === null ? others : [...others, [column, pixels] as const]
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)))
}
