import { isMapping, type KubeObject } from '../../../../shared/kube/index.ts'
import { code, type Fact, type FactPart, type Facts, modeText, text } from './fact.ts'

/** Fields shown of a kind that nobody wrote a summary for. */
const maximumFacts = 40
const maximumText = 200
const known: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'status',
  'data',
  'binaryData',
  'stringData',
])

/** Spec, or whatever the kind has instead, flattened to names and short values. */
export function genericFacts(object: KubeObject): Facts {
  const facts: Fact[] = []
  for (const [name, value] of Object.entries(object)) {
    if (known.has(name)) continue
    if (name === 'spec' && isMapping(value)) flatten('', value, facts, 0)
    else flatten(name, value, facts, 0)
  }
  const status: Fact[] = []
  if (isMapping(object.status)) {
    const { conditions: _conditions, ...rest } = object.status
    flatten('status', rest, status, 0)
  }
  const all = [...facts, ...status]
  const rest = all.length - maximumFacts
  const shown = all.slice(0, maximumFacts)
  if (rest > 0) shown.push({ term: '…', parts: [text(`${rest} more fields in the YAML`)] })
  return { facts: shown, tables: [] }
}

function flatten(path: string, value: unknown, facts: Fact[], depth: number): void {
  if (value === null || value === undefined) return
  if (isMapping(value)) {
    const entries = Object.entries(value)
    if (depth < 3 && entries.length > 0) {
      for (const [name, field] of entries)
        flatten(path === '' ? name : `${path}.${name}`, field, facts, depth + 1)
      return
    }
    facts.push({ term: path, parts: [text(entries.length === 0 ? '{}' : `${entries.length} fields`)] })
  } else if (Array.isArray(value)) facts.push({ term: path, parts: [listPart(value)] })
  else facts.push({ term: path, parts: [scalarPart(path, value)] })
}

function listPart(list: readonly unknown[]): FactPart {
  if (list.every(item => typeof item !== 'object') && list.length <= 12)
    return code(short(list.join(', ')) || '[]')
  const names = list.map(item => (isMapping(item) && typeof item.name === 'string' ? item.name : null))
  if (names.every(name => name !== null) && names.length <= 12) return code(short(names.join(', ')))
  return text(`${list.length} items`)
}

function scalarPart(path: string, value: unknown): FactPart {
  if (typeof value === 'number' && /(^|\.)(defaultMode|mode)$/.test(path)) return text(modeText(value))
  return typeof value === 'string' ? code(short(value) || '""') : text(String(value))
}

function short(value: string): string {
  return value.length > maximumText ? `${value.slice(0, maximumText)}…` : value
}
