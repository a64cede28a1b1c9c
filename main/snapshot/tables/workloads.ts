import type { KubeObject } from '../../../shared/kube/index.ts'
import { ageCell, humanDuration } from './duration.ts'
import { at, hasCondition, integer, list, text } from './fields.ts'
import { booleanCell, containerCells, labelsCell, type Printer, selectorCell } from './print.ts'

const age = (object: KubeObject, now: number): string => ageCell(object.metadata.creationTimestamp, now)
const template = (object: KubeObject): unknown => at(object, 'spec', 'template')
const status = (object: KubeObject, field: string): number => integer(at(object, 'status', field))

const printDeployment: Printer = (object, now) => [
  `${status(object, 'readyReplicas')}/${integer(at(object, 'spec', 'replicas'))}`,
  status(object, 'updatedReplicas'),
  status(object, 'availableReplicas'),
  age(object, now),
  ...containerCells(template(object)),
  selectorCell(at(object, 'spec', 'selector')),
]

const printReplicaSet: Printer = (object, now) => [
  integer(at(object, 'spec', 'replicas')),
  status(object, 'replicas'),
  status(object, 'readyReplicas'),
  age(object, now),
  ...containerCells(template(object)),
  selectorCell(at(object, 'spec', 'selector')),
]

const printStatefulSet: Printer = (object, now) => [
  `${status(object, 'readyReplicas')}/${integer(at(object, 'spec', 'replicas'))}`,
  age(object, now),
  ...containerCells(template(object)),
]

const printDaemonSet: Printer = (object, now) => [
  status(object, 'desiredNumberScheduled'),
  status(object, 'currentNumberScheduled'),
  status(object, 'numberReady'),
  status(object, 'updatedNumberScheduled'),
  status(object, 'numberAvailable'),
  labelsCell(at(template(object), 'spec', 'nodeSelector')),
  age(object, now),
  ...containerCells(template(object)),
  selectorCell(at(object, 'spec', 'selector')),
]

function jobStatus(job: KubeObject): string {
  if (hasCondition(job, 'Complete')) return 'Complete'
  if (hasCondition(job, 'Failed')) return 'Failed'
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating'
  for (const state of ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'])
    if (hasCondition(job, state)) return state
  return 'Running'
}

function jobCompletions(job: KubeObject): string {
  const succeeded = status(job, 'succeeded')
  const completions = at(job, 'spec', 'completions')
  if (typeof completions === 'number') return `${succeeded}/${completions}`
  const parallelism = integer(at(job, 'spec', 'parallelism'))
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function jobDuration(job: KubeObject, now: number): string {
  const started = Date.parse(text(at(job, 'status', 'startTime')))
  if (Number.isNaN(started)) return ''
  const completed = Date.parse(text(at(job, 'status', 'completionTime')))
  return humanDuration((Number.isNaN(completed) ? now : completed) - started)
}

const printJob: Printer = (object, now) => [
  jobStatus(object),
  jobCompletions(object),
  jobDuration(object, now),
  age(object, now),
  ...containerCells(template(object)),
  selectorCell(at(object, 'spec', 'selector')),
]

const printCronJob: Printer = (object, now) => {
  const last = at(object, 'status', 'lastScheduleTime')
  const job = at(object, 'spec', 'jobTemplate', 'spec')
  return [
    text(at(object, 'spec', 'schedule')),
    text(at(object, 'spec', 'timeZone'), '<none>'),
    booleanCell(at(object, 'spec', 'suspend')),
    list(at(object, 'status', 'active')).length,
    last === undefined ? '<none>' : ageCell(last, now),
    age(object, now),
    ...containerCells(at(job, 'template')),
    selectorCell(at(job, 'selector')),
  ]
}

const printControllerRevision: Printer = (object, now) => {
  const owner = (object.metadata.ownerReferences ?? []).find(({ controller }) => controller === true)
  const group = owner?.apiVersion.includes('/') ? `.${owner.apiVersion.split('/')[0]}` : ''
  return [
    owner === undefined ? '<none>' : `${owner.kind.toLowerCase()}${group}/${owner.name}`,
    integer(at(object, 'revision')),
    age(object, now),
  ]
}

const intOrText = (value: unknown): string => text(value, 'N/A')

const printDisruptionBudget: Printer = (object, now) => [
  intOrText(at(object, 'spec', 'minAvailable')),
  intOrText(at(object, 'spec', 'maxUnavailable')),
  status(object, 'disruptionsAllowed'),
  age(object, now),
]

const printPriorityClass: Printer = (object, now) => [
  integer(at(object, 'value')),
  at(object, 'globalDefault') === true,
  age(object, now),
  text(at(object, 'preemptionPolicy')),
]

export const workloadPrinters: Readonly<Record<string, Printer>> = {
  'apps/deployments': printDeployment,
  'apps/replicasets': printReplicaSet,
  'apps/statefulsets': printStatefulSet,
  'apps/daemonsets': printDaemonSet,
  'apps/controllerrevisions': printControllerRevision,
  'batch/jobs': printJob,
  'batch/cronjobs': printCronJob,
  'policy/poddisruptionbudgets': printDisruptionBudget,
  'scheduling.k8s.io/priorityclasses': printPriorityClass,
}
