import { omittedWords } from '../../words/index.ts'
import { sarifLog, sarifText } from '../sarif.ts'
import type { AuditEffect, AuditFinding, AuditRemarks, AuditTotals } from './types.ts'

/** Version of the JSON that audits are handed out as; see docs/audit.md. */
export const auditJsonVersion = 1

const columns = [
  'change',
  'effect',
  'kind',
  'policy',
  'binding',
  'param',
  'webhook',
  'message',
  'field',
  'apiVersion',
  'objectKind',
  'namespace',
  'name',
] as const

/**
 * Findings as comma-separated values (RFC 4180), one to a line below a header. What makes them less than all
 * stands behind them, in lines of the effect `incomplete`: a file goes further than what was said beside it.
 */
export function auditCsv(report: AuditReport): string {
  const lines = report.findings.map(({ object, ...finding }) => {
    const fields: Readonly<Record<string, unknown>> = {
      ...finding,
      apiVersion: object.apiVersion,
      objectKind: object.kind,
      namespace: object.namespace,
      name: object.name,
    }
    return csvLine(fields)
  })
  const gaps = gapsOf(report).map(message => csvLine({ effect: 'incomplete', message }))
  return `${[columns.join(','), ...lines, ...gaps].join('\r\n')}\r\n`
}

const csvLine = (fields: Readonly<Record<string, unknown>>): string =>
  columns.map(column => cell(String(fields[column] ?? ''))).join(',')

/**
 * Spreadsheets take a cell that begins so for a formula, some of them also in full width or behind a line
 * break, and messages come from a cluster.
 */
const formula = /^[=+\-@＝＋－＠\t\r\n]/

function cell(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text
  // Some take a semicolon or a tab for the end of a cell.
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** All that an audit found, as far as it is kept. */
export interface AuditReport extends AuditRemarks {
  readonly findings: readonly AuditFinding[]
  readonly totals: AuditTotals
}

function gapsOf({ gaps, totals }: AuditReport): readonly string[] {
  return [...gaps, ...omittedWords(totals)]
}

export function auditJson(report: AuditReport): string {
  const { totals, assumptions, findings } = report
  const file = { version: auditJsonVersion, totals, gaps: gapsOf(report), assumptions, findings }
  return `${JSON.stringify(file, null, 2)}\n`
}

type Level = 'error' | 'warning' | 'note'

const levels: Readonly<Record<AuditEffect, Level>> = {
  denied: 'error',
  warned: 'warning',
  audited: 'note',
  error: 'warning',
  mutated: 'note',
  called: 'note',
  unknown: 'note',
}

/** How grave an effect is, by the levels of SARIF. */
export function levelOf(effect: AuditEffect): Level {
  return levels[effect]
}

/** Findings as a log of the Static Analysis Results Interchange Format, 2.1.0. */
export function auditSarif(report: AuditReport, toolVersion: string): string {
  const { findings, assumptions } = report
  const rules = new Map<string, number>()
  const results = findings.map(finding => {
    const ruleId = `${finding.kind}/${finding.policy}`
    const ruleIndex = rules.get(ruleId) ?? rules.size
    rules.set(ruleId, ruleIndex)
    const { object, message, effect, change } = finding
    const name = [object.apiVersion, object.kind, object.namespace, object.name]
      .filter(part => part !== '')
      .join('/')
    return {
      ruleId,
      ruleIndex,
      level: levelOf(effect),
      message: { text: sarifText(message) },
      ...(change === undefined ? {} : { baselineState: baselineStates[change] }),
      locations: [{ logicalLocations: [{ name: object.name, fullyQualifiedName: name, kind: 'resource' }] }],
      properties: { effect, ...(finding.binding === undefined ? {} : { binding: finding.binding }) },
    }
  })
  return sarifLog({
    toolVersion,
    rules: [...rules.keys()].map(id => ({ id, name: id })),
    results,
    gaps: gapsOf(report),
    notes: assumptions,
  })
}

const baselineStates = { new: 'new', gone: 'absent', same: 'unchanged' } as const
