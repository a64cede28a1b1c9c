/**
 * The Kubernetes vocabulary: objects, group-version-resource and references. Pure types and
 * functions that every process shares.
 */

export { type AgeInText, formatAge, parseAge, parseAgo } from './age.ts'
export {
  type FieldRequirement,
  type FieldSelector,
  fieldText,
  matchesFields,
  parseFieldSelector,
  printFieldSelector,
} from './fieldSelector.ts'
export {
  type FieldOwner,
  type OwnedFields,
  type Ownership,
  ownersAt,
  readOwnedFields,
  readOwnership,
} from './fields.ts'
export { matchesName } from './namePattern.ts'
export { kindNames, longest } from './names.ts'
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from './object.ts'
export { ownValue } from './ownValue.ts'
export {
  elementKey,
  type FieldPath,
  formatPath,
  isMapping,
  isScalar,
  type KeyElement,
  keyOfItem,
  type PathElement,
  type Scalar,
  type ValueElement,
} from './path.ts'
export { quantityNumber } from './quantity.ts'
export { isAllReady } from './readiness.ts'
export { type ContextId, type ObjectRef, refKey } from './ref.ts'
export {
  apiVersionOf,
  type GroupVersion,
  parseApiVersion,
  type Resource,
  type ResourceInfo,
  resourceKey,
  type SubresourceInfo,
  type Verb,
} from './resource.ts'
export {
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  type LabelSelectorObject,
  type Labels,
  labelSelectorOf,
  matchesLabels,
  parseLabelSelector,
  printLabelSelector,
} from './selector.ts'
export type { ParsedSelector, SelectorProblem } from './selectorSyntax.ts'
export { hasHidden, hiddenCharacters, hiddenMark, visibleText } from './visible.ts'
