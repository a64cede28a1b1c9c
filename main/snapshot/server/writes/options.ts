import type { JsonObject } from '../../../../shared/cel/kubernetes/index.ts'
import { list, text } from '../../tables/index.ts'
import { badRequest, StatusError } from '../status.ts'

export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions'

const group = 'meta.k8s.io'

/** Options of a write as its query says them. @throws StatusError 400, 422 */
export function queryOptions(query: URLSearchParams, kind: OptionsKind): JsonObject {
  const manager = query.get('fieldManager') ?? ''
  const validation = query.get('fieldValidation') ?? ''
  const isDelete = kind === 'DeleteOptions'
  return validated(kind, {
    dryRun: query.getAll('dryRun').filter(value => value !== ''),
    ...(isDelete ? deleteOptions(query) : {}),
    ...(isDelete || manager === '' ? {} : { fieldManager: manager }),
    ...(isDelete || validation === '' ? {} : { fieldValidation: validation }),
  })
}

function deleteOptions(query: URLSearchParams): JsonObject {
  const policy = query.get('propagationPolicy') ?? ''
  const grace = query.get('gracePeriodSeconds') ?? ''
  const orphan = query.get('orphanDependents') ?? ''
  if (!/^-?\d*$/.test(grace))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`)
  return {
    ...(policy === '' ? {} : { propagationPolicy: policy }),
    ...(grace === '' ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(orphan === '' ? {} : { orphanDependents: orphan !== 'false' && orphan !== '0' }),
  }
}

/** Options of a delete as its body says them. @throws StatusError 422 */
export function bodyOptions(body: unknown): JsonObject {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const { kind: _kind, apiVersion: _version, ...rest } = fields as JsonObject
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
  if (policy !== '' && typeof options.orphanDependents === 'boolean') throw bothPolicies(policy)
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
  return invalidOptions(kind, { reason: 'FieldValueNotSupported', message, field })
}

function bothPolicies(policy: string): StatusError {
  const message = `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`
  return invalidOptions('DeleteOptions', {
    reason: 'FieldValueInvalid',
    message,
    field: 'propagationPolicy',
  })
}

interface Cause {
  readonly reason: string
  readonly message: string
  readonly field: string
}

export function invalidOptions(kind: OptionsKind, cause: Cause): StatusError {
  const message = `${kind}.${group} "" is invalid: ${cause.field}: ${cause.message}`
  return new StatusError(422, 'Invalid', message, { details: { group, kind, causes: [cause] } })
}
