import type { Discovery } from '../../../shared/ipc/index.ts'
import { parseApiVersion, type ResourceInfo } from '../../../shared/kube/index.ts'

/** What a text says at first sight of the object in it. Whether it is one, main tells. */
export interface NamedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Objects are told from their first lines: no more than so many characters are looked through. */
const mostRead = 200_000

/** Reads the names of an object as it is being typed; empty where there is none yet. */
export function namedObject(text: string): NamedObject {
  const start = text.slice(0, mostRead).replaceAll('\r\n', '\n')
  if (/^\s*\{/.test(start)) return fromJson(start)
  const top = (field: string) => valueIn(new RegExp(`^${field}:[ \\t]+(.*)$`, 'm').exec(start)?.[1])
  const metadata = /^metadata:[ \t]*(\{.*|)(?:#.*)?\n?((?:[ \t]+.*\n?|[ \t]*\n|#.*\n?)*)/m.exec(start)
  const flow = metadata?.[1] ?? ''
  const inner = metadata?.[2] ?? ''
  const indent = /^([ \t]+)\S/m.exec(inner)?.[1] ?? '  '
  const within = (field: string) =>
    flow === ''
      ? valueIn(new RegExp(`^${indent}${field}:[ \\t]+(.*)$`, 'm').exec(inner)?.[1])
      : valueIn(new RegExp(`[{,]\\s*["']?${field}["']?:\\s*([^,}]*)`).exec(flow)?.[1])
  return {
    apiVersion: top('apiVersion'),
    kind: top('kind'),
    namespace: within('namespace'),
    name: within('name'),
  }
}

function fromJson(text: string): NamedObject {
  const found = (field: string, where: string) =>
    new RegExp(`"${field}"\\s*:\\s*"([^"]*)"`).exec(where)?.[1] ?? ''
  const metadata = /"metadata"\s*:\s*(\{[\s\S]*)/.exec(text)?.[1] ?? ''
  return {
    apiVersion: found('apiVersion', text),
    kind: found('kind', text),
    namespace: found('namespace', metadata),
    name: found('name', metadata),
  }
}

function valueIn(text: string | undefined): string {
  const plain = (text ?? '').replace(/\s+#.*$/, '').trim()
  return /^(["']).*\1$/.test(plain) ? plain.slice(1, -1) : plain
}

/** The kind of the cluster that an object names; null while it names none, or one that is not served. */
export function servedKind(
  discovery: Discovery | null,
  { apiVersion, kind }: NamedObject,
): ResourceInfo | null {
  if (apiVersion === '' || kind === '') return null
  const { group, version } = parseApiVersion(apiVersion)
  return (
    discovery?.resources.find(
      info => info.group === group && info.version === version && info.kind === kind,
    ) ?? null
  )
}
