import type { JsonObject } from '../../../../shared/cel/kubernetes/index.ts'
import { list, mapping, text } from '../../tables/index.ts'
import { StatusError } from '../status.ts'

export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions'

const group = 'meta.k8s.io'

/** Options of a write as its query says them. @throws StatusError 422 */
export function queryOptions(query: URLSearchParams, kind: OptionsKind): JsonObject {
  const manager = query.get('fieldManager') ?? ''
  const validation = query.get('fieldValidation') ?? ''
  const policy = query.get('propagationPolicy') ?? ''
  const isDelete = kind === 'DeleteOptions'
  return validated(kind, {
    ...(isDelete && policy !== '' ? { propagationPolicy: policy } : {}),
    dryRun: query.getAll('dryRun').filter(value => value !== ''),
    ...(isDelete || manager === '' ? {} : { fieldManager: manager }),
    ...(isDelete || validation === '' ? {} : { fieldValidation: validation }),
  })
}

/** Options of a delete as its body says them. @throws StatusError 422 */
export function bodyOptions(body: unknown): JsonObject {
  const { kind: _kind, apiVersion: _version, ...rest } = mapping(body) as JsonObject
  return validated('DeleteOptions', rest)
}

function validated(kind: OptionsKind, options: JsonObject): JsonObject {
  const dryRun = list(options.dryRun)
  if (dryRun.some(value => value !== 'All')) throw unsupported(kind, 'dryRun', dryRun, ['All'])
  const validation = text(options.fieldValidation)
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(validation))
    throw unsupported(kind, 'fieldValidation', validation, ['', 'Ignore', 'Strict', 'Warn'])
  const policy = text(options.propagationPolicy)
  if (!['', 'Background', 'Foreground', 'Orphan'].includes(policy))
    throw unsupported(kind, 'propagationPolicy', policy, ['Background', 'Foreground', 'Orphan', 'nil'])
  // Of a patch, admission sees the options of an update.
  return {
    kind: kind === 'PatchOptions' ? 'UpdateOptions' : kind,
    apiVersion: `${group}/v1`,
    ...options,
  }
}

/** Whether the options ask for a dry run. */
export const isDryRun = ({ dryRun }: JsonObject): boolean => list(dryRun).length > 0

function unsupported(
  kind: OptionsKind,
  field: string,
  value: unknown,
  supported: readonly string[],
): StatusError {
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported.map(each => `"${each}"`).join(', ')}`
  return new StatusError(422, 'Invalid', `${kind}.${group} "" is invalid: ${field}: ${message}`, {
    details: { group, kind, causes: [{ reason: 'FieldValueNotSupported', message, field }] },
  })
}
