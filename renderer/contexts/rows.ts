import type { ContextEntry, Row, SessionState } from '../../shared/ipc/index.ts'
import type { ShownColumn, Sort, TableSnapshot } from '../table/index.ts'

const cells: readonly (readonly [name: string, widest: number])[] = [
  ['State', 30],
  ['Server', 36],
  ['User', 24],
  ['Sign-in', 24],
  ['Namespace', 18],
  ['File', 26],
  ['Last opened', 12],
]
const names = cells.map(([name]) => name)

export const contextColumns: readonly ShownColumn[] = [
  { type: 'name', name: 'Name', description: 'Name of the context in its file', widest: 34 },
  ...cells.map(
    ([name, widest], index) =>
      ({ type: 'cell', name, description: '', index, isNumber: false, widest }) as const,
  ),
]

/** How a user signs in, in words. */
export function signInText({ signIn }: ContextEntry): string {
  switch (signIn.type) {
    case 'clientCertificate':
      return 'client certificate'
    case 'token':
      return 'token'
    case 'tokenFile':
      return 'token file'
    case 'exec':
      return `runs ${signIn.command}`
    case 'oidc':
      return 'OIDC'
    case 'basic':
      return 'user and password'
    case 'none':
      return 'nothing'
  }
}

/** A path with the reader's eye on its end: `…/teams/shop/config`. */
export function shortPath(path: string, longest = 26): string {
  if (path.length <= longest) return path
  const parts = path.split(/(?<=[/\\])/)
  let tail = parts.pop() ?? ''
  while (parts.length > 0 && (parts.at(-1)?.length ?? 0) + tail.length < longest - 1)
    tail = `${parts.pop()}${tail}`
  return `…/${tail}`
}

/** What is to be said of an entry, in a few words; empty when nothing is. */
export function stateText(entry: ContextEntry, session: SessionState | undefined): string {
  if (entry.problem !== undefined) return entry.problem.message
  switch (session?.phase) {
    case 'ready':
      return `open · ${session.serverVersion ?? 'connected'}`
    case 'connecting':
      return 'connecting'
    case 'loginNeeded':
      return 'login needed'
    case 'unreachable':
      return 'unreachable'
    default:
      return entry.needsConsent ? 'asks before it opens' : ''
  }
}

/**
 * Entries as rows of a table, filtered by words that must all occur, and sorted. The sample
 * cluster stands behind every context that is somebody's own.
 */
export function contextRows(
  entries: readonly ContextEntry[],
  sessions: readonly SessionState[],
  filter: string,
  sort: Sort,
): TableSnapshot {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const all = entries.map(entry =>
    rowOf(
      entry,
      sessions.find(({ context }) => context === entry.id),
    ),
  )
  const rows = all.filter(row => {
    const text = [row.name, ...row.cells.map(String)].join(' ').toLowerCase()
    return words.every(word => text.includes(word))
  })
  const place = names.indexOf(sort.column)
  const order = new Intl.Collator(undefined, { numeric: true })
  const compare = (a: Row, b: Row) =>
    place < 0
      ? order.compare(a.name, b.name)
      : sort.column === 'Last opened'
        ? a.created - b.created
        : order.compare(String(a.cells[place] ?? ''), String(b.cells[place] ?? ''))
  const samples = new Set(entries.filter(({ origin }) => origin === 'sample').map(({ id }) => id))
  const isSample = (row: Row) => Number(samples.has(row.key))
  rows.sort(
    (a, b) =>
      isSample(a) - isSample(b) ||
      (sort.descending ? compare(b, a) : compare(a, b)) ||
      order.compare(a.name, b.name),
  )
  return {
    columns: [],
    start: 0,
    rows,
    matching: rows.length,
    total: entries.length,
    sources: [],
    changesPerSecond: 0,
    error: null,
    isKnown: true,
  }
}

function rowOf(entry: ContextEntry, session: SessionState | undefined): Row {
  const opened = entry.lastOpened ?? 0
  return {
    key: entry.id,
    context: entry.id,
    namespace: '',
    name: entry.name,
    uid: '',
    cells: [
      stateText(entry, session),
      entry.server,
      entry.user,
      signInText(entry),
      entry.namespace,
      entry.origin === 'kubeconfig' ? entry.source : 'comes with Gatehouse',
      opened === 0 ? '' : { prefix: '', since: opened, suffix: ' ago' },
    ],
    created: opened,
    deleting: false,
    changed: 0,
  }
}
