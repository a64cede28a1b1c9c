import type { TypeProvider } from '../check/declarations.ts'
import { type Type, types } from '../check/types.ts'

/** Types with fields, by their names. */
export type Structs = ReadonlyMap<string, ReadonlyMap<string, Type>>

const { bool, dyn, int, string, timestamp } = types
const texts = types.list(string)

const fields = (entries: Readonly<Record<string, Type>>): ReadonlyMap<string, Type> =>
  new Map(Object.entries(entries))

const named = (name: string): Type => types.struct(`kubernetes.${name}`)

export const requestType = named('AdmissionRequest')
export const namespaceType = named('Namespace')

/**
 * Types of `request` and `namespaceObject` (the server’s `pkg/admission/plugin/cel/compile.go`). The
 * namespace’s uid is declared in capitals, which its value does not have, and its times as timestamps,
 * which its value holds as texts: so expressions that use them fail there too.
 */
export const admissionStructs: Structs = new Map([
  ['kubernetes.GroupVersionKind', fields({ group: string, version: string, kind: string })],
  ['kubernetes.GroupVersionResource', fields({ group: string, version: string, resource: string })],
  [
    'kubernetes.UserInfo',
    fields({ username: string, uid: string, groups: texts, extra: types.map(string, texts) }),
  ],
  [
    'kubernetes.AdmissionRequest',
    fields({
      kind: named('GroupVersionKind'),
      resource: named('GroupVersionResource'),
      subResource: string,
      requestKind: named('GroupVersionKind'),
      requestResource: named('GroupVersionResource'),
      requestSubResource: string,
      name: string,
      namespace: string,
      operation: string,
      userInfo: named('UserInfo'),
      dryRun: bool,
      options: dyn,
    }),
  ],
  [
    'kubernetes.Namespace',
    fields({
      metadata: named('NamespaceMetadata'),
      spec: named('NamespaceSpec'),
      status: named('NamespaceStatus'),
    }),
  ],
  [
    'kubernetes.NamespaceMetadata',
    fields({
      name: string,
      generateName: string,
      namespace: string,
      labels: types.map(string, string),
      annotations: types.map(string, string),
      UID: string,
      creationTimestamp: timestamp,
      deletionGracePeriodSeconds: int,
      deletionTimestamp: timestamp,
      generation: int,
      resourceVersion: string,
      finalizers: texts,
    }),
  ],
  ['kubernetes.NamespaceSpec', fields({ finalizers: texts })],
  [
    'kubernetes.NamespaceStatus',
    fields({ conditions: types.list(named('NamespaceCondition')), phase: string }),
  ],
  [
    'kubernetes.NamespaceCondition',
    fields({ status: string, type: string, lastTransitionTime: timestamp, message: string, reason: string }),
  ],
])

/** Words that are no names of their own; a field of such a name is declared between underscores. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function'],
  ...['if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
])

export function providerOf(structs: Structs, recognizesReserved = false): TypeProvider {
  return {
    findStruct: name => (structs.has(name) ? types.struct(name) : undefined),
    findField: (struct, field) => {
      const own = structs.get(struct)
      return (
        own?.get(field) ??
        (recognizesReserved && reservedWords.has(field) ? own?.get(`__${field}__`) : undefined)
      )
    },
  }
}

/** Asks one provider after the other. */
export function firstOf(...providers: readonly TypeProvider[]): TypeProvider {
  return {
    findStruct: name => first(providers, provider => provider.findStruct(name)),
    findField: (struct, field) => first(providers, provider => provider.findField(struct, field)),
  }
}

function first<Found>(
  providers: readonly TypeProvider[],
  find: (provider: TypeProvider) => Found | undefined,
): Found | undefined {
  for (const provider of providers) {
    const found = find(provider)
    if (found !== undefined) return found
  }
  return undefined
}
