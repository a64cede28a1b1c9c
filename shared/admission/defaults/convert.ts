import type { GroupVersionKind, JsonObject } from '../../cel/kubernetes/index.ts'
import { apiVersionOf } from './decode.ts'
import { type Fields, readStruct, Undecodable } from './read.ts'
import { toVersion1, toVersion2 } from './rules/index.ts'
import { type GoType, structNameOf, structOf } from './table.ts'
import { writeJson, writeStruct } from './write.ts'

type Convert = (fields: Fields) => void

/** Names of fields of core/v1 events and what events.k8s.io/v1 calls them. */
const eventFields: readonly (readonly [string, string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
]

const renameAll =
  (names: readonly (readonly [string, string])[]): Convert =>
  fields => {
    for (const [from, to] of names) {
      const value = fields[from]
      if (value === undefined) continue
      fields[to] = value
      delete fields[from]
    }
  }

/** By the structs it leads from and to. */
const conversions: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['HorizontalPodAutoscaler@autoscaling/v1 HorizontalPodAutoscaler@autoscaling/v2', toVersion2],
  [
    'HorizontalPodAutoscaler@autoscaling/v2 HorizontalPodAutoscaler@autoscaling/v1',
    fields => toVersion1(fields, writeJson),
  ],
  ['Event@core/v1 Event@events/v1', renameAll(eventFields)],
  ['Event@events/v1 Event@core/v1', renameAll(eventFields.map(([old, now]) => [now, old]))],
])

const innermost = (type: GoType): GoType => ('element' in type ? innermost(type.element) : type)
const withoutNames = (type: GoType): string =>
  'element' in type ? `${type.of} ${withoutNames(type.element)}` : type.of

/** Whether structs have the same fields all the way down, whatever their defaults. */
function isSameShape(one: string, other: string, above: ReadonlySet<string> = new Set()): boolean {
  if (one === other || above.has(one)) return true
  const [left, right] = [structOf(one).fields, structOf(other).fields]
  const within = new Set([...above, one])
  return (
    left.length === right.length &&
    left.every((field, at) => {
      const beside = right[at]
      if (beside?.name !== field.name || withoutNames(field.type) !== withoutNames(beside.type)) return false
      const [inner, innerBeside] = [innermost(field.type), innermost(beside.type)]
      if (inner.of !== 'struct' || innerBeside.of !== 'struct') return true
      return isSameShape(inner.name, innerBeside.name, within)
    })
  )
}

const groupOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''

/**
 * An object as the API server has it in another version of its resource, which it does not default once
 * more: autoscalers, events of both groups, and versions that have the same fields. null where the kinds
 * are not built in, the conversion is another, or the object does not decode.
 */
export function convertBuiltIn(object: JsonObject, to: GroupVersionKind): JsonObject | null {
  const { apiVersion, kind } = object
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || kind !== to.kind) return null
  const from = structNameOf(apiVersion, kind)
  const target = structNameOf(apiVersionOf(to), to.kind)
  if (from === undefined || target === undefined) return null
  const convert = conversions.get(`${from} ${target}`)
  if (convert === undefined && (groupOf(apiVersion) !== to.group || !isSameShape(from, target))) return null
  try {
    const fields = readStruct(object, structOf(from))
    if (from !== target) convert?.(fields)
    fields.apiVersion = apiVersionOf(to)
    return writeStruct(fields, structOf(target), { withDefaults: false, assumptions: new Set() })
  } catch (error) {
    if (error instanceof Undecodable || error instanceof RangeError) return null
    throw error
  }
}
