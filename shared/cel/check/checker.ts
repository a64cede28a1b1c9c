import { type Comprehension, type Expr, operators } from '../syntax/ast.ts'
import type { Issue } from '../syntax/issue.ts'
import type { Declarations, Reference, Signature } from './declarations.ts'
import {
  assign,
  assignAll,
  formatType,
  insideOptional,
  isDynamic,
  isSameType,
  moreGeneral,
  parametersOf,
  Substitutions,
  type Type,
  types,
} from './types.ts'

export interface CheckOptions {
  /** Whether elements of a list and values of a map must be of one type. */
  readonly homogeneousLiterals: boolean
}

export interface Checked {
  readonly expr: Expr
  /** Type of each node by its id; parameters that nothing decided are `dyn`. */
  readonly types: ReadonlyMap<number, Type>
  readonly references: ReadonlyMap<number, Reference>
  readonly issues: readonly Issue[]
  /** Of the whole expression. */
  readonly type: Type
}

/** Finds the type of every part of an expression and what its names refer to. */
export function check(expr: Expr, declarations: Declarations, options: CheckOptions): Checked {
  return new Checker(declarations, options).run(expr)
}

interface Scope {
  readonly parent: Scope | null
  readonly variables: ReadonlyMap<string, Type>
}

class Checker {
  readonly #declarations: Declarations
  readonly #options: CheckOptions
  readonly #types = new Map<number, Type>()
  readonly #references = new Map<number, Reference>()
  readonly #issues: Issue[] = []
  #known = new Substitutions()
  #scope: Scope | null = null
  #free = 0

  constructor(declarations: Declarations, options: CheckOptions) {
    this.#declarations = declarations
    this.#options = options
  }

  run(expr: Expr): Checked {
    this.#check(expr)
    const settled = new Map<number, Type>()
    for (const [id, type] of this.#types) settled.set(id, this.#known.apply(type, true))
    return {
      expr,
      types: settled,
      references: this.#references,
      issues: this.#issues,
      type: settled.get(expr.id) ?? types.error,
    }
  }

  #check(expr: Expr): Type {
    const type = this.#typeOf(expr)
    this.#types.set(expr.id, type)
    return type
  }

