import type { Resource } from '../../shared/kube/index.ts'

/** What the Table of a kind does not say of its own columns. */
export interface KindOverride {
  /** Columns that hold an age, although their type does not say so; by lower-case name. */
  readonly ages?: readonly string[]
  /** Ages that tick only while the cell of `column` is `value`: the others are durations that ended. */
  readonly tickingWhile?: { readonly age: string; readonly column: string; readonly value: string }
}

/** Columns that hold an age in every kind that has them. */
const commonAges: readonly string[] = ['age', 'last seen', 'first seen']

/** RBAC kinds and CustomResourceDefinitions call this a date and print a timestamp. */
const createdAt = 'created at'

/** By group and resource. Column names are those of k8s.io/kubernetes/pkg/printers/internalversion. */
const overrides: ReadonlyMap<string, KindOverride> = new Map([
  ['batch/cronjobs', { ages: ['last schedule'] }],
  ['batch/jobs', { tickingWhile: { age: 'duration', column: 'status', value: 'Running' } }],
])

const none: KindOverride = {}

/** The override of a kind; an empty one when there is none. */
export function overrideOf({ group, resource }: Resource): KindOverride {
  return overrides.get(`${group}/${resource}`) ?? none
}

/** True when cells of this column are ages that tick. */
export function isAgeColumn(override: KindOverride, name: string, type: string): boolean {
  const key = name.toLowerCase()
  if (key === createdAt) return false
  return type === 'date' || commonAges.includes(key) || override.ages?.includes(key) === true
}
