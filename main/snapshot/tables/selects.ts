import {
  type KubeObject,
  type LabelSelectorObject,
  labelSelectorOf,
  matchesLabels,
} from '../../../shared/kube/index.ts'

/** Whether an object's label selector selects another one; one that is missing or unreadable selects nothing. */
export function selects(selector: unknown, object: KubeObject): boolean {
  if (typeof selector !== 'object' || selector === null) return false
  const parsed = labelSelectorOf(selector as LabelSelectorObject)
  return parsed.ok && matchesLabels(parsed.selector, object.metadata.labels)
}
