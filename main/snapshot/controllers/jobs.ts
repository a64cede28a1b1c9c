import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, hasCondition, integer, list, mapping, text } from '../tables/index.ts'
import { type Cluster, isGoing, mostPods, places, wanted } from './cluster.ts'
import { activePods, isReady, podOf } from './replicas.ts'

/** Runs the pods of a job until enough of them have succeeded, as here all of them do; none while it is suspended. */
export function tendJob(cluster: Cluster, job: KubeObject): void {
  if (isGoing(job) || hasCondition(job, 'Complete') || hasCondition(job, 'Failed')) return
  const succeeded = cluster
    .controlled(places.pods, job)
    .filter(pod => at(pod, 'status', 'phase') === 'Succeeded').length
  const completions = wanted(job, 'completions', 1)
  const isSuspended = at(job, 'spec', 'suspend') === true
  const active = activePods(cluster, job)
  if (isSuspended) for (const pod of active) cluster.delete(places.pods, pod)
  const aim = isSuspended ? 0 : Math.min(wanted(job, 'parallelism', 1), completions - succeeded)
  for (let index = active.length; index < Math.min(aim, mostPods); index++) addPod(cluster, job)
  report(cluster, job, succeeded, succeeded >= completions)
}

function addPod(cluster: Cluster, job: KubeObject): void {
  const { name, namespace = '', uid = '' } = job.metadata
  const podName = cluster.freeName(places.pods, namespace, `${name}-`, uid)
  cluster.create(places.pods, podOf(job, at(job, 'spec', 'template'), podName))
  cluster.tell(job, 'SuccessfulCreate', `Created pod: ${podName}`, 'job-controller')
}

function report(cluster: Cluster, seen: KubeObject, succeeded: number, isDone: boolean): void {
  const job = cluster.again(places.jobs, seen)
  if (job === null) return
  const isSuspended = at(job, 'spec', 'suspend') === true
  const active = isSuspended ? [] : activePods(cluster, job)
  const started = text(at(job, 'status', 'startTime'))
  cluster.setStatus(places.jobs, job, {
    startTime: isSuspended ? undefined : started === '' ? cluster.stamp : started,
    active: active.length || undefined,
    ready: active.filter(isReady).length,
    succeeded: succeeded || undefined,
    terminating: cluster.controlled(places.pods, job).filter(isGoing).length,
    uncountedTerminatedPods: mapping(at(job, 'status', 'uncountedTerminatedPods')),
    completionTime: isDone ? cluster.stamp : undefined,
    conditions: conditionsOf(cluster, job, isSuspended, isDone),
  })
  if (isDone) cluster.tell(job, 'Completed', 'Job completed', 'job-controller')
}

function conditionsOf({ stamp }: Cluster, job: KubeObject, isSuspended: boolean, isDone: boolean) {
  const known = list(at(job, 'status', 'conditions'))
  const condition = (type: string, status: string, reason: string, message: string): unknown => {
    const before = known.find(each => at(each, 'type') === type)
    const isSame = at(before, 'status') === status
    return isSame
      ? before
      : { type, status, lastProbeTime: stamp, lastTransitionTime: stamp, reason, message }
  }
  const wasSuspended = known.some(each => at(each, 'type') === 'Suspended')
  const reached = 'Reached expected number of succeeded pods'
  const conditions = [
    ...(isSuspended ? [condition('Suspended', 'True', 'JobSuspended', 'Job suspended')] : []),
    ...(!isSuspended && wasSuspended ? [condition('Suspended', 'False', 'JobResumed', 'Job resumed')] : []),
    ...(isDone
      ? ['SuccessCriteriaMet', 'Complete'].map(type => condition(type, 'True', 'CompletionsReached', reached))
      : []),
  ]
  return conditions.length === 0 ? undefined : conditions
}

/** What runs of a job counts in the CronJob that made it. */
export function tendCronJob(cluster: Cluster, cronJob: KubeObject): void {
  const resource = { group: 'batch', resource: 'cronjobs' }
  const active = cluster
    .controlled(places.jobs, cronJob)
    .filter(job => integer(at(job, 'status', 'active')) > 0)
    .map(({ metadata: { name, namespace, uid } }) => ({
      ...{ kind: 'Job', apiVersion: 'batch/v1', namespace, name, uid },
    }))
  cluster.setStatus(resource, cronJob, { active: active.length === 0 ? undefined : active })
}
