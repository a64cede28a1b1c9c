import { celTokens } from '../../../shared/admission/index.ts'
import type { KindSchema, KnownFunction } from '../../../shared/ipc/index.ts'
import { isMapping } from '../../../shared/kube/index.ts'

/** What an expression may use. */
export interface CompletionSources {
  readonly functions: readonly KnownFunction[]
  /** Of `object` and `oldObject`; null where no kind is chosen, or its schema is not read. */
  readonly schema: KindSchema | null
  /** Of `params`; null where the policy names no kind of parameter, or its schema is not read. */
  readonly params: KindSchema | null
  /** Names of the policy's own variables. */
  readonly variables: readonly string[]
}

export interface Suggestion {
  readonly label: string
  readonly detail: string
  readonly info: string
  readonly kind: 'variable' | 'field' | 'function'
}

export interface Suggestions {
  /** Offset in the text that was given from which on the label stands. */
  readonly from: number
  readonly options: readonly Suggestion[]
}

/** So much of the text before the cursor is looked at, in characters. */
const longestLook = 4000

/** What may stand at the end of a text, which is the expression up to the cursor. */
export function suggestionsFor(text: string, sources: CompletionSources): Suggestions | null {
  const cut = Math.max(0, text.length - longestLook)
  const tokens = celTokens(text.slice(cut)).filter(({ type }) => type !== 'space' && type !== 'comment')
  const last = tokens.at(-1)
  if (last === undefined) return { from: text.length, options: atStart(sources, []) }
  // Within a text nothing is known, and a number is no name.
  if (last.type === 'string' || last.type === 'comment' || last.type === 'number') return null
  const isName = /^[A-Za-z_]/.test(last.text) && text.endsWith(last.text)
  const before = isName ? tokens.slice(0, -1) : tokens
  const from = isName ? text.length - last.text.length : text.length
  const words = before.map(token => token.text)
  const dot = words.at(-1) === '?' && words.at(-2) === '.' ? words.slice(0, -1) : words
  if (dot.at(-1) !== '.') {
    const isPlace = isName || /[([{,!&|?:=<>+\-*/%]$/.test(text.trimEnd())
    return isPlace ? { from, options: atStart(sources, words) } : null
  }
  const node = nodeOf(dot.slice(0, -1), sources, 0)
  return { from, options: membersOf(node, sources) }
}

/** What is known of a value: fields with their schemas, or only of which type it is. */
type ValueNode =
  | { readonly type: 'schema'; readonly schema: Mapping; readonly set: KindSchema }
  | { readonly type: 'record'; readonly fields: ReadonlyMap<string, string> }
  | { readonly type: 'variables' }
  | { readonly type: 'unknown' }

type Mapping = Readonly<Record<string, unknown>>
const unknown: ValueNode = { type: 'unknown' }

const requestFields = new Map([
  ['kind', 'group, version, kind'],
  ['resource', 'group, version, resource'],
  ['subResource', 'string'],
  ['requestKind', 'group, version, kind'],
  ['requestResource', 'group, version, resource'],
  ['requestSubResource', 'string'],
  ['name', 'string'],
  ['namespace', 'string'],
  ['operation', 'string'],
  ['userInfo', 'username, uid, groups, extra'],
  ['dryRun', 'bool'],
  ['options', 'object'],
])
const inner: ReadonlyMap<string, readonly string[]> = new Map([
  ['kind', ['group', 'version', 'kind']],
  ['requestKind', ['group', 'version', 'kind']],
  ['resource', ['group', 'version', 'resource']],
  ['requestResource', ['group', 'version', 'resource']],
  ['userInfo', ['username', 'uid', 'groups', 'extra']],
])
const namespaceFields = new Map([
  ['metadata', 'object'],
  ['spec', 'object'],
  ['status', 'object'],
])
const roots: ReadonlyMap<string, string> = new Map([
  ['object', 'the object of the request; null on delete'],
  ['oldObject', 'the object as it is stored; null on create'],
  ['request', 'operation, kind, user and more of the request'],
  ['params', 'the parameter of the binding'],
  ['namespaceObject', 'the namespace of the object'],
  ['variables', 'the policy’s own variables'],
  ['authorizer', 'asks what the user may do'],
])

function atStart({ functions }: CompletionSources, before: readonly string[]): readonly Suggestion[] {
  const loops = loopVariables(before).map(
    ({ name }): Suggestion => ({ label: name, detail: 'item', info: '', kind: 'variable' }),
  )
  const variables = [...roots].map(
    ([label, info]): Suggestion => ({ label, detail: '', info, kind: 'variable' }),
  )
  return [...loops, ...variables, ...functions.filter(({ isMember }) => !isMember).map(asSuggestion)]
}

function asSuggestion({ name, signature }: KnownFunction): Suggestion {
  return { label: name, detail: signature, info: '', kind: 'function' }
}

/** Variables of the macros that are open at the end, the innermost last, with the words they go through. */
function loopVariables(
  words: readonly string[],
): readonly { readonly name: string; readonly list: readonly string[] }[] {
  const open: { readonly name: string; readonly list: readonly string[] }[] = []
  const depths: (number | null)[] = []
  for (const [at, word] of words.entries()) {
    if (word === '(') {
      const isLoop = words[at - 2] === '.' && loopMacros.has(words[at - 1] ?? '') && words[at + 2] === ','
      const name = words[at + 1] ?? ''
      depths.push(isLoop ? open.length : null)
      if (isLoop && /^[A-Za-z_]\w*$/.test(name)) open.push({ name, list: words.slice(0, at - 2) })
    } else if (word === ')') {
      const depth = depths.pop()
      if (typeof depth === 'number') open.length = depth
    }
  }
  return open
}

const loopMacros = new Set(['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter'])
const deepest = 8

/** The value of the longest path at the end of some words. */
function nodeOf(words: readonly string[], sources: CompletionSources, depth: number): ValueNode {
  if (depth > deepest) return unknown
  const [path, start] = pathAtEnd(words)
  const [root, ...steps] = path
  if (root === undefined) return unknown
  const loop = loopVariables(words.slice(0, start)).findLast(({ name }) => name === root)
  let node = loop === undefined ? rootNode(root, sources) : itemOf(nodeOf(loop.list, sources, depth + 1))
  for (const step of steps) node = step === '[]' ? itemOf(node) : fieldOf(node, step)
  return node
}

/** `a.b[0].c` at the end of some words as `a`, `b`, `[]`, `c`, with the index of its first word. */
function pathAtEnd(words: readonly string[]): readonly [path: readonly string[], start: number] {
  const path: string[] = []
  let at = words.length - 1
  while (at >= 0) {
    if (words[at] === ']') {
      let depth = 0
      for (; at >= 0; at--) {
        if (words[at] === ']') depth++
        if (words[at] === '[' && --depth === 0) break
      }
      path.unshift('[]')
      at--
      continue
    }
    const word = words[at] ?? ''
    if (!/^[A-Za-z_]\w*$/.test(word)) return [[], at + 1]
    path.unshift(word)
    const isOptional = words[at - 1] === '?' && words[at - 2] === '.'
    if (words[at - 1] !== '.' && !isOptional) return [path, at]
    at -= isOptional ? 3 : 2
  }
  return [[], 0]
}

function rootNode(name: string, { schema, params }: CompletionSources): ValueNode {
  if (name === 'request') return { type: 'record', fields: requestFields }
  if (name === 'variables') return { type: 'variables' }
  if (name === 'namespaceObject') return { type: 'record', fields: namespaceFields }
  if (name === 'params') return rootOf(params)
  return name === 'object' || name === 'oldObject' ? rootOf(schema) : unknown
}

function rootOf(set: KindSchema | null): ValueNode {
  if (set === null) return unknown
  return schemaNode(Object.hasOwn(set.schemas, set.root) ? set.schemas[set.root] : null, set)
}

function schemaNode(node: unknown, set: KindSchema): ValueNode {
  let target = node
  for (let hops = 0; hops < 5 && isMapping(target); hops++) {
    const [first] = Array.isArray(target.allOf) ? target.allOf : []
    const link = isMapping(first) ? first.$ref : target.$ref
    if (typeof link !== 'string') break
    const name = link.slice(link.lastIndexOf('/') + 1)
    target = Object.hasOwn(set.schemas, name) ? set.schemas[name] : null
  }
  return isMapping(target) ? { type: 'schema', schema: target, set } : unknown
}

function fieldOf(node: ValueNode, name: string): ValueNode {
  if (node.type === 'record') {
    const fields = inner.get(name)
    return fields === undefined
      ? unknown
      : { type: 'record', fields: new Map(fields.map(field => [field, 'string'])) }
  }
  if (node.type !== 'schema') return unknown
  const { properties, additionalProperties } = node.schema
  if (isMapping(properties) && Object.hasOwn(properties, name)) return schemaNode(properties[name], node.set)
  return schemaNode(additionalProperties, node.set)
}

function itemOf(node: ValueNode): ValueNode {
  if (node.type !== 'schema') return unknown
  return schemaNode(node.schema.items ?? node.schema.additionalProperties, node.set)
}

function membersOf(node: ValueNode, sources: CompletionSources): readonly Suggestion[] {
  const field = (label: string, detail: string, info = ''): Suggestion => ({
    label,
    detail,
    info,
    kind: 'field',
  })
  const methods = (type: string | null) =>
    sources.functions.filter(one => one.isMember && (type === null || fits(one, type))).map(asSuggestion)
  switch (node.type) {
    case 'record':
      return [...node.fields].map(([name, detail]) => field(name, detail))
    case 'variables':
      return sources.variables.map(name => field(name, ''))
    case 'unknown':
      return methods(null)
    case 'schema': {
      const { properties } = node.schema
      const fields = isMapping(properties)
        ? Object.entries(properties).map(([name, schema]) =>
            field(name, typeWords(schema, node.set), infoOf(schema)),
          )
        : []
      return [...fields, ...methods(celType(node.schema))]
    }
  }
}

function typeWords(schema: unknown, set: KindSchema): string {
  const node = schemaNode(schema, set)
  if (node.type !== 'schema') return ''
  const { type, format } = node.schema
  return typeof type === 'string' ? (typeof format === 'string' ? `${type} (${format})` : type) : ''
}

function infoOf(schema: unknown): string {
  const text = isMapping(schema) ? schema.description : ''
  return typeof text === 'string' ? text.slice(0, 400) : ''
}

/** The beginning of the type's name as signatures have it; null where any may be. */
function celType({ type, properties, 'x-kubernetes-int-or-string': isEither }: Mapping): string | null {
  if (isEither === true) return null
  const names = new Map([
    ['string', 'string'],
    ['integer', 'int'],
    ['number', 'double'],
    ['boolean', 'bool'],
    ['array', 'list'],
    ['object', 'map'],
  ])
  if (typeof type === 'string') return names.get(type) ?? null
  return isMapping(properties) ? 'map' : null
}

/** A type parameter takes everything. */
function fits({ receivers }: KnownFunction, type: string): boolean {
  return receivers.some(
    receiver => receiver === 'dyn' || /^[A-Z]$/.test(receiver) || receiver.split('(')[0] === type,
  )
}
