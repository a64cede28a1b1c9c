import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

/** What the words of `stateText` mean; undefined for a neutral fact. */
export function meaningOf(entry: ContextEntry, text: string): Meaning | undefined {
  if (text === entry.problem?.message || text === 'unreachable' || text === 'could not be read') return 'bad'
  const isDoubtful = text === 'login needed' || text === 'asks before it opens'
  if (isDoubtful || text.endsWith('entry changed') || text.endsWith('left its file')) return 'warning'
  return text.startsWith('open') ? 'good' : undefined
}
