import type { SchemaField, SchemaPlace } from '../../shared/ipc/index.ts'
import { apiVersionOf } from '../../shared/kube/index.ts'

interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Columns of text. */
const width = 96

/**
 * A kind or field in words: what it is, what may stand in it, and the fields inside.
 * @param inside every field below with its depth, in place of those right inside
 */
export function explainText(
  kind: Kind,
  { field, fields }: SchemaPlace,
  inside: readonly { readonly depth: number; readonly field: SchemaField }[] | null,
): string {
  const path = pathText(field)
  const head = [
    `${kind.kind} in ${apiVersionOf(kind)}${path === '' ? '' : `, field ${path}`}`,
    ...[...factsOf(field)].map(line => `  ${line}`),
  ]
  const documentation = wrapped(field.documentation, '')
  return [
    head.join('\n'),
    ...(documentation === '' ? [] : [documentation]),
    ...(field.rules.length === 0 ? [] : [rulesText(field)]),
    ...(inside === null ? fieldsText(fields) : [`Fields\n${inside.map(lineOf).join('\n')}`]),
  ].join('\n\n')
}

function pathText({ path }: SchemaField): string {
  return path.join('.').replaceAll('.[]', '[]').replaceAll('.{}', '{}')
}

function* factsOf(field: SchemaField): Generator<string> {
  yield `type ${field.type}`
  if (field.isRequired) yield 'required'
  if (field.defaultValue !== '') yield `default ${field.defaultValue}`
  if (field.choices.length > 0)
    yield `one of ${field.choices.map(choice => JSON.stringify(choice)).join(', ')}`
  for (const constraint of field.constraints) yield constraint
  if (field.listKeys.length > 0) yield `items told apart by ${field.listKeys.join(', ')}`
  else if (field.listType !== '') yield `list type ${field.listType}`
  if (field.isRecursive) yield 'holds itself'
}

function rulesText({ rules }: SchemaField): string {
  return [
    'Rules',
    ...rules.map(({ rule, message }) => `  ${rule}${message === '' ? '' : `\n    ${message}`}`),
  ].join('\n')
}

function fieldsText(fields: readonly SchemaField[]): readonly string[] {
  if (fields.length === 0) return []
  const each = fields.map(field => {
    const mark = field.isRequired ? ', required' : ''
    const documentation = wrapped(field.documentation, '      ')
    return `  ${field.name} (${field.type}${mark})${documentation === '' ? '' : `\n${documentation}`}`
  })
  return [`Fields\n${each.join('\n\n')}`]
}

function lineOf({ depth, field }: { readonly depth: number; readonly field: SchemaField }): string {
  const marks = [field.isRequired ? 'required' : '', field.isRecursive ? 'holds itself' : '']
  const more = marks.filter(mark => mark !== '').map(mark => `, ${mark}`)
  return `${'  '.repeat(depth + 1)}${field.name} (${field.type}${more.join('')})`
}

/** Words in lines; line breaks of the text stay. */
function wrapped(text: string, indent: string): string {
  return text
    .split('\n')
    .map(line => {
      const lines: string[] = []
      let current = ''
      for (const word of line.split(/\s+/).filter(each => each !== '')) {
        if (current !== '' && indent.length + current.length + word.length + 1 > width) {
          lines.push(current)
          current = word
        } else current = current === '' ? word : `${current} ${word}`
      }
      return [...lines, current].map(each => (each === '' ? '' : `${indent}${each}`)).join('\n')
    })
    .join('\n')
    .trimEnd()
}
