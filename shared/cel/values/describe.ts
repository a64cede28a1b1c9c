import { printDouble } from './numbers.ts'
import { showValue } from './show.ts'
import { printDuration, printTimestamp } from './time.ts'
import {
  DurationValue,
  ListValue,
  MapValue,
  OptionalValue,
  TimestampValue,
  UintValue,
  type Value,
} from './value.ts'

/** Characters of a description; longer ones are cut short. */
const longest = 60

/** A value in a few words, as a person reads it beside an expression; texts stand in quotes. */
export function describeValue(value: Value): string {
  const text = described(value, 0)
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** Elements of a list, and entries of a map, that are written out. */
const shownParts = 5
const deepest = 3

function described(value: Value, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 2 * longest))
  if (typeof value === 'number') return printDouble(value)
  if (value instanceof UintValue) return `${value.value}u`
  if (value instanceof TimestampValue) return printTimestamp(value)
  if (value instanceof DurationValue) return printDuration(value)
  if (value instanceof OptionalValue)
    return value.value === undefined ? 'nothing' : described(value.value, depth)
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (value instanceof ListValue) return parts('[', ']', value.size, depth, () => elements(value, depth))
  if (value instanceof MapValue) return parts('{', '}', value.size, depth, () => entries(value, depth))
  return showValue(value)
}

function parts(
  open: string,
  close: string,
  size: number,
  depth: number,
  shown: () => readonly string[],
): string {
  if (size === 0) return open + close
  if (depth >= deepest) return `${open}…${close}`
  return `${open}${shown().join(', ')}${size > shownParts ? `, … ${size} in all` : ''}${close}`
}

function elements(list: ListValue, depth: number): readonly string[] {
  const count = Math.min(list.size, shownParts)
  return Array.from({ length: count }, (_, at) => described(list.at(at), depth + 1))
}

function entries(map: MapValue, depth: number): readonly string[] {
  const found: string[] = []
  for (const key of map.keys()) {
    if (found.length === shownParts) break
    found.push(`${described(key, depth + 1)}: ${described(map.get(key) ?? null, depth + 1)}`)
  }
  return found
}
