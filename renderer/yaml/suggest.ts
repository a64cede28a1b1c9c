import { type KindSchemaLike, type SchemaPlace, schemaAt } from '../../shared/manifest/index.ts'
import { type Lines, placeOfLine, readLine } from './outline.ts'

export interface Suggestion {
  readonly label: string
  /** What is put in for it. */
  readonly text: string
  readonly detail: string
  readonly info: string
  /** Higher stands first. */
  readonly rank: number
}

export interface Suggestions {
  /** Column from which on it stands, from 0. */
  readonly from: number
  readonly options: readonly Suggestion[]
}

export type KnownSchema = (apiVersion: string, kind: string) => KindSchemaLike | null

/** What may stand where the cursor is: a field's name, or one of the values that a field takes. */
export function suggestionsAt(
  lines: Lines,
  number: number,
  column: number,
  known: KnownSchema,
): Suggestions | null {
  const before = lines.line(number).slice(0, column)
  if (/(?:^|\s)#/.test(before) || /[{[]/.test(before)) return null
  const valueMatch = /^( *(?:- +)*)([^\s:#'"]+):\s+(["']?)([^\s"']*)$/.exec(before)
  if (valueMatch !== null) {
    const [, lead = '', key = '', quote = '', word = ''] = valueMatch
    const place = placeAt(lines, number, lead.length, known, key)
    const options = place === null ? [] : valuesOf(place, quote !== '')
    return options.length === 0 ? null : { from: column - word.length, options }
  }
  const keyMatch = /^( *(?:- +)*)([\w./-]*)$/.exec(before)
  if (keyMatch === null) return null
  const [, lead = '', word = ''] = keyMatch
  return { from: column - word.length, options: fieldsAt(lines, number, lead.length, known) }
}

function fieldsAt(lines: Lines, number: number, column: number, known: KnownSchema): readonly Suggestion[] {
  const { path, siblings, apiVersion, kind } = placeOfLine(lines, number, column)
  const schema = known(apiVersion, kind)
  const place = schema === null ? null : schemaAt(schema, stepsOf(path))
  if (place === null)
    return path.length === 0 ? firstFields.filter(({ label }) => !siblings.includes(label)) : []
  return place.names.filter(name => !siblings.includes(name)).map(name => fieldOf(name, place, column))
}

/** Where nothing is known of the kind yet. */
const firstFields = ['apiVersion', 'kind', 'metadata', 'spec'].map(
  (label, index): Suggestion => ({ label, text: `${label}: `, detail: '', info: '', rank: 10 - index }),
)

function fieldOf(name: string, parent: SchemaPlace, column: number): Suggestion {
  const place = parent.field(name)
  const isRequired = parent.required.includes(name)
  const type = place === null ? '' : typeText(place)
  const indent = ' '.repeat(column)
  const opening = place?.type === 'array' ? `${name}:\n${indent}- ` : `${name}:\n${indent}  `
  const isBlock =
    place !== null && (place.type === 'array' || (place.type === 'object' && place.names.length > 0))
  return {
    label: name,
    text: isBlock ? opening : `${name}: `,
    detail: isRequired ? `${type}, required` : type,
    info: place?.description.slice(0, longestInfo) ?? '',
    rank: isRequired ? 2 : name === 'status' ? -1 : 0,
  }
}

const longestInfo = 600

function valuesOf(place: SchemaPlace, isQuoted: boolean): readonly Suggestion[] {
  const choices = place.choices ?? (place.type === 'boolean' ? [true, false] : [])
  return choices.map(choice => {
    const text =
      typeof choice === 'string' && (choice === '' || !/^[A-Za-z][\w./-]*$/.test(choice)) && !isQuoted
    return {
      label: String(choice) || '""',
      text: text ? JSON.stringify(choice) : String(choice),
      detail: choice === place.defaultValue ? 'default' : '',
      info: '',
      rank: choice === place.defaultValue ? 1 : 0,
    }
  })
}

function placeAt(
  lines: Lines,
  number: number,
  column: number,
  known: KnownSchema,
  key: string,
): SchemaPlace | null {
  const { path, apiVersion, kind } = placeOfLine(lines, number, column)
  const schema = known(apiVersion, kind)
  return schema === null ? null : schemaAt(schema, stepsOf([...path, key]))
}

const stepsOf = (path: readonly string[]): readonly (string | number)[] =>
  path.map(step => (step === '[]' ? 0 : step))

/** Type in words: `list of string`, `integer (int32)`. */
export function typeText(place: SchemaPlace): string {
  if (place.isIntOrString) return 'integer or string'
  if (place.type === 'array') {
    const item = place.item()
    return `list of ${item === null ? 'anything' : typeText(item) || 'anything'}`
  }
  return place.format === '' ? place.type : `${place.type} (${place.format})`
}

export interface FieldHint {
  /** `spec.replicas`. */
  readonly title: string
  readonly type: string
  readonly text: string
  /** Columns of the key, from 0. */
  readonly from: number
  readonly to: number
}

/** What the schema says of the field whose key stands at a column of a line. */
export function hintAt(lines: Lines, number: number, column: number, known: KnownSchema): FieldHint | null {
  const read = readLine(lines.line(number))
  if (read.key === null || column < read.column || column > read.column + read.key.length) return null
  const { path, apiVersion, kind } = placeOfLine(lines, number, read.column)
  const schema = known(apiVersion, kind)
  const place = schema === null ? null : schemaAt(schema, stepsOf([...path, read.key]))
  if (place === null) return null
  const choices = place.choices === null ? '' : `\nOne of: ${place.choices.map(String).join(', ')}`
  const normal = place.defaultValue === undefined ? '' : `\nDefault: ${JSON.stringify(place.defaultValue)}`
  return {
    title: [...path, read.key].join('.').replaceAll('.[]', '[]'),
    type: typeText(place),
    text: `${place.description}${choices}${normal}`.trim(),
    from: read.column,
    to: read.column + read.key.length,
  }
}
