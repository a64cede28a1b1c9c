import { useEffect, useMemo, useRef } from 'react'
import type { ContextEntry, SessionState } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import {
  announce,
  changeSettings,
  currentSettings,
  errorBody,
  useContextList,
  useSessions,
  useSettings,
} from '../live/index.ts'
import { afterChange, keptOrder, moved } from './order.ts'

/** A context that stands on the rail. */
export interface RailPlace {
  readonly context: ContextId
  /** Null when it is not open: it was left open when Gatehouse ended, and keeps its tabs. */
  readonly session: SessionState | null
  /** Null when no kubeconfig names it any more. */
  readonly entry: ContextEntry | null
}

const none: readonly ContextId[] = []

/** The contexts of the rail in the reader's order; those that were left open wait to be opened. */
export function useRail(): readonly RailPlace[] {
  const kept = useSettings()?.rail ?? none
  const sessions = useSessions()
  const list = useContextList()
  return useMemo(() => {
    const open = (sessions ?? []).filter(({ phase }) => phase !== 'closed')
    return keptOrder(
      kept,
      open.map(({ context }) => context),
    ).flatMap(context => {
      const session = open.find(one => one.context === context) ?? null
      const listed = list?.contexts.find(({ id }) => id === context) ?? null
      // An open context that left its file keeps the name it had.
      const change = session?.entryChange
      const entry = listed ?? (change?.type === 'gone' ? change.entry : null)
      return session === null && entry === null ? [] : [{ context, session, entry }]
    })
  }, [kept, sessions, list])
}

/** Keeps contexts that are opened on the rail until they are closed, so that they are there after a restart. */
export function useRailKeeping(): void {
  const sessions = useSessions()
  const settings = useSettings()
  const before = useRef<ReadonlySet<ContextId>>(new Set())
  useEffect(() => {
    if (sessions === null || settings === null) return
    const open = sessions.filter(({ phase }) => phase !== 'closed').map(({ context }) => context)
    const next = afterChange(settings.rail, before.current, open)
    before.current = new Set(open)
    if (next !== settings.rail) keep(next)
  }, [sessions, settings])
}

/** Moves a context on the rail; `to` is its new place among those shown. */
export function moveOnRail(shown: readonly ContextId[], context: ContextId, to: number): void {
  const from = shown.indexOf(context)
  const next = moved(shown, from, to)
  if (next === shown) return
  keep(keptOrder(next, currentSettings()?.rail ?? none))
}

/** Takes a context off the rail. */
export function leaveRail(context: ContextId): void {
  const rail = currentSettings()?.rail ?? none
  if (rail.includes(context)) keep(rail.filter(other => other !== context))
}

function keep(rail: readonly ContextId[]): void {
  changeSettings({ rail: [...rail] }).catch((error: unknown) => announce(errorBody(error).message))
}
