import {
  type Compiled,
  childrenOf,
  describeValue,
  type Expr,
  isError,
  type Result,
  UintValue,
  type Value,
} from '../../cel/index.ts'
import type { AdmissionInput } from '../../cel/kubernetes/index.ts'
import { fieldsOf } from '../fields.ts'

/** How the values of an expression are told. */
export interface Telling {
  /** In words for people; `hidden` where it may hold a value of a Secret, or what was made of one. */
  value(value: Result, expr: Expr): string
  /** The value of the whole expression. */
  result(value: Value): string
  /** An error, without what it may repeat of a Secret. */
  message(message: string): string
  /** Whether the value of the whole expression may hold what a Secret holds. */
  readonly isHidden: boolean
}

/** Stands in brackets behind a part of an expression. */
const hidden = 'hidden'
/** Stands for a text that was made of a Secret. */
export const hiddenText = '(hidden: it may hold a value of a Secret)'
/** Digits of a number that is told all the same: no size of a Secret has more. */
const mostDigits = 7

const contentRoots = ['object', 'oldObject', 'params'] as const
/** Variables that hold nothing of an object. */
const openRoots = ['request', 'authorizer', 'namespaceObject']
/** Fields of a Secret that anybody sees who sees that it is there. */
const openFields = new Set(['apiVersion', 'immutable', 'kind', 'type'])
const openMetadata = new Set([
  'creationTimestamp',
  'deletionTimestamp',
  'finalizers',
  'generateName',
  'generation',
  'labels',
  'name',
  'namespace',
  'ownerReferences',
  'resourceVersion',
  'uid',
])

/**
 * How values may be told where Secrets are among what is evaluated: texts, lists and all else that could
 * repeat one, whole, in part or transformed, are hidden as soon as the expression reads a Secret beyond
 * what names it. Truth values stay, and numbers that are no longer than a size.
 */
export function tellingOf(input: AdmissionInput, compiled: Compiled): Telling {
  const { expr, source } = compiled
  const secrets = contentRoots.filter(root => isSecretRoot(root, input))
  if (secrets.length === 0 || expr === undefined) return openly
  const open = new Set([...openRoots, ...contentRoots.filter(root => !secrets.includes(root))])
  for (const name of namesBoundIn(expr)) open.delete(name)
  const isHidden = readsClosed(expr, open, new Set(secrets))
  return {
    isHidden,
    value: (value, part) => {
      if (!readsClosed(part, open, new Set(secrets))) return openly.value(value, part)
      return isError(value) ? openMessage(value.message, source) : (plain(value) ?? hidden)
    },
    result: value => (isHidden ? (plain(value) ?? `(${hidden})`) : describeValue(value)),
    message: message => (isHidden ? openMessage(message, source) : message),
  }
}

const openly: Telling = {
  isHidden: false,
  value: value => (isError(value) ? value.message : describeValue(value)),
  result: describeValue,
  message: message => message,
}

function isSecretRoot(root: (typeof contentRoots)[number], input: AdmissionInput): boolean {
  const held = input[root]
  if (held === null) return false
  const { kind, apiVersion } = fieldsOf(held)
  if (kind === 'Secret' && (apiVersion === 'v1' || apiVersion === undefined)) return true
  const asked = input.request.kind
  return root !== 'params' && asked.group === '' && asked.kind === 'Secret'
}

/** Names that macros bind: they may hide a variable of the same name. */
function namesBoundIn(expr: Expr): readonly string[] {
  const names: string[] = []
  const waiting = [expr]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'comprehension') names.push(next.variable, next.second ?? '', next.accumulator)
    waiting.push(...childrenOf(next))
  }
  return names
}

function readsClosed(root: Expr, open: ReadonlySet<string>, secrets: ReadonlySet<string>): boolean {
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'ident') {
      if (!open.has(next.name)) return true
    } else if (!isOpenPath(next, secrets)) waiting.push(...childrenOf(next))
  }
  return false
}

/** `object.metadata.name` and its like, of a Secret. */
function isOpenPath(expr: Expr, secrets: ReadonlySet<string>): boolean {
  const fields: string[] = []
  let at = expr
  for (; at.kind === 'select'; at = at.operand) fields.unshift(at.field)
  if (at.kind !== 'ident' || !secrets.has(at.name)) return false
  const [first = '', second = ''] = fields
  return first === 'metadata' ? openMetadata.has(second) : fields.length === 1 && openFields.has(first)
}

/** A value that tells nothing of a text, in words; null for any other. */
function plain(value: Value): string | null {
  if (value === null || typeof value === 'boolean') return describeValue(value)
  if (typeof value !== 'number' && typeof value !== 'bigint' && !(value instanceof UintValue)) return null
  const text = describeValue(value)
  return (text.match(/\d/g) ?? []).length <= mostDigits ? text : null
}

/** Errors that repeat nothing of what was evaluated, or only what is written in the expression. */
const openErrors =
  /^(?:no such overload(?:: [^'"]*)?|(?:division|modulus) by zero|(?:unsigned )?integer overflow|index out of range: -?\d{1,7}|index -?\d{1,7} out of range|invalid substring range\. start: -?\d{1,7}, end: -?\d{1,7}|type conversion error from '[\w.]+' to '[\w.]+'|optional\.none\(\) dereference|operation cancelled: actual cost limit exceeded|unable to parse numeric part of quantity|quantities must match the regular expression '\S+')$/

function openMessage(message: string, source: string): string {
  let rest = message
  let told = ''
  for (;;) {
    const begin = prefixOf(rest, source)
    if (begin === '') break
    told += begin
    rest = rest.slice(begin.length)
  }
  const key = /^no such key: (.+)$/s.exec(rest)?.[1]
  const isOpen = openErrors.test(rest) || (key !== undefined && isWritten(key, source))
  return told + (isOpen ? rest : hiddenText)
}

function prefixOf(message: string, source: string): string {
  const expression = `expression '${source}' resulted in error: `
  if (message.startsWith(expression)) return expression
  return (
    /^composited variable "[A-Za-z_][A-Za-z0-9_]*" fails to (?:evaluate|compile): /.exec(message)?.[0] ?? ''
  )
}

const isWritten = (key: string, source: string): boolean =>
  source.includes(`.${key}`) || source.includes(`'${key}'`) || source.includes(`"${key}"`)
