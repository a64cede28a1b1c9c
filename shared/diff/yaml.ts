import { isMapping } from '../kube/index.ts'
import { quotedString, yamlKey, yamlScalar } from './yamlScalar.ts'

/** Where a line belongs, from the inside out: cheap to keep for every line of a large object. */
export interface LinePath {
  readonly parent: LinePath | null
  readonly element: string | number
}

export interface YamlLine {
  readonly text: string
  /** The field or item that begins on this line, or that this line continues. Null at the root. */
  readonly path: LinePath | null
}

const leading = ['apiVersion', 'kind', 'metadata']
const trailing = ['status']

/** Names of an object's fields that hold something, in the order of `orderNames`. */
function orderedFields(value: Readonly<Record<string, unknown>>, isRoot: boolean): readonly string[] {
  return orderNames(presentNames(value), isRoot)
}

export function presentNames(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter(name => value[name] !== undefined)
}

/**
 * Field names as kubectl shows them: sorted, so that two prints of one object are equal; at the
 * root what identifies the object comes first and its status last. Sorts in place.
 */
export function orderNames(names: string[], isRoot: boolean): readonly string[] {
  names.sort()
  if (!isRoot) return names
  const middle = names.filter(name => !leading.includes(name) && !trailing.includes(name))
  return [
    ...leading.filter(name => names.includes(name)),
    ...middle,
    ...trailing.filter(name => names.includes(name)),
  ]
}

/** The whole value as YAML text with a newline at its end. */
export function printYaml(value: unknown): string {
  return `${yamlLines(value)
    .map(line => line.text)
    .join('\n')}\n`
}

export function yamlLines(value: unknown): readonly YamlLine[] {
  const lines: YamlLine[] = []
  if (isMapping(value) && Object.keys(value).length > 0) writeFields(value, '', '', null, lines, true)
  else if (Array.isArray(value) && value.length > 0) writeItems(value, '', '', null, lines)
  else writeScalar(value, '', '', null, lines)
  return lines
}

/** Appends the lines of one field. `lead` stands before the first line, `indent` before others. */
export function writeField(
  name: string,
  value: unknown,
  lead: string,
  indent: string,
  path: LinePath,
  lines: YamlLine[],
): void {
  const label = `${lead}${yamlKey(name)}:`
  if (isMapping(value) && hasFields(value)) {
    lines.push({ text: label, path })
    writeFields(value, `${indent}  `, `${indent}  `, path, lines, false)
  } else if (Array.isArray(value) && value.length > 0) {
    lines.push({ text: label, path })
    writeItems(value, indent, indent, path, lines)
  } else writeScalar(value, `${label} `, indent, path, lines)
}

/** Appends the lines of one list item, `- ` included. */
export function writeItem(
  value: unknown,
  lead: string,
  indent: string,
  path: LinePath,
  lines: YamlLine[],
): void {
  const inner = `${indent}  `
  if (isMapping(value) && hasFields(value)) writeFields(value, `${lead}- `, inner, path, lines, false)
  else if (Array.isArray(value) && value.length > 0) writeItems(value, `${lead}- `, inner, path, lines)
  else writeScalar(value, `${lead}- `, indent, path, lines)
}

function hasFields(value: Readonly<Record<string, unknown>>): boolean {
  return Object.values(value).some(field => field !== undefined)
}

function writeFields(
  value: Readonly<Record<string, unknown>>,
  lead: string,
  indent: string,
  parent: LinePath | null,
  lines: YamlLine[],
  isRoot: boolean,
): void {
  let first = lead
  for (const name of orderedFields(value, isRoot)) {
    writeField(name, value[name], first, indent, { parent, element: name }, lines)
    first = indent
  }
}

function writeItems(
  list: readonly unknown[],
  lead: string,
  indent: string,
  parent: LinePath | null,
  lines: YamlLine[],
): void {
  let first = lead
  for (const [index, item] of list.entries()) {
    writeItem(item, first, indent, { parent, element: index }, lines)
    first = indent
  }
}

function writeScalar(
  value: unknown,
  lead: string,
  indent: string,
  path: LinePath | null,
  lines: YamlLine[],
): void {
  const block = typeof value === 'string' ? blockLines(value) : null
  if (block === null) {
    lines.push({ text: `${lead}${yamlScalar(value)}`, path })
    return
  }
  lines.push({ text: `${lead}${block.header}`, path })
  for (const text of block.lines) lines.push({ text: text === '' ? '' : `${indent}  ${text}`, path })
}

/**
 * A text of several lines as a literal block, or null when only quotes keep it exact: carriage
 * returns, tabs at a line's start, a first line that begins with a space, control characters.
 */
function blockLines(text: string): { readonly header: string; readonly lines: readonly string[] } | null {
  if (!text.includes('\n') || /^[\s]/.test(text) || quotedString(text, true)) return null
  const body = text.replace(/\n+$/, '')
  const ends = text.length - body.length
  const lines = body.split('\n')
  if (lines.some(line => /^\s+$/.test(line))) return null
  if (ends === 0) return { header: '|-', lines }
  if (ends === 1) return { header: '|', lines }
  return { header: '|+', lines: [...lines, ...Array.from({ length: ends - 1 }, () => '')] }
}
