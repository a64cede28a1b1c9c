import type { ContextEntry, Row, SessionState } from '../../shared/ipc/index.ts'
import type { ShownColumn, Sort, TableSnapshot } from '../table/index.ts'

const cells: readonly (readonly [name: string, widest: number])[] = [
  ['Protected', 9],
  ['State', 22],
  ['Server', 32],
  ['User', 24],
  ['Sign-in', 24],
  ['Namespace', 18],
  ['File', 26],
  ['Last opened', 12],
]
const names = cells.map(([name]) => name)

export const contextColumns: readonly ShownColumn[] = [
  { type: 'name', name: 'Name', description: 'Name of the context in its file', widest: 34, isMarked: true },
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

/** What a context is besides one of a kubeconfig; null for those. */
export function originText({ origin }: ContextEntry): string | null {
  switch (origin) {
    case 'kubeconfig':
      return null
    case 'sample':
      return 'sample'
    case 'snapshot':
      return 'dump, read only'
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
  if (session !== undefined && session.phase !== 'closed' && session.entryChange !== undefined) {
    if (session.entryChange.type === 'changed') return 'open · its entry changed'
    if (session.entryChange.type === 'gone') return 'open · left its file'
  }
  if (entry.origin === 'snapshot') return dumpStateText(session)
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

/** A dump is read or not; no server of it could be reached. */
function dumpStateText(session: SessionState | undefined): string {
  switch (session?.phase) {
    case 'ready':
      return 'open'
    case 'connecting':
      return 'reading'
    case 'unreachable':
      return 'could not be read'
    default:
      return ''
  }
}

/** The entries of all files, and those of open contexts that left theirs: their connections go on. */
export function withOpenOnes(
  entries: readonly ContextEntry[],
  sessions: readonly SessionState[],
): readonly ContextEntry[] {
  const left = sessions.flatMap(({ phase, entryChange }) =>
    phase !== 'closed' && entryChange?.type === 'gone' ? [entryChange.entry] : [],
  )
  return [...entries, ...left.filter(({ id }) => entries.every(entry => entry.id !== id))]
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
  const sessionOf = new Map(sessions.map(session => [session.context, session]))
  const rows = entries.flatMap(entry => {
    const row = rowOf(entry, sessionOf.get(entry.id))
    const text = searchedText(entry, row)
    return words.every(word => text.includes(word)) ? [row] : []
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

/** What the filter looks at: what stands in the row, and the name of the cluster. */
function searchedText(entry: ContextEntry, row: Row): string {
  const cells = row.cells.filter(cell => typeof cell === 'string')
  return [row.name, entry.cluster, ...cells].join(' ').toLowerCase()
}

/** Stands between the states of a context in one cell, each of which is drawn by itself. */
export const betweenStates = '\u2003'
export const borrowedText = 'from two files'

function statesOf(entry: ContextEntry, session: SessionState | undefined): readonly string[] {
  const state = stateText(entry, session)
  const origin = entry.origin === 'snapshot' ? originText(entry) : null
  const states = [
    state,
    origin,
    entry.isCurrent ? 'current' : null,
    entry.borrowed.length > 0 ? borrowedText : null,
  ]
  return states.filter((text): text is string => text !== null && text !== '')
}

/** Where a context comes from, for the column of files. */
function sourceText({ origin, source }: ContextEntry): string {
  switch (origin) {
    case 'kubeconfig':
      return source
    case 'sample':
      return 'comes with Gatehouse'
    case 'snapshot':
      return `dump: ${source}`
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
      entry.isProtected ? 'protected' : '',
      statesOf(entry, session).join(betweenStates),
      entry.server,
      entry.user,
      signInText(entry),
      entry.namespace,
      sourceText(entry),
      opened === 0 ? '' : { prefix: '', since: opened, suffix: ' ago' },
    ],
    created: opened,
    deleting: false,
    changed: 0,
  }
}
