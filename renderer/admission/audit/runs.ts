import { useCallback, useSyncExternalStore } from 'react'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { AuditRequest, AuditView } from '../../../shared/ipc/index.ts'
import { engine } from '../../bridge/index.ts'
import { isUnderWay } from './groups.ts'

/** One audit with what it told so far. It outlives the view that started it. */
export interface AuditRun {
  readonly request: AuditRequest
  readonly view: AuditView | null
  /** Why nothing more comes of it; what it told stays. */
  readonly error: AppErrorBody | null
  /** When it was over, in milliseconds since the epoch; what it tells is of then. Null while it goes on. */
  readonly endedAt: number | null
}

interface Held {
  run: AuditRun
  readonly stream: ReturnType<typeof openAudit>
}

/** Results are kept of so many places; the oldest goes first. */
const mostHeld = 6
const held = new Map<string, Held>()
const listeners = new Set<() => void>()

/** The run of a place, such as the audit view of a context; null before one was started. */
export function useAuditRun(place: string): AuditRun | null {
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, [])
  return useSyncExternalStore(subscribe, () => held.get(place)?.run ?? null)
}

/** Starts an audit; the one before at that place ends, and what it found goes. */
export function startAudit(place: string, request: AuditRequest): void {
  drop(place)
  const [oldest] = held.keys()
  if (held.size >= mostHeld && oldest !== undefined) drop(oldest)
  const tell = (part: Partial<AuditRun>) => {
    const mine = held.get(place)
    if (mine?.stream !== stream) return
    mine.run = { ...mine.run, ...part }
    notify()
  }
  const endedAt = () => held.get(place)?.run.endedAt ?? Date.now()
  const stream = openAudit(request, {
    value: view => tell({ view, error: null, endedAt: isUnderWay(view.state) ? null : endedAt() }),
    end: error => tell({ error: error ?? { kind: 'gone', message: 'The engine ended the audit.' } }),
  })
  held.set(place, { run: { request, view: null, error: null, endedAt: null }, stream })
  notify()
}

/** Ends the run of a place; what it found stays. */
export function cancelAudit(place: string): void {
  held.get(place)?.stream.update({ cancelled: true })
}

function drop(place: string): void {
  held.get(place)?.stream.close()
  held.delete(place)
}

function notify(): void {
  for (const listener of [...listeners]) listener()
}

function openAudit(
  request: AuditRequest,
  listener: {
    readonly value: (view: AuditView) => void
    readonly end: (error?: AppErrorBody) => void
  },
) {
  return engine.openStream('admission.audit', request, listener)
}
