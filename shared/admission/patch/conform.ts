import { ForeignValue } from '../../cel/kubernetes/index.ts'
import { deepest, isObject, literal, plain, typeName } from '../values/index.ts'
import { elementName } from './elements.ts'
import type { ListShape, MapShape, Scalar, Shape } from './shapes.ts'

/** Where and why a value does not go with its type. */
export interface TypeProblem {
  /** As the server writes it, e.g. `.spec.containers[name="a"].image`; empty at the root. */
  readonly path: string
  readonly message: string
}

/** All of them as the server words them together. */
export function problemText(problems: readonly TypeProblem[]): string {
  const texts = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  return texts.length === 1 ? (texts[0] ?? '') : ['errors:', ...texts.map(text => `  ${text}`)].join('\n')
}

/** The one of several kinds of values that this value is of. */
export function shapeOf(shape: Shape, value: unknown): Shape {
  if (Array.isArray(value)) return shape.list === null ? shape : { scalar: null, list: shape.list, map: null }
  if (value instanceof ForeignValue) return shape
  if (isObject(value)) return shape.map === null ? shape : { scalar: null, list: null, map: shape.map }
  if (value === null || value === undefined || shape.scalar === null) return shape
  return { scalar: shape.scalar, list: null, map: null }
}

/** What does not go with the type (structured-merge-diff’s `validate.go`). */
export function conform(
  shape: Shape | null,
  value: unknown,
  options: { readonly allowDuplicates: boolean },
  path = '',
  depth = 0,
): readonly TypeProblem[] {
  if (shape === null) return [{ path, message: 'schema error: no type found matching: inlined type' }]
  if (depth > deepest) return []
  const { map, scalar, list } = shapeOf(shape, value)
  const at = { options, path, depth: depth + 1 }
  if (map !== null) return ofMap(map, value, at)
  if (scalar !== null) return ofScalar(scalar, value).map(message => ({ path, message }))
  return list === null ? [] : ofList(list, value, at)
}

interface At {
  readonly options: { readonly allowDuplicates: boolean }
  readonly path: string
  readonly depth: number
}

function ofMap(map: MapShape, value: unknown, { options, path, depth }: At): readonly TypeProblem[] {
  if (value === null || value === undefined) return []
  if (!isObject(value) || value instanceof ForeignValue)
    return [{ path, message: `expected map, got &{${plain(value)}}` }]
  const problems: TypeProblem[] = []
  for (const [name, field] of Object.entries(value)) {
    const shape = map.field(name)?.shape ?? map.rest
    const inside = `${path}.${name}`
    if (shape === undefined) {
      problems.push({ path: inside, message: 'field not declared in schema' })
      break
    }
    problems.push(...conform(shape(), field, options, inside, depth))
  }
  return problems
}

function ofList(list: ListShape, value: unknown, { options, path, depth }: At): readonly TypeProblem[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) return [{ path, message: `expected list, got &{${plain(value)}}` }]
  const problems: TypeProblem[] = []
  const seen = new Set<string>()
  for (const [index, element] of value.entries()) {
    let inside = `[${index}]`
    if (!list.isAtomic) {
      const name = elementName(list, element)
      if (typeof name === 'string') {
        problems.push({ path, message: `element ${index}: ${name}` })
        break
      }
      if (seen.has(name.identity) && !options.allowDuplicates)
        problems.push({ path, message: `duplicate entries for key ${name.text}` })
      seen.add(name.identity)
      inside = name.text
    }
    problems.push(...conform(list.element(), element, options, path + inside, depth))
  }
  return problems
}

/** None, or the one why. */
export function ofScalar(scalar: Scalar, value: unknown): readonly string[] {
  if (value === null || value === undefined) return []
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  switch (scalar) {
    case 'numeric':
      return isNumber ? [] : [`expected numeric (int or float), got ${typeName(value)}`]
    case 'string':
      return typeof value === 'string'
        ? []
        : [`expected string, got &value.valueUnstructured{Value:${literal(value)}}`]
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`expected boolean, got &{${plain(value)}}`]
    case 'untyped':
      return typeof value === 'object' ? [`expected any scalar, got &{${plain(value)}}`] : []
  }
}
