import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SampleBuilder } from './builder.ts'
import { applied } from './managedFields.ts'
import { days, make, minutes, stamp } from './objects.ts'
import { type ContainerChoice, makePod, podName, podSpec } from './pods.ts'
import { appLabels, containerOf, type WorkloadChoice } from './workloads.ts'

export interface CronChoice extends Omit<WorkloadChoice, 'replicas'> {
  readonly schedule: string
  /** Ages of the starts of its last jobs, in milliseconds, the last one first. */
  readonly runs: readonly number[]
  readonly took: number
  readonly isSuspended?: boolean
}

/** A cron job with its last, completed jobs and their pods. */
export function addCronJob(builder: SampleBuilder, choice: CronChoice): KubeObject {
  const { namespace, name, age, schedule, runs, took, isSuspended = false, tags } = choice
  const container = containerOf({ ...choice, replicas: 1 }, tags.at(-1) ?? '')
  const podTemplate = {
    metadata: { labels: appLabels(choice) },
    spec: podSpec(container, { restartPolicy: 'OnFailure', ...choice.spec }),
  }
  const created = builder.ago(age)
  const spec = {
    schedule,
    timeZone: 'Etc/UTC',
    concurrencyPolicy: 'Forbid',
    suspend: isSuspended,
    jobTemplate: { spec: { backoffLimit: 3, template: podTemplate } },
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  }
  const last = builder.ago(runs[0] ?? days)
  const status =
    runs.length === 0 ? {} : { lastScheduleTime: stamp(last), lastSuccessfulTime: stamp(last + took) }
  const cron = applied(
    make('CronJob', namespace, name, created, { labels: appLabels(choice), generation: 2, spec, status }),
    'argocd-controller',
    created,
    'kube-controller-manager',
    last + took,
  )
  builder.add(cron)
  for (const run of runs) addJob(builder, cron, choice, builder.ago(run), podTemplate, container)
  return cron
}

function addJob(
  builder: SampleBuilder,
  cron: KubeObject,
  choice: CronChoice,
  started: number,
  template: { readonly spec: Record<string, unknown> },
  container: ContainerChoice,
): void {
  const { namespace, took } = choice
  const name = `${choice.name}-${Math.floor(started / minutes)}`
  const bare = make('Job', namespace, name, started, { owner: cron })
  const labels = {
    ...appLabels(choice),
    'batch.kubernetes.io/controller-uid': bare.metadata.uid ?? '',
    'batch.kubernetes.io/job-name': name,
    'job-name': name,
  }
  const ended = stamp(started + took)
  const condition = (type: string): object => ({
    type,
    status: 'True',
    lastProbeTime: ended,
    lastTransitionTime: ended,
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
  })
  const job = make('Job', namespace, name, started, {
    owner: cron,
    labels,
    annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': stamp(started) },
    generation: 1,
    spec: {
      parallelism: 1,
      completions: 1,
      backoffLimit: 3,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': bare.metadata.uid } },
      template: { metadata: { labels }, spec: template.spec },
      completionMode: 'NonIndexed',
      suspend: false,
    },
    status: {
      conditions: [condition('SuccessCriteriaMet'), condition('Complete')],
      startTime: stamp(started),
      completionTime: ended,
      succeeded: 1,
      terminating: 0,
      ready: 0,
      uncountedTerminatedPods: {},
    },
  })
  builder.add(applied(job, 'kube-controller-manager', started, 'kube-controller-manager', started + took))
  builder.add(
    makePod(builder, {
      namespace,
      name: podName(job, 0),
      created: started,
      owner: job,
      labels,
      spec: template.spec,
      container,
      state: { is: 'completed', took },
    }),
  )
}
