import { CelError } from '../../cel/index.ts'
import { rulesBudget } from '../../cel/kubernetes/index.ts'
import { deepest, isObject, own, quote } from '../values/index.ts'
import { byKey, type Correlation, keyOf } from './correlation.ts'
import { childPath } from './fieldPath.ts'
import { byteLength } from './names.ts'
import { duplicate, type FieldProblem, forbidden, invalid, omitted, required } from './problem.ts'
import type { CompiledRule, RuleTree } from './ruleTree.ts'
import type { Structural, ValidationRule } from './structural.ts'

export interface RuleOutcome {
  readonly errors: readonly FieldProblem[]
  /** Failures at what did not change: accepted with a warning. */
  readonly warnings: readonly string[]
}

/** What the rules of a schema say of an object (`schema/cel/validation.go`). */
export function evaluateRules(
  tree: RuleTree,
  object: unknown,
  old: unknown,
  correlation: Correlation | null,
): RuleOutcome {
  const run = new Run()
  run.at(tree, { value: object, old, path: '', ratchet: { current: correlation, parent: null }, depth: 0 })
  return { errors: run.errors, warnings: run.warnings }
}

/** Which value decides whether a failure is an old one: the node beside its old value, or what it is in. */
interface Ratchet {
  readonly current: Correlation | null
  readonly parent: Correlation | null
}

interface Node {
  readonly value: unknown
  /** Undefined where nothing tells which old value is the same one. */
  readonly old: unknown
  readonly path: string
  readonly ratchet: Ratchet
  readonly depth: number
}

const noBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run'
/** Release from which on messages tell scalars by their value; before, all by their type (kubernetes#132798). */
const valuesSince = 35
/** Bytes of a message that an expression makes. */
const longestMessage = 5120

class Run {
  readonly errors: FieldProblem[] = []
  readonly warnings: string[] = []
  /** Negative once nothing may be evaluated any more. */
  #budget = rulesBudget

