import type { Finding, FindingSeverity } from '../../../shared/admission/findings/index.ts'
import type { FindingsView } from '../../../shared/ipc/index.ts'
import type { ObjectRef } from '../../../shared/kube/index.ts'
import { refKey } from '../../../shared/kube/index.ts'
import type { Meaning } from '../../ui/index.ts'

export interface FindingFilter {
  readonly text: string
  /** Null: all. */
  readonly severity: FindingSeverity | null
  /** Id of an engine; empty: all. */
  readonly engine: string
}

export const noFilter: FindingFilter = { text: '', severity: null, engine: '' }

/** The worst first. */
export const severities: readonly FindingSeverity[] = ['high', 'medium', 'low', 'info']

export const severityWords: Readonly<Record<FindingSeverity, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
}

/** What a severity says, for those who see it first. */
export const severityMeanings: Readonly<Record<FindingSeverity, string>> = {
  high: 'requests are refused, or nothing is checked, now',
  medium: 'they may be, after a failure that happens in practice',
  low: 'a risk worth knowing, or something that confuses',
  info: 'good to know',
}

/** Only what is urgent has a colour. */
export function meaningOf(severity: FindingSeverity): Meaning | undefined {
  return severity === 'high' ? 'bad' : severity === 'medium' ? 'warning' : undefined
}

/** Findings that a filter leaves, the worst first as they come. */
export function shownFindings(
  view: FindingsView,
  { text, severity, engine }: FindingFilter,
): readonly Finding[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const own = engine === '' ? null : ownObjects(view, engine)
  return view.findings.filter(finding => {
    if (severity !== null && finding.severity !== severity) return false
    if (own !== null && !finding.objects.some(({ ref }) => own.has(keyOf(ref)))) return false
    if (words.length === 0) return true
    const searched = searchText(finding)
    return words.every(word => searched.includes(word))
  })
}

function searchText({ id, title, objects, evidence }: Finding): string {
  const named = objects.flatMap(({ kind, ref }) => [kind, ref.namespace, ref.name])
  return [id, title, ...named, ...evidence].join('\n').toLowerCase()
}

/** Without the version: the same object is served in several. */
function keyOf({ resource, namespace, name }: ObjectRef): string {
  return refKey({ resource: { ...resource, version: '' }, namespace, name })
}

function ownObjects({ engines }: FindingsView, id: string): ReadonlySet<string> {
  const objects = engines.find(engine => engine.id === id)?.objects ?? []
  return new Set(objects.map(({ ref }) => keyOf(ref)))
}

export interface FindingGroup {
  readonly severity: FindingSeverity
  readonly findings: readonly Finding[]
}

export function groupedFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = Map.groupBy(findings, finding => finding.severity)
  return severities.flatMap(severity => {
    const own = groups.get(severity)
    return own === undefined ? [] : [{ severity, findings: own }]
  })
}

export function countsOf(findings: readonly Finding[]): Readonly<Record<FindingSeverity, number>> {
  const counts = { high: 0, medium: 0, low: 0, info: 0 }
  for (const { severity } of findings) counts[severity]++
  return counts
}

/** What is still under way or was left out, in a few words; empty when all is told. */
export function progressInWords({ depth, loading, trials }: FindingsView): string {
  if (depth === 'configuration') return 'the configuration so far…'
  if (loading > 0) return `reading ${loading} more…`
  return trials.done < trials.wanted
    ? `expressions tried on existing objects: ${trials.done} of ${trials.wanted}`
    : ''
}

/** What was looked at beyond the configuration, which is what the number in the navigation is of. */
export function lookedAtInWords({ depth, measures, sources, trials, ...agreed }: FindingsView): string {
  if (depth === 'configuration') return ''
  const isRead = (kind: string): boolean =>
    sources.some(source => source.kind === kind && (source.state === 'live' || source.state === 'stale'))
  const parts = [
    ...(isRead('CustomResourceDefinition') ? ['custom kinds'] : []),
    ...(isRead('APIService') ? ['aggregated APIs'] : []),
    'warnings of the last hour',
    ...(measures.state === 'read' ? ['the measures of the API server'] : []),
    ...(trials.done > 0 ? ['expressions as tried on existing objects'] : []),
    ...(agreed.readsSecrets || agreed.asksServers ? ['serving certificates'] : []),
  ]
  const [first = '', ...others] = parts
  const last = others.pop()
  const list = `${[first, ...others].join(', ')}${last === undefined ? '' : ` and ${last}`}`
  const missing = measures.state === 'unreadable' ? ` Not the measures: ${measures.error.message}` : ''
  return `Looked at beyond the configuration: ${list}.${missing}`
}

/** Why kinds were not read: those that may not be in one line, the others each in its own. */
export function unreadInWords({ sources }: FindingsView): readonly string[] {
  const unread = sources.filter(({ state }) => state === 'unreadable')
  const denied = unread.filter(({ error }) => error?.kind === 'denied').map(({ kind }) => kind)
  const others = unread
    .filter(({ error }) => error?.kind !== 'denied')
    .map(({ kind, error }) => `${kind}: ${error?.message ?? 'could not be read.'}`)
  return [...(denied.length > 0 ? [`You may not list ${denied.join(', ')}.`] : []), ...new Set(others)]
}
