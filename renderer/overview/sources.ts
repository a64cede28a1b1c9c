import type { SourceNote } from '../../shared/admission/index.ts'
import { type AppErrorBody, isNotInDump } from '../../shared/errors/index.ts'
import type { Overview, OverviewSource } from '../../shared/ipc/index.ts'

/** Something that cannot be read, or only in part. */
export interface Unreadable {
  readonly what: string
  readonly why: string
  /** Namespaces whose share is shown in spite of it. */
  readonly namespaces: readonly string[]
  readonly isDenied: boolean
  /** The dump holds none of it, which is no failure. */
  readonly isAway: boolean
}

/** What cannot be read and why, each kind once. */
export function unreadableOf(overview: Overview, admission: readonly SourceNote[]): readonly Unreadable[] {
  const found = new Map<string, Unreadable>()
  const add = (what: string, error: AppErrorBody | null, namespaces: readonly string[] = []): void => {
    if (error === null || found.has(what)) return
    found.set(what, {
      what,
      why: error.message,
      namespaces,
      isDenied: error.kind === 'denied',
      isAway: isNotInDump(error),
    })
  }
  for (const source of sourcesOf(overview)) {
    if (source.state === 'unreadable') add(pluralOf(source.kind), source.error)
    else if (source.namespaces.length > 0) add(pluralOf(source.kind), source.error, source.namespaces)
  }
  for (const source of admission)
    if (source.state === 'unreadable') add(pluralOf(source.kind), source.error ?? null)
  for (const report of overview.health) if (report.state === 'unreadable') add(report.path, report.error)
  if (overview.server.error !== null) add('/version', overview.server.error)
  return [...found.values()]
}

export function sourcesOf(overview: Overview): readonly OverviewSource[] {
  return [
    ...overview.workloads.map(({ source }) => source),
    overview.nodes.source,
    overview.warnings.source,
    overview.claims.source,
    overview.namespaces.source,
    overview.apiServices.source,
    ...overview.certificates.sources,
  ]
}

/** Since when the oldest of the figures may be wrong, in milliseconds since the epoch; null when all are live. */
export function staleSince(overview: Overview): number | null {
  const stale = sourcesOf(overview).filter(({ state, since }) => state === 'stale' && since > 0)
  return stale.length === 0 ? null : Math.min(...stale.map(({ since }) => since))
}

/** `Pods`, `MutatingAdmissionPolicies`. */
export function pluralOf(kind: string): string {
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`
}
