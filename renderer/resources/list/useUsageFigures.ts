import { useEffect, useRef, useState } from 'react'
import type { Column, MetricsState } from '../../../shared/ipc/index.ts'
import type { ContextId, Resource } from '../../../shared/kube/index.ts'
import { useIsLooked } from '../../charts/index.ts'
import { useIsViewActive } from '../../live/index.ts'
import type { ShownColumn } from '../../table/index.ts'
import { type FiguredKind, UsageFigures } from './usageFigures.ts'

export interface ListUsage {
  /** Null where the kind has no figures, or nobody looks. */
  readonly figures: UsageFigures | null
  /** Whether there is something to show. */
  readonly hasFigures: boolean
  /** What must be said of the figures. */
  readonly metrics: readonly MetricsState[]
}

/** Columns of figures as the column chooser knows them. */
export const figureColumns: readonly Column[] = [
  { name: 'CPU', description: 'CPU in use, against limit or request', type: 'number', priority: 0 },
  { name: 'Memory', description: 'Memory in use, against limit or request', type: 'number', priority: 0 },
]

/** The use of CPU and memory beside the rows of pods and nodes, while somebody looks. */
export function useUsageFigures(
  contexts: readonly ContextId[],
  { group, resource }: Resource,
  namespaces: readonly string[],
): ListUsage {
  const kind: FiguredKind | null =
    group === '' && (resource === 'pods' || resource === 'nodes') ? resource : null
  const isLooked = useIsLooked()
  const isActive = useIsViewActive()
  const key = kind !== null && isLooked ? JSON.stringify([contexts, kind, namespaces]) : null
  const [open, setOpen] = useState<{ readonly key: string; readonly figures: UsageFigures } | null>(null)
  const [metrics, setMetrics] = useState<readonly MetricsState[]>([])
  const target = useRef({ contexts, namespaces })
  target.current = { contexts, namespaces }
  useEffect(() => {
    if (key === null || kind === null) return
    const figures = new UsageFigures({ ...target.current, kind }, setMetrics)
    setOpen({ key, figures })
    return () => {
      figures.close()
      setOpen(null)
    }
  }, [key, kind])
  const figures = open?.key === key ? open.figures : null
  useEffect(() => figures?.setBackground(!isActive), [figures, isActive])
  return { figures, hasFigures: metrics.some(({ at }) => at > 0), metrics }
}

/** The columns with those of figures before the age, where there are any and they are not left out. */
export function withFigures(
  columns: readonly ShownColumn[],
  hasFigures: boolean,
  hidden: readonly string[],
): readonly ShownColumn[] {
  const names = new Set(columns.map(({ name }) => name))
  const added = figureColumns
    .filter(({ name }) => hasFigures && !hidden.includes(name) && !names.has(name))
    .map(({ name, description }): ShownColumn => ({ type: 'figure', name, description }))
  if (added.length === 0) return columns
  const age = columns.findIndex(({ name }) => name === 'Age')
  const place = age < 0 ? columns.length : age
  return [...columns.slice(0, place), ...added, ...columns.slice(place)]
}
