import { createElement, useEffect, useMemo, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { SchemaField, SchemaPlace } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody } from '../live/index.ts'
import { FieldSummary } from './FieldSummary.tsx'
import { fieldKey, fieldPath } from './fieldKey.ts'
import type { KindPlace } from './kindPlace.ts'
import type { TreeRow } from './Tree.tsx'

export interface FieldTree {
  readonly rows: readonly TreeRow[]
  readonly error: AppErrorBody | null
  toggle(id: string): void
}

/** Fields are read as they are opened; the ones around the chosen field are open from the start. */
export function useFieldTree({ context, group, version, kind }: KindPlace, chosen: string): FieldTree {
  const [known, setKnown] = useState<ReadonlyMap<string, SchemaPlace>>(new Map())
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([fieldKey([]), ...around(chosen)]))
  const [error, setError] = useState<AppErrorBody | null>(null)
  const wanted = useMemo(() => [...open].filter(key => !known.has(key)).join('\n'), [open, known])
  useEffect(() => {
    if (wanted === '') return
    const controller = new AbortController()
    const places = wanted.split('\n').map(async key => {
      const path = [...fieldPath(key)]
      const value = await engine.call(
        'explorer.fields',
        { context, group, version, kind, path },
        controller.signal,
      )
      return [key, value] as const
    })
    Promise.allSettled(places).then(settled => {
      if (controller.signal.aborted) return
      const found = settled.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
      const failed = settled.find(each => each.status === 'rejected')
      setKnown(before => new Map([...before, ...found]))
      if (failed === undefined) return
      // What cannot be read is not asked for again and again.
      setOpen(
        before =>
          new Set(
            [...before].filter(
              key => !wanted.split('\n').includes(key) || found.some(([one]) => one === key),
            ),
          ),
      )
      if (wanted.split('\n').includes('(kind)')) setError(errorBody(failed.reason))
      else announce(errorBody(failed.reason).message)
    })
    return () => controller.abort()
  }, [context, group, version, kind, wanted])
  const rows = useMemo(() => rowsOf(known, open, chosen), [known, open, chosen])
  const toggle = (id: string) => setOpen(before => toggled(before, id))
  return { rows, error, toggle }
}

function toggled(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(open)
  if (!next.delete(id)) next.add(id)
  return next
}

function around(chosen: string): readonly string[] {
  const path = fieldPath(chosen)
  return path
    .map((_step, index) => fieldKey(path.slice(0, index)))
    .filter(key => !/(?:^|\.)(?:\[\]|\{\})$/.test(key))
}

function rowsOf(
  known: ReadonlyMap<string, SchemaPlace>,
  open: ReadonlySet<string>,
  chosen: string,
): readonly TreeRow[] {
  const root = known.get('(kind)')
  if (root === undefined) return []
  const rows: TreeRow[] = []
  const add = (field: SchemaField, level: number): void => {
    const id = fieldKey(field.path)
    const isExpanded = open.has(id)
    rows.push({
      ...{ id, level, isSelected: id === (chosen || '(kind)') },
      ...(field.hasFields ? { isExpanded } : {}),
      content: createElement(FieldSummary, { field }),
    })
    if (!isExpanded) return
    for (const inner of known.get(id)?.fields ?? []) add(inner, level + 1)
  }
  for (const field of root.fields) add(field, 1)
  return rows
}
