import { attempt, type ParsedSelector, Refusal } from './selectorSyntax.ts'

export interface FieldRequirement {
  readonly field: string
  readonly negated: boolean
  readonly value: string
}

export type FieldSelector = readonly FieldRequirement[]

/**
 * Reads a field selector as kubectl's `--field-selector` has it: `field=value`, `field==value`,
 * `field!=value`, joined by commas; `\\`, `\,` and `\=` stand for themselves
 * (k8s.io/apimachinery/pkg/fields/selector.go).
 */
export function parseFieldSelector(text: string): ParsedSelector<FieldSelector> {
  return attempt(() =>
    splitUnescaped(text)
      .filter(({ term }) => term !== '')
      .map(({ term, at }) => readFieldTerm(term, at)),
  )
}

export function printFieldSelector(selector: FieldSelector): string {
  return selector
    .map(({ field, negated, value }) => `${field}${negated ? '!=' : '='}${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',')
}

/** @param textOf text of a field of the object; an absent field counts as empty, as on the server. */
export function matchesFields(selector: FieldSelector, textOf: (field: string) => string): boolean {
  return selector.every(({ field, negated, value }) => (textOf(field) === value) !== negated)
}

/** Text of a dotted field path of an object, e.g. `status.phase`; empty where there is none. */
export function fieldText(object: unknown, path: string): string {
  let value = object
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ''
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

interface FieldTerm {
  readonly term: string
  readonly at: number
}

function splitUnescaped(text: string): readonly FieldTerm[] {
  const terms: FieldTerm[] = []
  let start = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === ',') {
      terms.push({ term: text.slice(start, index), at: start })
      start = index + 1
    }
  }
  terms.push({ term: text.slice(start), at: start })
  return terms
}

function readFieldTerm(term: string, at: number): FieldRequirement {
  const match = /^([^=!]*)(!=|==|=)([\s\S]*)$/.exec(term)
  if (match === null)
    throw new Refusal(`"${term}" is no field requirement: field=value or field!=value is expected`, at)
  const [, field = '', operator = '', raw = ''] = match
  if (field === '') throw new Refusal('a field name is missing', at)
  return { field, negated: operator === '!=', value: unescapeField(raw, at + field.length + operator.length) }
}

function unescapeField(text: string, at: number): string {
  let value = ''
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '=') throw new Refusal('"=" in a value must be written "\\="', at + index)
    if (character !== '\\') {
      value += character
      continue
    }
    const next = text[++index]
    if (next === undefined || !'\\,='.includes(next))
      throw new Refusal('"\\" must be followed by "\\", "," or "="', at + index - 1)
    value += next
  }
  return value
}
