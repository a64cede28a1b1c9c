import { type AdmissionQuestion, carriedText, carryText, parseQuestion, questionParams } from './question.ts'

/** What an audit is about, as its address carries it. */
export interface AuditPlace {
  /** Names of policies; empty: all that are bound. */
  readonly policies: readonly string[]
  /** Empty: all. */
  readonly namespaces: readonly string[]
  /** YAML that is tried; null: the cluster as it is. */
  readonly draft: string | null
}

export const plainAudit: AuditPlace = { policies: [], namespaces: [], draft: null }

/** What is written in a scratchpad. */
export interface ScratchPlace {
  readonly type: 'expression' | 'policy'
  readonly text: string
  /** Stored policy that is taken while nothing is written, e.g. `validating/no-latest-tag`; else empty. */
  readonly from: string
}

export const plainScratch: ScratchPlace = { type: 'expression', text: '', from: '' }

/** The query of an address; empty for the plain audit. */
export function auditText({ policies, namespaces, draft }: AuditPlace): string {
  const params = new URLSearchParams()
  for (const policy of policies) params.append('policy', policy)
  for (const namespace of namespaces) params.append('ns', namespace)
  if (draft !== null) carryText(params, 'draft', draft)
  return queryOf(params)
}

export function parseAudit(params: URLSearchParams): AuditPlace {
  return {
    policies: params.getAll('policy').filter(name => name !== ''),
    namespaces: params.getAll('ns').filter(name => name !== ''),
    draft: carriedText(params, 'draft'),
  }
}

export function scratchText({ type, text, from }: ScratchPlace, question: AdmissionQuestion): string {
  const params = questionParams(question)
  if (type === 'policy') params.set('scratch', 'policy')
  if (from !== '') params.set('from', from)
  if (text !== '') carryText(params, 'text', text)
  return queryOf(params)
}

export function parseScratch(params: URLSearchParams): {
  readonly scratch: ScratchPlace
  readonly question: AdmissionQuestion
} {
  const type = params.get('scratch') === 'policy' ? 'policy' : 'expression'
  const scratch = { type, text: carriedText(params, 'text') ?? '', from: params.get('from') ?? '' } as const
  return { scratch, question: parseQuestion(params) }
}

function queryOf(params: URLSearchParams): string {
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
