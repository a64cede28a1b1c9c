import { createHmac, randomBytes } from 'node:crypto'
import { isMapping, type KubeObject, type ObjectRef } from '../../shared/kube/index.ts'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/**
 * Key of the fingerprints, new in every process: two values of one run can be told apart, and
 * nothing can be learned of a value from its fingerprint outside of it.
 */
const fingerprintKey = randomBytes(32)

export function isSecret(ref: ObjectRef): boolean {
  return ref.resource.group === '' && ref.resource.resource === 'secrets'
}

/**
 * A Secret as it may leave main: each value replaced by its size and a fingerprint, so that a
 * changed value still shows as changed. The last-applied annotation repeats the values, and is
 * replaced as a whole.
 */
export function maskSecret(object: KubeObject): KubeObject {
  const masked: Record<string, unknown> = { ...object }
  if (isMapping(object.data)) masked.data = maskValues(object.data, value => Buffer.from(value, 'base64'))
  if (isMapping(object.stringData))
    masked.stringData = maskValues(object.stringData, value => Buffer.from(value))
  const annotations: unknown = object.metadata?.annotations
  if (isMapping(annotations) && Object.hasOwn(annotations, lastApplied))
    masked.metadata = {
      ...object.metadata,
      annotations: { ...annotations, [lastApplied]: '(hidden: repeats the values of the Secret)' },
    }
  return masked as unknown as KubeObject
}

function maskValues(
  values: Readonly<Record<string, unknown>>,
  bytesOf: (value: string) => Buffer,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      maskOf(bytesOf(typeof value === 'string' ? value : '')),
    ]),
  )
}

function maskOf(bytes: Buffer): string {
  const size = bytes.length === 1 ? '1 byte' : `${bytes.length} bytes`
  const fingerprint = createHmac('sha256', fingerprintKey).update(bytes).digest('hex').slice(0, 6)
  return `(${size}, fingerprint ${fingerprint})`
}
