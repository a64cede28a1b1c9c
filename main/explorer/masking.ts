import { isMapping, type KubeObject } from '../../shared/kube/index.ts'
import type { BuiltRequest } from './request.ts'

export type Mask = (object: KubeObject) => KubeObject

/** Whether an operation answers Secrets, in whatever form. */
export function answersSecrets({ operation: { group, resource } }: BuiltRequest): boolean {
  return group === '' && resource === 'secrets'
}

/** Deeper than any object of a cluster. */
const deepest = 64

/**
 * A value with every Secret in it masked: lists, tables and events of a watch hold objects inside.
 * @param isSecret that an object is one though it does not name its kind: items of a list do not
 */
export function maskedValue(value: unknown, mask: Mask, isSecret: boolean, depth = 0): unknown {
  if (depth > deepest) return '(too deep to be shown)'
  if (Array.isArray(value)) return value.map(item => maskedValue(item, mask, isSecret, depth + 1))
  if (!isMapping(value)) return value
  const isOne = isMaskedHere(value, isSecret)
  const own = isOne ? (mask(value as unknown as KubeObject) as unknown as Record<string, unknown>) : value
  return Object.fromEntries(
    Object.entries(own).map(([key, item]) => [
      key,
      // What is masked is text by now; everything else may hold further objects.
      isOne && (key === 'data' || key === 'stringData') ? item : maskedValue(item, mask, isSecret, depth + 1),
    ]),
  )
}

/** A Secret by its kind; where Secrets are answered, whatever has values or the annotations of an object. */
function isMaskedHere(value: Readonly<Record<string, unknown>>, isSecret: boolean): boolean {
  if (value.kind === 'Secret' && (value.apiVersion === 'v1' || value.apiVersion === undefined)) return true
  if (!isSecret) return false
  const { metadata } = value
  return (
    isMapping(value.data) ||
    isMapping(value.stringData) ||
    (isMapping(metadata) && isMapping(metadata.annotations))
  )
}