  #typeOf(expr: Expr): Type {
    switch (expr.kind) {
      case 'literal':
        return types[expr.literal.type]
      case 'ident':
        return this.#named(expr, expr.name) ?? this.#undeclared(expr.at, expr.name)
      case 'select':
        return this.#select(expr)
      case 'call':
        return this.#call(expr)
      case 'list':
        return this.#list(expr)
      case 'map':
        return this.#map(expr)
      case 'struct':
        return this.#struct(expr)
      case 'comprehension':
        return this.#comprehension(expr)
    }
  }

  /** A name of something declared; null when nothing has it. */
  #named(expr: Expr, written: string): Type | null {
    const name = written.startsWith('.') ? written.slice(1) : written
    const variable = this.#variable(name)
    if (variable !== undefined) {
      this.#references.set(expr.id, { type: 'variable', name })
      return variable
    }
    const named = this.#declarations.provider.findStruct(name) ?? this.#declarations.typeNamed(name)
    if (named === undefined) return null
    this.#references.set(expr.id, { type: 'typeName', of: named })
    return types.type(named)
  }

  #variable(name: string): Type | undefined {
    for (let scope = this.#scope; scope !== null; scope = scope.parent) {
      const type = scope.variables.get(name)
      if (type !== undefined) return type
    }
    return this.#declarations.variable(name)
  }

  #select(expr: Expr & { kind: 'select' }): Type {
    const qualified = expr.testOnly ? null : qualifiedName(expr)
    const named = qualified === null ? null : this.#named(expr, qualified)
    if (named !== null) return named
    const field = this.#field(expr, expr.operand, expr.field, false)
    return expr.testOnly ? types.bool : this.#known.apply(field)
  }

  #field(expr: Expr, operand: Expr, field: string, optional: boolean): Type {
    const checked = this.#check(operand)
    const operandType = this.#known.apply(checked)
    const inside = insideOptional(operandType)
    const found = this.#fieldOf(expr.at, inside ?? operandType, field)
    return inside !== null || optional ? types.optional(found) : found
  }

  #fieldOf(at: number, type: Type, field: string): Type {
    switch (type.kind) {
      case 'map':
        return type.value
      case 'struct': {
        const found = this.#declarations.provider.findField(type.name, field)
        if (found === undefined && this.#declarations.provider.findStruct(type.name) === undefined)
          return this.#fault(at, `unexpected failed resolution of '${type.name}'`)
        return found ?? this.#fault(at, `undefined field '${field}'`)
      }
      case 'param':
        // Nothing is known of it: from now on it may be anything.
        this.#fits(types.dyn, type)
        return types.dyn
      default:
        if (!isDynamic(type))
          this.#fault(at, `type '${formatType(this.#known.apply(type))}' does not support field selection`)
        return types.dyn
    }
  }

  #call(expr: Expr & { kind: 'call' }): Type {
    if (expr.name === operators.optSelect) return this.#optionalSelect(expr)
    for (const argument of expr.args) this.#check(argument)
    const name = expr.name.startsWith('.') ? expr.name.slice(1) : expr.name
    if (expr.target === null) return this.#function(expr, name, null)
    // `sets.contains(a, b)` is a function of that whole name where there is one, else `contains` of `sets`.
    const prefix = qualifiedName(expr.target)
    if (prefix !== null) {
      const whole = `${prefix.replace(/^\./, '')}.${name}`
      if (this.#declarations.signatures(whole) !== undefined) return this.#function(expr, whole, null)
    }
    this.#check(expr.target)
    return this.#function(expr, name, expr.target)
  }

  #function(expr: Expr & { kind: 'call' }, name: string, target: Expr | null): Type {
    const signatures = this.#declarations.signatures(name)
    if (signatures === undefined) return this.#undeclared(expr.at, name)
    const operands = target === null ? expr.args : [target, ...expr.args]
    const given = operands.map(operand => this.#types.get(operand.id) ?? types.error)
    const isLogical = name === operators.and || name === operators.or
    const found = isLogical
      ? this.#logical(operands, given, signatures)
      : this.#resolve(signatures, given, target !== null)
    if (found === null) {
      if (!isLogical) this.#noOverload(expr.at, name, given, target !== null)
      return types.error
    }
    const { overloads, result } = found
    this.#references.set(expr.id, { type: 'function', name, overloads, member: target !== null })
    return result
  }

  #logical(
    operands: readonly Expr[],
    given: readonly Type[],
    [signature]: readonly Signature[],
  ): Resolution | null {
    let isSound = true
    for (const [index, type] of given.entries()) {
      if (this.#fits(types.bool, type)) continue
      this.#mismatch(operands[index]?.at ?? -1, types.bool, type)
      isSound = false
    }
    return isSound ? { overloads: signature === undefined ? [] : [signature.id], result: types.bool } : null
  }

  #resolve(signatures: readonly Signature[], given: readonly Type[], isMember: boolean): Resolution | null {
    const overloads: string[] = []
    let result: Type | null = null
    for (const signature of signatures) {
      if (signature.member !== isMember) continue
      const fresh = this.#instantiated(signature)
      const known = assignAll(this.#known, given, fresh.args)
      if (known === null) continue
      this.#known = known
      overloads.push(signature.id)
      const mine = known.apply(fresh.result)
      if (result === null) result = mine
      else if (result.kind !== 'dyn' && !isSameType(mine, result)) result = types.dyn
    }
    return result === null ? null : { overloads, result }
  }

  /** A signature whose type parameters are variables of this expression. */
  #instantiated({ args, result }: Signature): { readonly args: readonly Type[]; readonly result: Type } {
    const own = new Map<string, Type>()
    const collect = (type: Type): void => {
      if (type.kind === 'param') {
        if (!own.has(type.name)) own.set(type.name, this.#variableType())
      } else for (const inside of parametersOf(type)) collect(inside)
    }
    for (const type of [result, ...args]) collect(type)
    if (own.size === 0) return { args, result }
    const substitutions = new Substitutions(own)
    return {
      args: args.map(type => substitutions.apply(type)),
      result: substitutions.apply(result),
    }
  }

  #optionalSelect(expr: Expr & { kind: 'call' }): Type {
    const [operand, name] = expr.args
    if (operand === undefined || name?.kind !== 'literal' || name.literal.type !== 'string')
      return this.#fault(expr.at, 'unsupported optional field selection')
    const result = this.#field(expr, operand, name.literal.value, true)
    this.#types.set(name.id, types.string)
    this.#references.set(expr.id, {
      type: 'function',
      name: operators.optSelect,
      overloads: ['select_optional_field'],
      member: false,
    })
    return this.#known.apply(result)
  }

  #list({ elements, optional }: Expr & { kind: 'list' }): Type {
    let joined: Type | null = null
    for (const [index, element] of elements.entries()) {
      const type = this.#check(element)
      const given = optional.includes(index) ? this.#unwrapped(element, type) : type
      joined = this.#join(element, joined, given)
    }
    return types.list(joined ?? this.#variableType())
  }

  #map({ entries }: Expr & { kind: 'map' }): Type {
    let key: Type | null = null
    let value: Type | null = null
    for (const entry of entries) {
      key = this.#join(entry.key, key, this.#check(entry.key))
      const type = this.#check(entry.value)
      const given = entry.optional ? this.#unwrapped(entry.value, type) : type
      value = this.#join(entry.value, value, given)
    }
    return types.map(key ?? this.#variableType(), value ?? this.#variableType())
  }

  /** What an optional entry adds when it is there. */
  #unwrapped(expr: Expr, type: Type): Type {
    const inside = insideOptional(type)
    if (inside === null && type.kind !== 'dyn') this.#mismatch(expr.at, types.optional(type), type)
    return inside ?? type
  }

  #join(expr: Expr, previous: Type | null, current: Type): Type {
    if (previous === null) return current
    if (this.#fits(previous, current)) return moreGeneral(previous, current)
    if (!this.#options.homogeneousLiterals) return types.dyn
    this.#mismatch(expr.at, previous, current)
    return types.error
  }

  #struct(expr: Expr & { kind: 'struct' }): Type {
    const name = expr.typeName.startsWith('.') ? expr.typeName.slice(1) : expr.typeName
    const type = this.#declarations.provider.findStruct(name)
    if (type === undefined) {
      const other = this.#named(expr, name)
      if (other === null) return this.#undeclared(expr.at, expr.typeName)
      return this.#fault(
        expr.at,
        `'${formatType(other.kind === 'type' ? (other.of ?? other) : other)}' is not a message type`,
      )
    }
    this.#references.set(expr.id, { type: 'typeName', of: type })
    for (const field of expr.fields) {
      const given = this.#check(field.value)
      const value = field.optional ? this.#unwrapped(field.value, given) : given
      const wanted =
        this.#declarations.provider.findField(name, field.field) ??
        this.#fault(field.at, `undefined field '${field.field}'`)
      if (!this.#fits(wanted, value))
        this.#fault(
          field.at,
          `expected type of field '${field.field}' is '${formatType(wanted)}' but provided type is '${formatType(value)}'`,
        )
    }
    return type
  }

  #comprehension(expr: Comprehension): Type {
    const over = this.#check(expr.range)
    const range = this.#known.apply(over)
    const gathered = this.#check(expr.initial)
    this.#scope = { parent: this.#scope, variables: new Map([[expr.accumulator, gathered]]) }
    const [first, second] = this.#elementTypes(expr, range)
    const own = new Map([[expr.variable, first]])
    if (expr.second !== null) own.set(expr.second, second)
    this.#scope = { parent: this.#scope, variables: own }
    this.#expect(expr.condition, types.bool)
    this.#expect(expr.step, gathered)
    this.#leaveScope()
    const result = this.#check(expr.result)
    this.#leaveScope()
    return this.#known.apply(result)
  }

  #leaveScope(): void {
    this.#scope = this.#scope?.parent ?? null
  }

  /** Types of the first and, where there is one, the second variable of a macro. */
  #elementTypes({ range, second }: Comprehension, type: Type): readonly [Type, Type] {
    switch (type.kind) {
      case 'list':
        return second === null ? [type.element, types.error] : [types.int, type.element]
      case 'map':
        return [type.key, type.value]
      case 'dyn':
      case 'error':
      case 'param':
        this.#fits(types.dyn, type)
        return [types.dyn, types.dyn]
      default:
        this.#fault(
          range.at,
          `expression of type '${formatType(this.#known.apply(type))}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        )
        return [types.error, types.error]
    }
  }

  #expect(expr: Expr, wanted: Type): void {
    const type = this.#check(expr)
    if (!this.#fits(wanted, type)) this.#mismatch(expr.at, wanted, type)
  }

  /** Whether one type may stand for the other; what was learned of type variables stays. */
  #fits(wanted: Type, given: Type): boolean {
    const known = assign(this.#known, wanted, given)
    if (known === null) return false
    this.#known = known
    return true
  }

  #variableType(): Type {
    return types.param(`_var${this.#free++}`)
  }

  #noOverload(at: number, name: string, given: readonly Type[], isMember: boolean): void {
    const shown = given.map(type => formatType(this.#known.apply(type, true)))
    const signature = isMember ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`
    this.#fault(at, `found no matching overload for '${name}' applied to '${signature}'`)
  }

  #mismatch(at: number, wanted: Type, given: Type): void {
    this.#fault(at, `expected type '${formatType(wanted)}' but found '${formatType(given)}'`)
  }

  #undeclared(at: number, name: string): Type {
    return this.#fault(at, `undeclared reference to '${name}' (in container '')`)
  }

  #fault(at: number, message: string): Type {
    this.#issues.push({ message, at })
    return types.error
  }
}

interface Resolution {
  readonly overloads: readonly string[]
  readonly result: Type
}

/** `a.b.c` as one name; null for anything that is not names joined by dots. */
function qualifiedName(expr: Expr): string | null {
  if (expr.kind === 'ident') return expr.name
  if (expr.kind !== 'select' || expr.testOnly) return null
  const prefix = qualifiedName(expr.operand)
  return prefix === null ? null : `${prefix}.${expr.field}`
}
