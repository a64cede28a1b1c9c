import type { Json } from '../../cel/kubernetes/index.ts'
import written from './builtIn.gen.json' with { type: 'json' }

/**
 * The Go types behind the built-in kinds, as test/cluster/defaults writes them down. A struct is read when
 * it is first asked for: most are never met.
 */

/** A Go type, as far as JSON shows it. */
export type GoType =
  /** `named` where Go has a type of its own. */
  | { readonly of: 'string'; readonly named?: string }
  | { readonly of: 'bool' | 'int32' | 'int64' | 'uint8' | 'float' | 'bytes' }
  | { readonly of: 'time' | 'microTime' | 'quantity' | 'intOrString' | 'raw' }
  /** Amounts by resource, rounded up to thousandths. */
  | { readonly of: 'resources' }
  /** Of JSON schemas: a schema or a list of them, a schema or a bool, a schema or a list of texts. */
  | { readonly of: 'schemaOrList' | 'schemaOrBool' | 'schemaOrTexts' }
  | { readonly of: 'pointer' | 'list' | 'map'; readonly element: GoType }
  | { readonly of: 'struct'; readonly name: string }

export interface Field {
  readonly name: string
  /** As messages name it: after the structs that are embedded, e.g. `VolumeSource.hostPath`. */
  readonly path: string
  /** When it is left out: an empty value, a zero value, never. */
  readonly omitted: 'empty' | 'zero' | 'never'
  readonly type: GoType
}

/** A struct; one name stands for structs of several versions where they are the same. */
export interface Struct {
  readonly name: string
  readonly fields: readonly Field[]
  readonly byName: ReadonlyMap<string, Field>
  /** Values of fields that are filled in wherever the struct stands. */
  readonly defaults: readonly (readonly [Field, Json])[]
  /** Sentences on fields whose default is not static, by field. */
  readonly unsure: readonly (readonly [string, string])[]
}

interface Written {
  readonly version: string
  readonly kinds: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, string>>
  readonly defaults: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly varied: Readonly<Record<string, string>>
  readonly clocked: Readonly<Record<string, string>>
  readonly gated: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const table: Written = written as unknown as Written

/** Release of Kubernetes that the kinds and defaults are of, e.g. `v1.36.3`. */
export const defaultsVersion: string = table.version

/** Fields whose default depends on where their struct stands: they are left to rules. */
export const variedFields: Readonly<Record<string, string>> = table.varied

const letters: Readonly<Record<string, GoType>> = {
  s: { of: 'string' },
  b: { of: 'bool' },
  i: { of: 'int32' },
  l: { of: 'int64' },
  u: { of: 'uint8' },
  f: { of: 'float' },
  y: { of: 'bytes' },
  T: { of: 'time' },
  M: { of: 'microTime' },
  Q: { of: 'quantity' },
  L: { of: 'resources' },
  I: { of: 'intOrString' },
  R: { of: 'raw' },
  A: { of: 'schemaOrList' },
  B: { of: 'schemaOrBool' },
  C: { of: 'schemaOrTexts' },
}

const containers: Readonly<Record<string, 'pointer' | 'list' | 'map'>> = {
  '*': 'pointer',
  '[': 'list',
  '{': 'map',
}
const marks: Readonly<Record<string, Field['omitted']>> = { '?': 'empty', '~': 'zero', '=': 'never' }

function readType(text: string): GoType {
  const head = text.charAt(0)
  const of = containers[head]
  if (of !== undefined) return { of, element: readType(text.slice(1)) }
  if (head === '(') return { of: 'struct', name: text.slice(1, -1) }
  if (text.startsWith('s:')) return { of: 'string', named: text.slice(2) }
  const plain = letters[text]
  if (plain === undefined) throw new Error(`a type is written ${text}`)
  return plain
}

function readField(text: string): Field {
  const at = text.search(/[?~=]/)
  const omitted = marks[text.charAt(at)]
  if (omitted === undefined) throw new Error(`a field is written ${text}`)
  const path = text.slice(0, at)
  return { name: path.slice(path.lastIndexOf('.') + 1), path, omitted, type: readType(text.slice(at + 1)) }
}

function unsureFields(name: string): readonly (readonly [string, string])[] {
  const gated = Object.entries(table.gated[name] ?? {}).map(([field, gate]): [string, string] => [
    field,
    `The default of ${field} (${name}) is that of a server whose feature gate ${gate} is as Kubernetes ${table.version} has it.`,
  ])
  const clocked = (table.clocked[name] ?? '')
    .split(' ')
    .filter(field => field !== '')
    .map((field): [string, string] => [
      field,
      `The server sets ${field} (${name}) to the time of the request, and it is left out here.`,
    ])
  return [...gated, ...clocked]
}

const structs = new Map<string, Struct>()

/** The struct of a name that the table itself gave. */
export function structOf(name: string): Struct {
  const known = structs.get(name)
  if (known !== undefined) return known
  const text = Object.hasOwn(table.types, name) ? table.types[name] : undefined
  if (text === undefined) throw new Error(`there is no type ${name}`)
  const fields = text === '' ? [] : text.split(' ').map(readField)
  const filled = table.defaults[name] ?? {}
  const read: Struct = {
    name,
    fields,
    byName: new Map(fields.map(field => [field.name, field])),
    defaults: fields.flatMap((field): [Field, Json][] => {
      const value = Object.hasOwn(filled, field.name) ? filled[field.name] : undefined
      return value === undefined ? [] : [[field, value]]
    }),
    unsure: unsureFields(name),
  }
  structs.set(name, read)
  return read
}

const kinds = new Map<string, string>()

/** Name of the struct of a kind; undefined where it is not built in. */
export function structNameOf(apiVersion: string, kind: string): string | undefined {
  if (kinds.size === 0) {
    for (const [version, names] of Object.entries(table.kinds)) {
      for (const each of names.split(' ')) {
        const [name = '', struct = name] = each.split('=')
        kinds.set(`${version} ${name}`, struct)
      }
    }
  }
  return kinds.get(`${apiVersion} ${kind}`)
}

/** All built-in kinds. */
export function builtInKinds(): readonly { readonly apiVersion: string; readonly kind: string }[] {
  return Object.entries(table.kinds).flatMap(([apiVersion, names]) =>
    names.split(' ').map(each => ({ apiVersion, kind: each.split('=')[0] ?? each })),
  )
}
