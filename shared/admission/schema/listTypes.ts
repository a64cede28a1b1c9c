import { deepest, goJson, isObject, own } from '../values/index.ts'
import { duplicate, type FieldProblem, invalid } from './problem.ts'
import type { Structural } from './structural.ts'

/** Elements that a set or a map of a schema has more than once (`schema/listtype/validation.go`). */
export function listProblems(
  value: unknown,
  schema: Structural | null,
  path = '',
  depth = 0,
): readonly FieldProblem[] {
  if (schema === null || depth > deepest) return []
  if (Array.isArray(value)) {
    const found = [...ofList(value, schema, path)]
    for (const [index, element] of value.entries())
      found.push(...listProblems(element, schema.items, `${path}[${index}]`, depth + 1))
    return found
  }
  if (!isObject(value)) return []
  const found: FieldProblem[] = []
  for (const [name, field] of Object.entries(value)) {
    if (schema.additional)
      found.push(...listProblems(field, schema.additional, `${path}[${name}]`, depth + 1))
    const property = schema.properties.get(name)
    const inside = path === '' ? name : `${path}.${name}`
    if (property !== undefined) found.push(...listProblems(field, property, inside, depth + 1))
  }
  return found
}

function ofList(list: readonly unknown[], schema: Structural, path: string): readonly FieldProblem[] {
  if (schema.listType === 'set')
    return repeated(list).map(index => duplicate(`${path}[${index}]`, list[index]))
  if (schema.listType !== 'map') return []
  const odd = list.findIndex(element => element !== null && !isObject(element))
  if (odd >= 0)
    return [invalid(`${path}[${odd}]`, list[odd], 'must be an object for an array of list-type map')]
  const keys = list.map(element => {
    const key: Record<string, unknown> = Object.create(null)
    for (const name of schema.listKeys)
      if (isObject(element) && Object.hasOwn(element, name)) key[name] = own(element, name)
    return key
  })
  return repeated(keys).map(index => duplicate(`${path}[${index}]`, keys[index]))
}

/** Places of what was there once before; of what comes a third time there is no word. */
function repeated(list: readonly unknown[]): readonly number[] {
  const times = new Map<string, number>()
  return list.flatMap((element, index) => {
    const text = goJson(element)
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    return before === 1 ? [index] : []
  })
}
