import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type ScalarTag, type Tags } from 'yaml'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { isMapping } from '../../../shared/kube/index.ts'

export type Fields = Readonly<Record<string, unknown>>

/** An object of a text, with the line it begins at, from 1. */
export interface ManifestObject {
  readonly object: Fields
  readonly line: number
}

/** Why a text holds no objects. Line and column from 1. */
export interface Unreadable {
  readonly error: AppErrorBody
  readonly line?: number
  readonly column?: number
  /** Field of the object that it is about, e.g. `metadata.namespace`. */
  readonly field?: string
}

export type Manifest =
  | { readonly type: 'objects'; readonly objects: readonly ManifestObject[] }
  | { readonly type: 'invalid'; readonly problem: Unreadable }

/** Aliases may make a document this many times longer than it is written. */
const mostAliases = 100
/** Deeper than any object; what walks a value goes by the stack. */
const deepest = 500
/** But for tabulators, ends of lines and NEL. */
const controls = /(?![\t\n\r\u0085])\p{Cc}/u
const tooDeep = 'It is nested too deeply.'

/**
 * Reads YAML or JSON as the tools of Kubernetes do: the words of YAML 1.1 for true and false, octal
 * numbers that begin with 0, merge keys, times as text. A `List` counts as its items; documents that
 * are empty are left out. Never throws: aliases that multiply, keys that occur twice and nesting without
 * end are refused.
 */
export function readManifest(text: string): Manifest {
  const lines = new LineCounter()
  // Binary files, above all: the tools of Kubernetes refuse them in these words.
  const control = text.search(controls)
  if (control >= 0) {
    const before = text.slice(0, control).split('\n')
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
    const error = { kind: 'invalid', message: 'Control characters are not allowed.' } as const
    return { type: 'invalid', problem: { error, ...place } }
  }
  try {
    const documents = parseAllDocuments(text, {
      schema: 'core',
      customTags: goTags,
      merge: true,
      // The reader compares each key with all before it, which takes minutes for thousands.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    })
    const objects: ManifestObject[] = []
    for (const document of Array.isArray(documents) ? documents : []) {
      const [fault] = document.errors
      if (fault !== undefined) return invalidAt(lines, fault.pos[0], wordsOf(fault.message))
      const repeated = repeatedKey(document.contents, deepest)
      if (repeated !== null) return invalidAt(lines, repeated, 'The same key occurs twice in one mapping.')
      const value: unknown = document.toJS({ maxAliasCount: mostAliases })
      const at = document.contents?.range?.[0] ?? document.range[0]
      if (!isShallow(value, deepest)) return invalidAt(lines, at, tooDeep)
      if (value === null || value === undefined) continue
      if (!isMapping(value))
        return invalidAt(lines, at, 'This is no object: an object has fields with names.')
      const { line } = lines.linePos(at)
      for (const object of itemsOf(value)) objects.push({ object, line: Math.max(1, line) })
    }
    return { type: 'objects', objects }
  } catch (error) {
    if (error instanceof ReferenceError)
      return invalid('Its aliases repeat too much: a document that grows when it is read.')
    if (error instanceof RangeError) return invalid(tooDeep)
    throw error
  }
}

/** The one object of a manifest; none, or several, are refused. */
export function oneObject(
  manifest: Manifest,
): ({ readonly type: 'object' } & ManifestObject) | Extract<Manifest, { type: 'invalid' }> {
  if (manifest.type === 'invalid') return manifest
  const [first, second] = manifest.objects
  if (first === undefined) return invalid('There is no object in this text.')
  if (second !== undefined)
    return {
      type: 'invalid',
      problem: {
        error: {
          kind: 'invalid',
          message: `There are ${manifest.objects.length} objects in this text; a request takes one.`,
        },
        line: second.line,
        column: 1,
      },
    }
  return { type: 'object', ...first }
}

function invalid(message: string): Extract<Manifest, { type: 'invalid' }> {
  return { type: 'invalid', problem: { error: { kind: 'invalid', message } } }
}

function invalidAt(lines: LineCounter, offset: number, message: string) {
  const { line, col } = lines.linePos(offset)
  return {
    type: 'invalid',
    problem: { error: { kind: 'invalid', message }, line: Math.max(1, line), column: Math.max(1, col) },
  } as const
}

function itemsOf(value: Fields): readonly Fields[] {
  const { kind, items } = value
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [value]
  return items.filter(isMapping)
}

function wordsOf(message: string): string {
  if (/call stack size/.test(message)) return tooDeep
  return `This is not valid YAML: ${message}.`
}

/** Offset of the first key that its mapping has already; what is nested deeper than `depth` is not looked at. */
function repeatedKey(node: unknown, depth: number): number | null {
  if (depth === 0) return null
  const inner: unknown[] = []
  if (isMap(node)) {
    const seen = new Set<unknown>()
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? key.value : key
      // Several mappings may be merged into one.
      if (seen.has(name) && name !== '<<' && typeof name !== 'symbol')
        return isScalar(key) ? (key.range?.[0] ?? 0) : 0
      seen.add(name)
      inner.push(value)
    }
  } else if (isSeq(node)) for (const item of node.items) inner.push(item)
  for (const each of inner) {
    const found = repeatedKey(each, depth - 1)
    if (found !== null) return found
  }
  return null
}

/** Also false for an anchor that contains itself. */
function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.values(value).every(inner => isShallow(inner, depth - 1))
}

const yes = /^(?:y|Y|yes|Yes|YES|on|On|ON)$/

/** The core schema as goyaml v2, which the tools of Kubernetes read with, widens it. */
const goTags = (tags: Tags): Tags => [
  scalar('bool', /^(?:y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF)$/, text => yes.test(text)),
  scalar('int', /^[-+]?0[0-7]+$/, text => Number.parseInt(text, 8)),
  scalar('int', /^[-+]?0b[01]+$/, text => Number.parseInt(text.replace('0b', ''), 2)),
  scalar('int', /^[-+]?[1-9][0-9]*(?:_[0-9]+)+$/, text => Number(text.replaceAll('_', ''))),
  ...tags,
]

function scalar(type: string, test: RegExp, resolve: (text: string) => unknown): ScalarTag {
  return { tag: `tag:yaml.org,2002:${type}`, default: true, test, resolve }
}
