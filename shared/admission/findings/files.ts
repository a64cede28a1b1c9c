import { sarifLog, sarifText } from '../sarif.ts'
import { checkTexts } from './texts/index.ts'
import type { FindingObject, FindingSeverity } from './types.ts'
import type { FindingsView } from './view.ts'

/** Version of the JSON that findings are handed out as; see docs/findings.md. */
const findingsJsonVersion = 1

/** Something that was not read. */
export interface FindingsGap {
  /** Kind of objects; empty where it is something else. */
  readonly kind: string
  readonly message: string
}

/** What could not be looked at: of it nothing is found, which says nothing about it. */
export function gapsOfFindings({ sources, loading, trials }: FindingsView): readonly FindingsGap[] {
  const unread = sources.flatMap(({ kind, state, error }): readonly FindingsGap[] => {
    if (state === 'unreadable') return [{ kind, message: error?.message ?? `${kind} may not be read.` }]
    return state === 'loading' ? [{ kind, message: `${kind} was not read in time.` }] : []
  })
  const others = [
    ...(loading > 0 ? [`${loading} readings were not answered in time.`] : []),
    ...(trials.done < trials.wanted
      ? [`Expressions of ${trials.wanted - trials.done} policies and webhooks were not tried in time.`]
      : []),
  ]
  return [...unread, ...others.map(message => ({ kind: '', message }))]
}

/** Findings with what could not be looked at. */
export function findingsJson(view: FindingsView): string {
  const { findings, omitted, notes } = view
  const file = { version: findingsJsonVersion, findings, omitted, gaps: gapsOfFindings(view), notes }
  return `${JSON.stringify(file, null, 2)}\n`
}

const levels: Readonly<Record<FindingSeverity, 'error' | 'warning' | 'note'>> = {
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
}

/** Findings as a log of the Static Analysis Results Interchange Format, 2.1.0. */
export function findingsSarif(view: FindingsView, toolVersion: string): string {
  const { findings, omitted, notes } = view
  const ids = [...new Set(findings.map(({ id }) => id))]
  const rules = ids.map(id => {
    const { title, means, why, fix, severity } = checkTexts[id]
    return {
      id,
      name: id,
      shortDescription: { text: title },
      fullDescription: { text: `${means} ${why}` },
      help: { text: fix },
      defaultConfiguration: { level: levels[severity] },
    }
  })
  const results = findings.map(finding => ({
    ruleId: finding.id,
    ruleIndex: ids.indexOf(finding.id),
    level: levels[finding.severity],
    message: { text: sarifText(`${finding.title}. ${finding.evidence.join(' ')}`) },
    locations: finding.objects.map(object => ({
      logicalLocations: [{ name: object.ref.name, fullyQualifiedName: qualified(object), kind: 'resource' }],
    })),
    partialFingerprints: { gatehouseKey: finding.key },
    properties: { severity: finding.severity, fix: finding.fix.words, docs: finding.docs },
  }))
  const gaps = gapsOfFindings(view).map(({ message }) => message)
  const left =
    omitted > 0 ? [`${omitted} more findings, none graver than the last one here, are left out.`] : []
  return sarifLog({ toolVersion, rules, results, gaps, notes: [...left, ...notes] })
}

function qualified({ kind, ref, field }: FindingObject): string {
  const parts = [ref.resource.group, ref.resource.version, kind, ref.namespace, ref.name, field ?? '']
  return parts.filter(part => part !== '').join('/')
}
