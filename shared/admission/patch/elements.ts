import { ForeignValue } from '../../cel/kubernetes/index.ts'
import { byBytes, deepest, goJson, isObject, numberText, own, quote } from '../values/index.ts'
import type { ListShape } from './shapes.ts'

/** What tells an element of an associative list from the others. */
export interface ElementName {
  /** The same for the same element. */
  readonly identity: string
  /** As the server writes it in a path, e.g. `[name="a"]`. */
  readonly text: string
}

/** A text is why it has none, in the server’s words. */
export function elementName(list: ListShape, element: unknown): ElementName | string {
  return list.keys.length > 0 ? keyed(list, element) : member(element)
}

function keyed(list: ListShape, element: unknown): ElementName | string {
  if (element === null || element === undefined)
    return 'associative list with keys may not have a null element'
  if (!isObject(element) || element instanceof ForeignValue)
    return 'associative list with keys may not have non-map elements'
  const values: [name: string, value: unknown][] = []
  for (const key of list.keys) {
    const shape = list.element()
    if (Object.hasOwn(element, key)) values.push([key, own(element, key)])
    else if (shape === null) return `couldn't find default value for ${key}: invalid elementType for list`
    else if (shape.map === null)
      return `couldn't find default value for ${key}: associative list may not have non-map types`
    else {
      const fallback = shape.map.field(key)?.default
      if (fallback !== undefined && fallback !== null) values.push([key, fallback])
    }
  }
  if (values.length === 0)
    return `associative list with keys has an element that omits all key fields [${list.keys.map(quote).join(' ')}] (and doesn't have default values for any key fields)`
  values.sort(([one], [other]) => byBytes(one, other))
  return {
    identity: JSON.stringify(values.map(([name, value]) => [name, goJson(value)])),
    text: `[${values.map(([name, value]) => `${name}=${shown(value)}`).join(',')}]`,
  }
}

/** What is no value of JSON has this instead, all of it the same. */
const undefinedText = '{{undefined}}'

function member(element: unknown): ElementName | string {
  if (element === null || element === undefined)
    return "associative list without keys has an element that's an explicit null"
  if (element instanceof ForeignValue) return { identity: undefinedText, text: `[=${undefinedText}]` }
  if (Array.isArray(element)) return 'not supported: associative list with lists as elements'
  if (isObject(element)) return "associative list without keys has an element that's a map type"
  return { identity: goJson(element), text: `[=${shown(element)}]` }
}

function shown(value: unknown, depth = 0): string {
  if (depth > deepest) return '…'
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(one => shown(one, depth + 1)).join(',')}]`
  if (!isObject(value)) return String(value)
  return Object.keys(value)
    .sort(byBytes)
    .map(name => `${name}=${shown(own(value, name), depth + 1)}`)
    .join('')
}
