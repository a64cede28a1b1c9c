import { compare } from '../../../shared/diff/index.ts'
import { AppError } from '../../../shared/errors/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { valueAt } from '../plan/fields.ts'
import type { PlannedStep } from '../plan/step.ts'

/** Fields that a refusal names. */
const named = 5

/**
 * Refuses what would overwrite a value that nobody was shown: of the fields that the plan changes, one is neither
 * as it was then nor as it is wanted. A forced apply would take it without a word, and so would a patch.
 * @param before the object as it is right before sending
 * @throws AppError `conflict`
 */
export function refuseOvertaken(
  { step, request, live, result }: PlannedStep,
  before: KubeObject | null,
): void {
  if (request.method === 'DELETE' || before === null || result === null) return
  const overtaken = step.changes.filter(({ path, cause }) => {
    if (cause.by !== 'mine') return false
    const now = valueAt(before, path)
    return !isSame(now, valueAt(live, path)) && !isSame(now, valueAt(result, path))
  })
  if (overtaken.length === 0) return
  const fields = overtaken.slice(0, named).map(({ field }) => field)
  const more = overtaken.length - fields.length
  throw new AppError({
    kind: 'conflict',
    reason: 'ChangedSince',
    resource: request.title,
    message: `Somebody else changed ${fields.join(', ')}${more > 0 ? ` and ${more} more` : ''} since this was reviewed. Nothing was written: ask for a new review, which shows what is there now.`,
  })
}

/**
 * The body of an apply that the server takes only for the object as it was read: what is checked right before
 * sending must still hold when the server writes. Null where the body is no object.
 */
export function boundTo(body: string, { metadata: { resourceVersion } }: KubeObject): string | null {
  const applied: unknown = JSON.parse(body)
  if (!isMapping(applied) || !isMapping(applied.metadata) || resourceVersion === undefined) return null
  return JSON.stringify({ ...applied, metadata: { ...applied.metadata, resourceVersion } })
}

const isSame = (one: unknown, other: unknown): boolean => compare(one, other).type === 'same'
