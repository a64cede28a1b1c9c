import type { SchemaKnown } from '../../../../shared/admission/trace/index.ts'
import { predictApply, predictUpdate, serverPath } from '../../../../shared/apply/index.ts'
import { type Shape, shapeOfSchema, unknownShape } from '../../../../shared/diff/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { stampOf } from '../../lifecycle/index.ts'
import { list, text } from '../../tables/index.ts'
import { badRequest, StatusError } from '../status.ts'
import { invalidOptions } from './options.ts'

/** Shape of a kind, its metadata as every kind has them. @param anyKind schema of a built-in kind */
export function shapeOf(schema: SchemaKnown, anyKind: SchemaKnown): Shape {
  const shape = schema.state === 'known' ? shapeOfSchema(schema) : unknownShape
  const metadata = anyKind.state === 'known' ? shapeOfSchema(anyKind).field('metadata') : unknownShape
  return { ...shape, field: name => (name === 'metadata' ? metadata : shape.field(name)) }
}

export interface Writing {
  readonly live: KubeObject | null
  readonly manager: string
  readonly shape: Shape
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Whom the fields belong to after a write that is no apply. */
export function ownersAfterUpdate(
  updated: KubeObject,
  subresource: string,
  { live, manager, shape, now }: Writing,
): KubeObject['metadata']['managedFields'] {
  const of = subresource === '' ? {} : { subresource }
  return predictUpdate({ live: live ?? emptyOf(updated), updated, manager, shape, now: stampOf(now), ...of })
    .metadata.managedFields
}

const template = { metadata: {}, spec: { containers: null } }

/** What structs of Go have when nothing is set, by kind: nobody owns that a part is there at all. */
const emptySpecs: Readonly<Record<string, object>> = {
  CronJob: { jobTemplate: { metadata: {}, spec: { template } } },
  CustomResourceDefinition: { group: '', names: { plural: '', kind: '' }, scope: '', versions: null },
  DaemonSet: { selector: null, template, updateStrategy: {} },
  Deployment: { selector: null, template, strategy: {} },
  Job: { template },
  Pod: { containers: null },
  ReplicaSet: { selector: null, template },
  StatefulSet: { selector: null, template, updateStrategy: {} },
}

/** What the server compares a new object with. Custom resources are no structs. */
function emptyOf({ apiVersion, kind, spec }: KubeObject): KubeObject | null {
  const isStruct = spec !== undefined && (!apiVersion.includes('.') || apiVersion.includes('.k8s.io/'))
  if (!isStruct) return null
  return { apiVersion, kind, metadata: {} as KubeObject['metadata'], spec: emptySpecs[kind] ?? {} }
}

/** The object that server-side apply makes. @throws StatusError 409 where others own what it wants to change */
export function appliedTo(
  applied: KubeObject,
  force: boolean,
  { live, manager, shape, now }: Writing,
): KubeObject {
  const { object, conflicts } = predictApply({ live, applied, manager, force, shape, now: stampOf(now) })
  if (conflicts.length === 0) return object
  throw applyConflict(
    conflicts.flatMap(({ path, managers }) =>
      managers.map(each => ({ field: serverPath(path), by: printed(each, live) })),
    ),
  )
}

/** Source: apimachinery, pkg/util/managedfields/internal/conflict.go. */
function printed(manager: string, live: KubeObject | null): string {
  const entry = live?.metadata.managedFields?.find(each => each.manager === manager)
  if (entry === undefined || entry.operation === 'Apply') return JSON.stringify(manager)
  const through = entry.subresource === undefined ? '' : ` with subresource "${entry.subresource}"`
  const when = entry.time === undefined ? '' : ` at ${entry.time}`
  return `${JSON.stringify(manager)}${through} using ${entry.apiVersion}${when}`
}

interface Conflict {
  readonly field: string
  readonly by: string
}

function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.map(({ field, by }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${by}`,
    field,
  }))
  return new StatusError(409, 'Conflict', conflictText(conflicts), { details: { causes } })
}

function conflictText(conflicts: readonly Conflict[]): string {
  const [only] = conflicts
  if (only !== undefined && conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${only.by}: ${only.field}`
  const managers = [...new Set(conflicts.map(({ by }) => by))].sort()
  const lines = managers.flatMap(manager => [
    `conflicts with ${manager}:`,
    ...conflicts.filter(({ by }) => by === manager).map(({ field }) => `- ${field}`),
  ])
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`
}

/** What an apply has to say beside its object. @throws StatusError 400, 422 */
export function checkApply(applied: KubeObject, manager: unknown): void {
  if (text(manager) === '')
    throw invalidOptions('PatchOptions', {
      reason: 'FieldValueRequired',
      message: 'Required value: is required for apply patch',
      field: 'fieldManager',
    })
  if (list(applied.metadata.managedFields).length > 0) throw badRequest('metadata.managedFields must be nil')
}

/** The manager that a client is where it names none. Source: apiserver, pkg/endpoints/handlers/create.go. */
export function managerOf(fieldManager: unknown, userAgent: string): string {
  const named = text(fieldManager)
  if (named !== '') return named
  return (
    userAgent
      .split('/')[0]
      ?.replace(/[^\x20-\x7e]/g, '')
      .slice(0, 128) || 'unknown'
  )
}
