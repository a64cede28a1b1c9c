import { isMapping, type KubeObject } from '../../../../shared/kube/index.ts'

/** One key of a ConfigMap or Secret. */
export interface DataEntry {
  readonly key: string
  /** `masked`: the value stays in main until it is asked for; `text` is its size in words then. */
  readonly type: 'text' | 'binary' | 'masked'
  readonly text: string
}

/** Every key of `data`, `binaryData` and `stringData`, sorted by name; null for kinds without. */
export function dataOf(object: KubeObject): readonly DataEntry[] | null {
  const isSecret = object.apiVersion === 'v1' && object.kind === 'Secret'
  if (!isSecret && !(object.apiVersion === 'v1' && object.kind === 'ConfigMap')) return null
  const entries = [
    ...read(object.data, isSecret ? 'masked' : 'text'),
    ...read(object.binaryData, 'binary'),
    ...read(object.stringData, isSecret ? 'masked' : 'text'),
  ]
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1))
}

function read(values: unknown, type: DataEntry['type']): readonly DataEntry[] {
  if (!isMapping(values)) return []
  return Object.entries(values).map(([key, value]) => ({
    key,
    type,
    text: typeof value === 'string' ? value : '',
  }))
}

/** The size out of a mask such as `(12 bytes, fingerprint 3fa9c1)`. */
export function maskedSize(mask: string): string {
  return /^\((\d+ bytes?)/.exec(mask)?.[1] ?? mask
}
