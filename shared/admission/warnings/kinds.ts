import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldsOf, numberOf, stringOf } from '../fields.ts'
import { labelFaults } from '../schema/index.ts'
import { sameJson } from '../values/index.ts'
import { storageWarnings } from './quantities.ts'
import { specWarnings } from './spec.ts'

/** A write that was found valid. */
export interface Written {
  /** `group/Kind`; of the core group `/Pod`. */
  readonly kind: string
  readonly object: JsonObject
  /** Null for a create. */
  readonly old: JsonObject | null
  /** Minor of the server’s release. */
  readonly minor: number
}

interface Templated {
  /** Fields on the way to the template. */
  readonly path: readonly string[]
  /** Whether pods are named after the object. */
  readonly namesPods: boolean
}

/** Source: kubernetes, WarningsOnCreate and WarningsOnUpdate of each kind in pkg/registry. */
const templated: Readonly<Record<string, Templated>> = {
  'apps/Deployment': { path: ['spec', 'template'], namesPods: true },
  'apps/ReplicaSet': { path: ['spec', 'template'], namesPods: true },
  'apps/StatefulSet': { path: ['spec', 'template'], namesPods: false },
  'apps/DaemonSet': { path: ['spec', 'template'], namesPods: false },
  'batch/Job': { path: ['spec', 'template'], namesPods: true },
  'batch/CronJob': { path: ['spec', 'jobTemplate', 'spec', 'template'], namesPods: true },
  '/ReplicationController': { path: ['spec', 'template'], namesPods: true },
  '/PodTemplate': { path: ['template'], namesPods: false },
}

/** Warnings of a pod, or of a kind that has a template of pods; none for any other. */
export function podWarnings(written: Written): readonly string[] {
  const { kind, object, old, minor } = written
  if (kind === '/Pod') return old === null ? warningsOfPod(object, minor) : []
  const place = Object.hasOwn(templated, kind) ? templated[kind] : undefined
  if (place === undefined) return []
  return [
    ...(old === null && place.namesPods
      ? nameWarnings(object, 'this is used in Pod names and hostnames')
      : []),
    ...(old === null || isNewGeneration(written) ? templateWarnings(written, place) : []),
    ...(old !== null && kind === 'batch/CronJob' ? scheduleWarnings(object) : []),
  ]
}

function warningsOfPod(pod: JsonObject, minor: number): readonly string[] {
  return [
    ...nameWarnings(pod, "this is used in the Pod's hostname"),
    ...specWarnings({ template: pod, path: '', minor }),
  ]
}

function nameWarnings({ metadata }: JsonObject, use: string): readonly string[] {
  const faults = labelFaults(stringOf(fieldsOf(metadata).name))
  return faults.length === 0
    ? []
    : [
        `metadata.name: ${use}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`,
      ]
}

function templateWarnings({ kind, object, old, minor }: Written, { path }: Templated): readonly string[] {
  // Of a replication controller the server looks at the template as it was.
  const source = kind === '/ReplicationController' && old !== null ? old : object
  const template = path.reduce<unknown>((value, name) => fieldsOf(value)[name], source)
  return [
    ...(kind.startsWith('batch/') ? jobWarnings(source, path.slice(0, -1)) : []),
    ...specWarnings({ template: fieldsOf(template), path: path.join('.'), minor }),
    ...(kind === 'apps/StatefulSet' ? claimWarnings(source, old === null ? '' : '.Spec') : []),
  ]
}

/** Whether the server counts a change as one: of the spec, and of annotations too where it is a deployment. */
function isNewGeneration({ kind, object, old }: Written): boolean {
  const annotations = (one: JsonObject | null): unknown => fieldsOf(fieldsOf(one).metadata).annotations ?? {}
  const part = kind === '/PodTemplate' ? 'template' : 'spec'
  if (!sameJson(object[part] ?? null, old?.[part] ?? null)) return true
  return kind === 'apps/Deployment' && !sameJson(annotations(object), annotations(old))
}

const mostIndexes = 100_000
const mostAtOnce = 10_000

function jobWarnings(object: JsonObject, path: readonly string[]): readonly string[] {
  const spec = fieldsOf(path.reduce<unknown>((value, name) => fieldsOf(value)[name], object))
  const { completionMode, completions, parallelism } = spec
  const isLarge = (numberOf(completions) ?? 0) > mostIndexes && (numberOf(parallelism) ?? 0) > mostAtOnce
  return completionMode === 'Indexed' && isLarge
    ? [
        `${path.join('.')}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
      ]
    : []
}

function scheduleWarnings({ spec }: JsonObject): readonly string[] {
  return stringOf(fieldsOf(spec).schedule).includes('TZ')
    ? [
        'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
      ]
    : []
}

/** @param part of the path as the server writes it, which is otherwise for updates */
function claimWarnings({ spec }: JsonObject, part: string): readonly string[] {
  const { volumeClaimTemplates } = fieldsOf(spec)
  const claims = Array.isArray(volumeClaimTemplates) ? volumeClaimTemplates : []
  return claims.flatMap((claim, index) =>
    storageWarnings(fieldsOf(fieldsOf(claim).spec), `spec.volumeClaimTemplates[${index}]${part}`),
  )
}
