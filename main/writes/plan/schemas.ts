import type { KindSchema } from '../../../shared/ipc/index.ts'
import { type KubeObject, parseApiVersion } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'

export type SchemaOf = (object: Pick<KubeObject, 'apiVersion' | 'kind'>) => Promise<KindSchema | null>

/** The schemas of kinds, each read once; null for a kind without one. */
export function schemasOf(api: ApiClient): SchemaOf {
  const schemas = new Map<string, Promise<KindSchema | null>>()
  return ({ apiVersion, kind }) => {
    const key = `${apiVersion}/${kind}`
    const known = schemas.get(key)
    if (known !== undefined) return known
    const { group, version } = parseApiVersion(apiVersion)
    const reading = api.schema(group, version, kind).catch(() => null)
    schemas.set(key, reading)
    return reading
  }
}
