import type { ContextEntry, SessionState } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

/** How a context stands, for its tile. */
export interface TileWords {
  readonly state: string
  /** Trouble that the tile carries a badge for. */
  readonly badge: Meaning | null
}

/** @param session null when the context is not open */
export function tileWords(session: SessionState | null, entry: ContextEntry | null): TileWords {
  const isDump = entry?.origin === 'snapshot'
  switch (session?.phase) {
    case 'ready':
      if (isDump) return { state: 'dump', badge: null }
      return {
        state: session.serverVersion === undefined ? 'connected' : `connected, ${session.serverVersion}`,
        badge: entry === null ? 'warning' : null,
      }
    case 'connecting':
      return { state: isDump ? 'reading' : 'connecting', badge: null }
    case 'loginNeeded':
      return { state: 'login needed', badge: 'warning' }
    case 'unreachable':
      return { state: isDump ? 'could not be read' : 'unreachable', badge: 'bad' }
    default:
      return { state: 'not open', badge: null }
  }
}
