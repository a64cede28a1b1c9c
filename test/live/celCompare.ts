import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { typeText } from '../../shared/cel/check/types.ts'
import type { Compiled, Evaluation } from '../../shared/cel/environment.ts'
import { printDouble } from '../../shared/cel/values/numbers.ts'
import {
  CelError,
  DurationValue,
  ListValue,
  MapValue,
  OptionalValue,
  TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
} from '../../shared/cel/values/value.ts'

/** What becomes of an expression, as the oracle writes it (test/cluster/cel). */
export interface Answer {
  readonly issues?: string
  readonly type?: string
  readonly value?: unknown
  readonly error?: string
  readonly cost: number
}

/** An expression, for a server of a version; `isNew` as for one that is being written. */
export interface Question {
  readonly expr: string
  readonly version: string
  readonly isNew: boolean
}

/**
 * Asks the server’s own environment about expressions on one object, which is given as its text, since
 * numbers may be larger than ours; an answer for each question, in their order.
 */
export function askOracle(binary: string, object: string, questions: readonly Question[]): readonly Answer[] {
  const flat = object.replaceAll(/\n\s*/g, '')
  const input = questions
    .map(({ expr, version, isNew }) => {
      const head = JSON.stringify({ expr, version, new: isNew })
      return `${head.slice(0, -1)},"object":${flat}}`
    })
    .join('\n')
  const { stdout, stderr, status } = spawnSync(binary, { input, maxBuffer: 1 << 30, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the oracle ended with ${status}: ${stderr.slice(0, 2000)}`)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Answer)
}

/** What becomes of an expression here, in the same form. */
export function ownAnswer(compiled: Compiled, evaluate: (compiled: Compiled) => Evaluation): Answer {
  if (compiled.issues.length > 0) return { issues: compiled.message, cost: 0 }
  const { result, cost } = evaluate(compiled)
  const type = typeText(compiled.type)
  return result instanceof CelError
    ? { type, error: result.message, cost }
    : { type, value: shown(result), cost }
}

/** Parts in which two answers differ; empty where they agree. */
export function differences(wanted: Answer, own: Answer): readonly string[] {
  if (wanted.issues !== undefined || own.issues !== undefined)
    return wanted.issues === own.issues ? [] : [`issues: ${wanted.issues}\n  but ours: ${own.issues}`]
  return (['value', 'error', 'cost', 'type'] as const).flatMap(part => {
    const [theirs, ours] = [JSON.stringify(wanted[part]), JSON.stringify(own[part])]
    return theirs === ours ? [] : [`${part}: ${theirs} but ours: ${ours}`]
  })
}

function shown(value: Value): unknown {
  if (value === null) return { null: true }
  if (typeof value === 'bigint') return { int: String(value) }
  if (typeof value === 'number') return { double: printDouble(value) }
  if (typeof value !== 'object') return value
  if (value instanceof UintValue) return { uint: String(value.value) }
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (value instanceof TimestampValue) return { timestamp: String(BigInt.asIntN(64, value.nanoseconds)) }
  if (value instanceof DurationValue) return { duration: String(value.nanoseconds) }
  if (value instanceof TypeValue) return { type: value.name }
  if (value instanceof OptionalValue)
    return { optional: value.value === undefined ? null : [shown(value.value)] }
  if (value instanceof ListValue) return { list: [...value].map(shown) }
  if (value instanceof MapValue) return { map: entries(value) }
  return { opaque: typeNameOf(value), text: String(value) }
}

/** Sorted by key: a map has no order. */
function entries(map: MapValue): readonly unknown[] {
  const order = (one: unknown, other: unknown): number =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
  return [...map.keys()]
    .map(key => [shown(key), shown(map.get(key) ?? null)] as const)
    .sort((one, other) => order(one[0], other[0]))
}
