import { useMemo } from 'react'
import type { Row, SourceStatus } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { fullName, useContextList, useTwins } from '../../live/index.ts'

export interface ContextLooks {
  readonly name: (context: ContextId) => string
  readonly nameOf: (row: Row) => string
  readonly colourOf: (row: Row) => number
  /** The name as the column of contexts shows it: rows that may be old say so. */
  readonly cellOf: (row: Row) => string
}

/** Names and colours of the contexts that rows come from; equal names with what tells them apart. */
export function useContextLooks(sources: readonly SourceStatus[]): ContextLooks {
  const list = useContextList()
  const twins = useTwins()
  // Joined, so that the looks stay the same while nobody's state changes.
  const oldOnes = oldContexts(sources).join('\n')
  return useMemo(() => {
    const old = new Set(oldOnes.split('\n'))
    const entries = new Map(list?.contexts.map(entry => [entry.id, entry]))
    const name = (context: ContextId) => fullName(entries.get(context)?.name ?? context, twins.get(context))
    return {
      name,
      nameOf: row => name(row.context),
      cellOf: row => (old.has(row.context) ? `${name(row.context)} · old` : name(row.context)),
      colourOf: row => entries.get(row.context)?.colour ?? 0,
    }
  }, [list, twins, oldOnes])
}

/** Contexts whose rows were read before something went wrong. */
export function oldContexts(sources: readonly SourceStatus[]): readonly ContextId[] {
  const old = sources.filter(({ status }) => 'since' in status && status.since !== undefined)
  return [...new Set(old.map(({ context }) => context))]
}
