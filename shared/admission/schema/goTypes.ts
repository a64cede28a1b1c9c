import { isInt64, isObject, own } from '../values/index.ts'
import { isDate } from './formats.ts'
import type { Fields } from './structural.ts'

/** How a schema’s values are held by the server’s Go types. */
export type GoKind =
  | { readonly kind: 'struct'; readonly name: string; readonly type: string }
  | {
      readonly kind: 'map' | 'list' | 'text' | 'number' | 'integer' | 'boolean' | 'bytes'
      readonly type: string
    }
  /** It decodes itself. */
  | { readonly kind: 'own'; readonly decode: (value: unknown) => string | null }
  | { readonly kind: 'anything' }

/** Types that are more than their schema says, by the end of the schema’s name. */
const ownDecoders: ReadonlyMap<string, (value: unknown) => string | null> = new Map([
  ['resource.Quantity', decodeQuantity],
  ['intstr.IntOrString', decodeIntOrString],
  ['v1.Time', decodeTime],
  ['v1.MicroTime', decodeTime],
  ['v1.Duration', decodeDuration],
  ['runtime.RawExtension', () => null],
  ['v1.FieldsV1', () => null],
  ['v1.JSON', () => null],
  ['v1.JSONSchemaPropsOrArray', () => null],
  ['v1.JSONSchemaPropsOrBool', () => null],
  ['v1.JSONSchemaPropsOrStringArray', () => null],
])

/** `v1.Container` of `io.k8s.api.core.v1.Container`. */
export const goName = (schemaName: string): string => schemaName.split('.').slice(-2).join('.')

/** @param schemaName of the schema that was referred to; empty for one written out */
export function goKind(schema: Fields, schemaName: string, itemType: (schema: Fields) => string): GoKind {
  const name = goName(schemaName)
  const decode = schemaName === '' ? undefined : ownDecoders.get(name)
  if (decode !== undefined) return { kind: 'own', decode }
  const [type, format] = [own(schema, 'type'), own(schema, 'format')]
  switch (type) {
    case 'object': {
      if (isObject(own(schema, 'properties')))
        return { kind: 'struct', name: name.split('.').at(-1) ?? '', type: name }
      const additional = own(schema, 'additionalProperties')
      if (schemaName !== '')
        return isObject(additional)
          ? { kind: 'map', type: name }
          : { kind: 'struct', name: name.split('.').at(-1) ?? '', type: name }
      return {
        kind: 'map',
        type: `map[string]${isObject(additional) ? itemType(additional) : 'interface {}'}`,
      }
    }
    case 'array': {
      const items = own(schema, 'items')
      return { kind: 'list', type: `[]${isObject(items) ? itemType(items) : 'interface {}'}` }
    }
    case 'string':
      if (format === 'byte') return { kind: 'bytes', type: '[]uint8' }
      if (format === 'date-time') return { kind: 'own', decode: decodeTime }
      return { kind: 'text', type: schemaName === '' ? 'string' : name }
    case 'integer':
      return { kind: 'integer', type: format === 'int32' ? 'int32' : 'int64' }
    case 'number':
      return { kind: 'number', type: 'float64' }
    case 'boolean':
      return { kind: 'boolean', type: 'bool' }
    default:
      return { kind: 'anything' }
  }
}

/** What Go’s decoder calls a value. */
export function jsonKind(value: unknown): string {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' ? 'object' : 'number'
}

const wrongValue = (value: unknown, type: string): string =>
  `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`

function decodeIntOrString(value: unknown): string | null {
  if (typeof value === 'string') return null
  if (typeof value !== 'number') return wrongValue(value, 'int32')
  const isFine = isInt64(value) && value >= -(2 ** 31) && value < 2 ** 31
  return isFine ? null : `json: cannot unmarshal number ${value} into Go value of type int32`
}

const badQuantity =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

function decodeQuantity(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint' || value === '') return null
  if (typeof value !== 'string') return badQuantity
  const isFine = /^[+-]?(\d+(\.\d*)?|\.\d+)(m|n|u|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/.test(value)
  if (isFine) return null
  // What has the form and a suffix that nobody knows is told otherwise.
  return /^[+-]?[0-9.]+([eEinumkKMGTP]+[-+]?[0-9]*|[-+][0-9]*)?$/.test(value) &&
    /^[+-]?(\d+(\.\d*)?|\.\d+)/.test(value)
    ? "unable to parse quantity's suffix"
    : badQuantity
}

function decodeTime(value: unknown): string | null {
  if (typeof value !== 'string') return wrongValue(value, 'string')
  const [, date = '', hours = '', minutes = '', seconds = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})$/.exec(value) ?? []
  if (isDate(date) && hours <= '23' && minutes <= '59' && seconds <= '59') return null
  const layout = '2006-01-02T15:04:05Z07:00'
  const rest = /^\d{4}/.test(value) ? null : '2006'
  return rest === null
    ? `parsing time "${value}" as "${layout}": it is no time of that form`
    : `parsing time "${value}" as "${layout}": cannot parse "${value}" as "2006"`
}

function decodeDuration(value: unknown): string | null {
  if (typeof value !== 'string') return wrongValue(value, 'string')
  const isFine = /^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/.test(value)
  return isFine ? null : `time: invalid duration "${value}"`
}
