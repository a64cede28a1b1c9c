import { type AppErrorBody, assertNever, isNotInDump } from '../../shared/errors/index.ts'
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
  /** No source has rows to give; `since` is there where rows of before are kept. */
  | { readonly state: 'absent'; readonly since?: number }

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
  if (phases.some(phase => phase.phase === 'live')) return { state: 'partial' }
  const kept = oldest(
    phases.flatMap(phase => ('since' in phase && phase.since !== undefined ? [{ since: phase.since }] : [])),
  )
  return { state: 'absent', ...kept }
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
      if (isNotInDump(status.error))
        return {
          ...plain(source, status.error),
          meaning: 'unknown',
          title: `This dump holds no ${plural}`,
        }
      return {
        ...plain(source, status.error),
        meaning: 'warning',
        title: `The server does not serve ${plural}`,
        detail:
          'Its API has no such kind, or has it no more: the name may be wrong, or its definition was removed.',
        causes: [status.error.message],
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
    detail: isOld(source.status) ? `${ended(error.message)} The rows are from before.` : ended(error.message),
    causes: error.causes ?? [],
    readableNamespaces: [],
    sources: [source],
    canRetry: false,
    isRequestWrong: error.kind === 'invalid',
  }
}

function isOld(status: SourcePhase): boolean {
  return 'since' in status && status.since !== undefined
}

function scopeText(namespace: string): string {
  return namespace === '' ? 'in the whole cluster' : `in namespace ${namespace}`
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Servers end their messages with a full stop, or not; what follows begins a sentence. */
export function ended(message: string): string {
  return /[.!?…]$/.test(message.trimEnd()) ? message : `${message}.`
}
