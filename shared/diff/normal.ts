import { isMapping, type KubeObject } from '../kube/index.ts'

/** Text that is equal for equal values whatever the order of their fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (isMapping(value)) {
    const fields = Object.keys(value)
      .filter(name => value[name] !== undefined)
      .sort()
    return `{${fields.map(name => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
  }
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'null')
}

const serverMetadata: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'uid',
  'creationTimestamp',
  'selfLink',
])
const serverAnnotations: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
])

/** The object without what the server or a controller sets by itself, status included. */
export function withoutServerFields(object: KubeObject): KubeObject {
  const { status: _status, ...rest } = object
  if (!isMapping(object.metadata)) return rest as KubeObject
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([name]) => !serverMetadata.has(name)),
  )
  if (isMapping(metadata.annotations)) {
    const annotations = Object.entries(metadata.annotations).filter(([name]) => !serverAnnotations.has(name))
    if (annotations.length > 0) metadata.annotations = Object.fromEntries(annotations)
    else delete metadata.annotations
  }
  return { ...rest, metadata } as unknown as KubeObject
}
