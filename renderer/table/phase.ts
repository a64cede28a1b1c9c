import { type AppErrorBody, assertNever } from '../../shared/errors/index.ts'
import type { SourcePhase, SourceStatus } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

/** How current the rows are, over all sources, as the worst that must be said of one of them. */
export type Liveness =
  | { readonly state: 'live' }
  | { readonly state: 'waiting' }
  | { readonly state: 'loading'; readonly received: number; readonly total: number | null }
  | {
      readonly state: 'stale'
      readonly since: number
      readonly reason: AppErrorBody
      readonly retryAt: number | null
    }
  | {
      readonly state: 'relisting'
      readonly since: number
      readonly received: number
      readonly total: number | null
    }
  /** Some sources have no rows to give; the others are live. */
  | { readonly state: 'partial' }
  /** No source has rows to give. */
  | { readonly state: 'absent' }

/** Something that a reader must know of one or several sources, with what can be done. */
export interface Notice {
  readonly meaning: Meaning
  readonly title: string
  readonly detail: string
  readonly causes: readonly string[]
  /** Namespaces to offer instead. */
  readonly readableNamespaces: readonly string[]
  readonly sources: readonly SourceStatus[]
  readonly canRetry: boolean
  /** The server could not make sense of what was asked: a selector, most likely. */
  readonly isRequestWrong: boolean
}

/** What holds for the list as a whole. */
export function livenessOf(sources: readonly SourceStatus[]): Liveness {
  const phases = sources.map(source => source.status)
  const stale = oldest(phases.filter(phase => phase.phase === 'stale'))
  if (stale !== undefined)
    return { state: 'stale', since: stale.since, reason: stale.reason, retryAt: stale.retryAt }
  const relisting = phases.filter(phase => phase.phase === 'relisting')
  const relist = oldest(relisting)
  if (relist !== undefined) return { state: 'relisting', since: relist.since, ...progress(relisting) }
  const loading = phases.filter(phase => phase.phase === 'loading')
  if (loading.length > 0) return { state: 'loading', ...progress(loading) }
  if (phases.some(phase => phase.phase === 'waiting')) return { state: 'waiting' }
  if (phases.every(phase => phase.phase === 'live')) return { state: 'live' }
  return { state: phases.some(phase => phase.phase === 'live') ? 'partial' : 'absent' }
}

function oldest<T extends { readonly since: number }>(phases: readonly T[]): T | undefined {
  return phases.reduce<T | undefined>((a, b) => (a === undefined || b.since < a.since ? b : a), undefined)
}

function progress(phases: readonly { readonly received: number; readonly total: number | null }[]): {
  readonly received: number
  readonly total: number | null
} {
  const received = phases.reduce((sum, phase) => sum + phase.received, 0)
  const total = phases.reduce<number | null>(
    (sum, phase) => (sum === null || phase.total === null ? null : sum + phase.total),
    0,
  )
  return { received, total }
}

const count = new Intl.NumberFormat()

/** `4,500 of 10,231`, or `4,500` while the total is not known. */
export function progressText(received: number, total: number | null): string {
  return total === null
    ? count.format(received)
    : `${count.format(received)} of ${count.format(Math.max(total, received))}`
}

/**
 * Why sources give no rows, the same reason told once. The error's own words name verb,
 * resource and scope.
 * @param plural of the kind, for titles
 */
export function noticesOf(sources: readonly SourceStatus[], plural: string): readonly Notice[] {
  const notices = new Map<string, Notice>()
  for (const source of sources) {
    const notice = noticeOf(source, plural)
    if (notice === null) continue
    const key = `${notice.title} ${notice.detail}`
    const same = notices.get(key)
    notices.set(
      key,
      same === undefined
        ? notice
        : {
            ...same,
            sources: [...same.sources, source],
            readableNamespaces: [...new Set([...same.readableNamespaces, ...notice.readableNamespaces])],
          },
    )
  }
  return [...notices.values()]
}

function noticeOf(source: SourceStatus, plural: string): Notice | null {
  const status: SourcePhase = source.status
  switch (status.phase) {
    case 'waiting':
    case 'loading':
    case 'live':
    case 'stale':
    case 'relisting':
      return null
    case 'denied':
      return {
        ...plain(source, status.error),
        meaning: 'unknown',
        title: `You may not list ${plural} ${scopeText(source.namespace)}`,
        readableNamespaces: status.readableNamespaces,
      }
    case 'loginNeeded':
      return {
        ...plain(source, status.error),
        meaning: 'warning',
        title: 'A new login is needed',
        canRetry: true,
      }
    case 'kindGone':
      return {
        ...plain(source, status.error),
        meaning: 'warning',
        title: `The server no longer serves ${plural}`,
      }
    case 'failed':
      return {
        ...plain(source, status.error),
        meaning: 'bad',
        title: `${sentence(plural)} could not be read`,
        canRetry: status.error.kind !== 'invalid',
      }
    default:
      return assertNever(status)
  }
}

function plain(source: SourceStatus, error: AppErrorBody): Notice {
  return {
    meaning: 'bad',
    title: '',
    detail: error.message,
    causes: error.causes ?? [],
    readableNamespaces: [],
    sources: [source],
    canRetry: false,
    isRequestWrong: error.kind === 'invalid',
  }
}

function scopeText(namespace: string): string {
  return namespace === '' ? 'in the whole cluster' : `in namespace ${namespace}`
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
