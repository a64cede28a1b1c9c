import { parseFieldSelector, parseLabelSelector } from '../../../shared/kube/index.ts'
import type { ListQuery } from '../../live/index.ts'

export interface SelectorErrors {
  readonly label: string | undefined
  readonly field: string | undefined
}

/**
 * Which selector an error is about: one that cannot be read says so itself. Where both can be
 * read and the server still refuses, it is the field selector: servers know few fields of a kind
 * and any label.
 */
export function selectorErrors(
  { labelSelector, fieldSelector }: Pick<ListQuery, 'labelSelector' | 'fieldSelector'>,
  refusal: string | undefined,
): SelectorErrors {
  const label = parseLabelSelector(labelSelector)
  const field = parseFieldSelector(fieldSelector)
  const unread = {
    label: label.ok ? undefined : label.problem.message,
    field: field.ok ? undefined : field.problem.message,
  }
  if (!label.ok || !field.ok || refusal === undefined) return unread
  if (fieldSelector !== '') return { label: undefined, field: refusal }
  return { label: labelSelector === '' ? undefined : refusal, field: undefined }
}
