import {
  changesOf,
  compare,
  type DefaultRule,
  type DiffRow,
  defaultsOfKind,
  diffLines,
  type Shape,
  withoutServerFields,
} from '../../../../shared/diff/index.ts'
import type { Revision } from '../../../../shared/ipc/index.ts'
import { isMapping, type KubeObject } from '../../../../shared/kube/index.ts'
import { at } from '../../../../shared/relations/index.ts'

export interface ComparisonOptions {
  /** Overlooks what the server or a controller sets by itself, status included. */
  readonly withoutServerFields: boolean
  /** Overlooks defaults that only one side has. */
  readonly withoutDefaults: boolean
  readonly shape: Shape
}

export interface Comparison {
  readonly rows: readonly DiffRow[]
  readonly changes: number
}

/** Two versions of one object, reduced to what both can hold. */
export function compareRevisions(
  before: { readonly revision: Revision; readonly object: KubeObject },
  after: { readonly revision: Revision; readonly object: KubeObject },
  options: ComparisonOptions,
): Comparison {
  const isTemplate = before.revision.part === 'template' || after.revision.part === 'template'
  const [earlier, later] = [before.object, after.object].map(object => {
    if (isTemplate) return templateOf(object)
    if (options.withoutServerFields) return withoutServerFields(object)
    return withoutManagedFields(object)
  })
  const defaults: { defaults?: readonly DefaultRule[] } = options.withoutDefaults
    ? { defaults: defaultsOfKind(after.object.kind) }
    : {}
  const node = compare(earlier, later, { shape: options.shape, ...defaults })
  return { rows: diffLines(node), changes: changesOf(node).length }
}

/** `spec.template` alone, without the label and annotations that controllers add to it. */
function templateOf(object: KubeObject): unknown {
  const template = at(object, 'spec', 'template')
  const metadata = isMapping(template) && isMapping(template.metadata) ? template.metadata : null
  if (!isMapping(template) || metadata === null) return { spec: { template } }
  const { creationTimestamp: _none, ...rest } = metadata
  return { spec: { template: { ...template, metadata: rest } } }
}

function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata }
}
