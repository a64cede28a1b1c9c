import type { Expr } from '../../cel/index.ts'
import { literalText, nodesOf, type SeenExpression } from './expressions.ts'

/** A field that a mutation sets. */
export interface WrittenField {
  /** Names of the fields on the way; items of lists have none of their own. */
  readonly path: readonly string[]
  /** Key of the item or map entry where it is written down, e.g. `proxy`; else empty. */
  readonly item: string
  /** The value where it is written down, as text; null where it is computed. */
  readonly value: string | null
}

/** Fields that an apply configuration names, from the types it constructs. */
export function appliedFields(compiled: SeenExpression): readonly WrittenField[] {
  const found: WrittenField[] = []
  for (const node of nodesOf(compiled.expr)) {
    if (node.kind !== 'struct' || !/^Object(\.|$)/.test(node.typeName)) continue
    const base = node.typeName.split('.').slice(1)
    const name = node.fields.find(({ field }) => field === 'name')
    const item = literalText(name?.value) ?? ''
    for (const { field, value } of node.fields) {
      if (isStructural(value)) continue
      const path = [...base, field]
      if (value.kind === 'map') {
        for (const { key, value: entry } of value.entries)
          found.push({ path, item: literalText(key) ?? '', value: written(entry) })
      } else found.push({ path, item, value: written(value) })
    }
  }
  return found
}

// Structs, and lists of them, name their own fields.
function isStructural(value: Expr): boolean {
  if (value.kind === 'struct') return true
  for (const node of nodesOf(value))
    if (node.kind === 'struct' && node.typeName.startsWith('Object')) return true
  return false
}

function written(value: Expr): string | null {
  if (value.kind !== 'literal') return null
  return 'value' in value.literal
    ? `${value.literal.type} ${String(value.literal.value)}`
    : value.literal.type
}

/** One operation of a JSON patch, as far as it is written down. */
export interface WrittenOperation {
  readonly op: string
  /** Null where it is computed. */
  readonly path: string | null
  readonly value: string | null
}

export function patchOperations(compiled: SeenExpression): readonly WrittenOperation[] {
  const found: WrittenOperation[] = []
  for (const node of nodesOf(compiled.expr)) {
    if (node.kind !== 'struct' || node.typeName !== 'JSONPatch') continue
    const field = (name: string): Expr | undefined => node.fields.find(each => each.field === name)?.value
    const value = field('value')
    found.push({
      op: literalText(field('op')) ?? '',
      path: literalText(field('path')),
      value: value === undefined ? null : written(value),
    })
  }
  return found
}

/**
 * Whether the value of a JSON patch holds, in a list or map, types that stand in none of their kind: the API
 * server panics on making it, see `patchJson` of the expressions.
 */
export function hasBareObjects(compiled: SeenExpression): boolean {
  for (const node of nodesOf(compiled.expr)) {
    if (node.kind !== 'struct' || node.typeName !== 'JSONPatch') continue
    const value = node.fields.find(({ field }) => field === 'value')?.value
    if (value !== undefined && holdsBareObject(value, false)) return true
  }
  return false
}

function holdsBareObject(expr: Expr, isWithin: boolean): boolean {
  switch (expr.kind) {
    case 'struct':
      return isWithin && /^Object(\.|$)/.test(expr.typeName)
    case 'list':
      return expr.elements.some(each => holdsBareObject(each, true))
    case 'map':
      return expr.entries.some(({ value }) => holdsBareObject(value, true))
    case 'call':
      if (isSumOfItems(expr))
        return itemsOf(expr).some(each => each.kind !== 'struct' && holdsBareObject(each, false))
      return valueArguments(expr).some(each => holdsBareObject(each, isWithin))
    // `map` adds to a list in each step.
    case 'comprehension':
      return holdsBareObject(expr.macro === 'filter' ? expr.range : expr.step, isWithin)
    default:
      return false
  }
}

/** Lists that are added up, all with an item: the server makes JSON of their items before they are values again. */
const isSumOfItems = (expr: Expr): boolean =>
  expr.kind === 'call' && expr.name === '_+_' && expr.args.every(each => isFilled(each) || isSumOfItems(each))

const isFilled = (expr: Expr): boolean => expr.kind === 'list' && expr.elements.length > expr.optional.length

const itemsOf = (expr: Expr): readonly Expr[] =>
  expr.kind === 'call' ? expr.args.flatMap(itemsOf) : expr.kind === 'list' ? expr.elements : []

/** Arguments of a call whose values come to be the value, or a part of it. */
function valueArguments(call: Extract<Expr, { kind: 'call' }>): readonly Expr[] {
  if (call.name === '_?_:_') return call.args.slice(1)
  return ['_+_', 'of', 'optional.of', 'dyn'].includes(call.name) ? call.args : []
}

/** Whether an expression chooses: a condition, or a question about a list. */
export function isGuarded(compiled: SeenExpression): boolean {
  for (const node of nodesOf(compiled.expr)) {
    if (node.kind === 'call' && node.name === '_?_:_') return true
    if (node.kind === 'comprehension' && ['exists', 'all', 'exists_one', 'filter'].includes(node.macro))
      return true
  }
  return patchOperations(compiled).some(({ op }) => op === 'test')
}