  at(tree: RuleTree, node: Node): void {
    const { value, path, ratchet, depth } = node
    if (value === null || value === undefined || depth > deepest) return
    this.#rules(tree, node)
    for (const branch of tree.allOf) {
      if (this.#budget < 0) return
      this.at(branch, { ...node, ratchet: { current: null, parent: ratchet.parent }, depth: depth + 1 })
    }
    if (Array.isArray(value)) this.#list(tree, node, value)
    else if (isObject(value)) {
      const old = isObject(node.old) && isCorrelatable(tree.schema) ? node.old : {}
      const inside = (name: string, at: string): Node => ({
        value: own(value, name),
        old: own(old, name),
        path: at,
        ratchet: keyOfRatchet(ratchet, name),
        depth: depth + 1,
      })
      for (const name of Object.keys(value)) {
        if (this.#budget < 0) return
        if (tree.additional !== null) this.at(tree.additional, inside(name, `${path}[${name}]`))
        const property = tree.property(name)
        if (property !== null) this.at(property, inside(name, childPath(path, name)))
      }
    }
  }

  #list(tree: RuleTree, { old, path, ratchet, depth }: Node, list: readonly unknown[]): void {
    const { items } = tree
    if (items === null) return
    const { listType, listKeys } = tree.schema
    const before =
      Array.isArray(old) && listType === 'map' ? byKey(old, listKeys) : new Map<string, unknown>()
    for (const [index, value] of list.entries()) {
      if (this.#budget < 0) return
      const key = keyOf(value, listKeys)
      const current = ratchet.current
      this.at(items, {
        value,
        old: key === null ? undefined : before.get(key),
        path: `${path}[${index}]`,
        ratchet: current === null ? ratchet : { current: current.index(index), parent: current },
        depth: depth + 1,
      })
    }
  }

  #rules(tree: RuleTree, node: Node): void {
    if (tree.rules.length === 0) return
    const { type } = tree.schema
    if (this.#budget <= 0) {
      this.#stop(invalid(node.path, type, noBudget))
      return
    }
    for (const compiled of tree.rules) {
      if (this.#budget < 0) return
      const { rule, declared } = compiled
      if (rule.fault !== null) this.errors.push(invalid(node.path, type, `rule compile error: ${rule.fault}`))
      else if (!rule.usesOldSelf || !isNothing(node.old) || declared.hasOptionalOldSelf)
        this.#evaluate(tree, compiled, node)
    }
  }

  #evaluate(tree: RuleTree, compiled: CompiledRule, node: Node): void {
    const { type } = tree.schema
    const { compiler, rule, declared } = compiled
    const oldSelf = isNothing(node.old) ? {} : { oldSelf: node.old }
    const { result, cost } = compiler.evaluate(rule, { self: node.value, ...oldSelf })
    if (cost > this.#budget) {
      this.#stop(invalid(node.path, type, noBudget))
      return
    }
    this.#budget -= cost
    if (result instanceof CelError) this.#erred(result.message, declared, type, node)
    else if (result !== true) this.#failed(tree, compiled, node)
  }

  #erred(message: string, declared: ValidationRule, type: string, node: Node): void {
    const name = ruleName(declared)
    if (message.startsWith('no such overload'))
      this.errors.push(
        invalid(
          node.path,
          type,
          `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`,
        ),
      )
    else if (message.startsWith('operation cancelled: actual cost limit exceeded'))
      this.#stop(
        invalid(
          node.path,
          type,
          `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`,
        ),
      )
    else this.errors.push(invalid(node.path, type, `${message} evaluating rule: ${name}`))
  }

  #failed(tree: RuleTree, compiled: CompiledRule, node: Node): void {
    const { type } = tree.schema
    const { declared, rule } = compiled
    const relative = fieldOf(declared.fieldPath, tree.schema)
    const path = relative === '' ? node.path : childPath(node.path, relative)
    const isOld = !rule.usesOldSelf && (node.ratchet.current ?? node.ratchet.parent)?.isSame === true
    const add = (problem: FieldProblem): void => {
      if (isOld) this.warnings.push(problem.message)
      else this.errors.push(problem)
    }
    const made = this.#message(tree, compiled, node)
    if (made.type === 'outOfBudget') {
      add(invalid(path, type, made.message))
      this.#budget = -1
      return
    }
    const written = declared.message.trim()
    const detail =
      made.type === 'message' ? made.message : written === '' ? `failed rule: ${ruleName(declared)}` : written
    const told = type === 'object' || type === 'array' ? omitted : node.value
    const value = tree.minor >= valuesSince ? told : type
    add(forReason(declared.reason, path, value, detail))
  }

  #message(tree: RuleTree, { message, messageCompiler, declared }: CompiledRule, node: Node): Message {
    if (message === null) return { type: 'none' }
    const oldSelf = isNothing(node.old) || !tree.usesOldSelf ? {} : { oldSelf: node.old }
    const { result, cost } = messageCompiler.evaluate(message, { self: node.value, ...oldSelf })
    if (cost > this.#budget)
      return {
        type: 'outOfBudget',
        message:
          'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
      }
    if (
      result instanceof CelError &&
      result.message.startsWith('operation cancelled: actual cost limit exceeded')
    )
      return {
        type: 'outOfBudget',
        message: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${quote(declared.messageExpression)}`,
      }
    this.#budget -= cost
    const text = typeof result === 'string' ? result.trim() : ''
    const isUsable = text !== '' && byteLength(text) <= longestMessage && !text.includes('\n')
    return isUsable ? { type: 'message', message: text } : { type: 'none' }
  }

  #stop(problem: FieldProblem): void {
    this.errors.push(problem)
    this.#budget = -1
  }
}

type Message =
  | { readonly type: 'none' }
  | { readonly type: 'message' | 'outOfBudget'; readonly message: string }

const isNothing = (value: unknown): boolean => value === null || value === undefined

const isCorrelatable = ({ mapType }: Structural): boolean =>
  mapType === '' || mapType === 'granular' || mapType === 'atomic'

function keyOfRatchet(ratchet: Ratchet, name: string): Ratchet {
  const { current, parent } = ratchet
  if (current === null) return ratchet
  // Kind and version of the whole are not seen as they were stored.
  if (parent === null && (name === 'apiVersion' || name === 'kind')) return { current: null, parent: null }
  return { current: current.key(name), parent: current }
}

const ruleName = ({ message, rule }: ValidationRule): string => (message === '' ? rule : message).trim()

function forReason(reason: string, path: string, value: unknown, detail: string): FieldProblem {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail)
    case 'FieldValueRequired':
      return required(path, detail)
    case 'FieldValueDuplicate':
      return duplicate(path, value)
    default:
      return invalid(path, value, detail)
  }
}

/** A path of fields and keys as the server writes it; one that does not go with the schema is not used. */
function fieldOf(fieldPath: string, schema: Structural): string {
  let at: Structural | null | undefined = schema
  let path = ''
  for (const [, name, key] of fieldPath.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)) {
    const bare = name ?? (key ?? '').replace(/\\(.)/g, '$1')
    if (!at) return ''
    const isNamed: boolean = at.properties.names.length > 0
    path = isNamed ? childPath(path, bare) : `${path}[${bare}]`
    at = isNamed ? at.properties.get(bare) : at.additional
  }
  return at ? path : ''
}
