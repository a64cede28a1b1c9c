import { subdomainFaults } from '../../shared/admission/index.ts'
import { isMapping } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { resourcePath } from '../api/index.ts'
import type { PlannedRequest } from '../writes/index.ts'
import { kindKey, needsKind } from './kinds.ts'
import { at, listAt, numberAt, textAt, textsAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, postOf, titleOf } from './requests.ts'
import { refsOf } from './rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

/** Stops what starts by itself, or lets it go on: CronJobs, Jobs, and custom kinds that have `spec.suspend`. */
export async function planSuspend(
  setup: Setup,
  targets: Targets,
  suspends: boolean,
): Promise<PlannedOperation> {
  const requests = forEachTarget(setup, targets, suspends ? 'suspend' : 'unsuspend', target => {
    const name = nameOf(target.kind, target.ref)
    const present = at(target.object, 'spec', 'suspend')
    if (!canSuspend(setup, present))
      throw refusal('WrongKind', `${name} cannot be suspended: it has no spec.suspend.`)
    if ((present === true) === suspends)
      throw refusal('NothingToDo', `${name} is ${suspends ? 'suspended already' : 'not suspended'}.`)
    if (target.kind === 'Job' && isFinished(target)) throw refusal('Finished', `${name} is finished.`)
    return patchOf(target, `${suspends ? 'suspend' : 'unsuspend'} ${name}`, 'merge', {
      spec: { suspend: suspends },
    })
  })
  return {
    title: titleOf(suspends ? 'Suspend' : 'Unsuspend', setup, refsOf(targets)),
    requests,
    consequences: suspendConsequences(setup, targets.found, suspends),
  }
}

function canSuspend({ info }: Setup, present: unknown): boolean {
  const known =
    ['batch/CronJob', 'batch/Job'].includes(kindKey(info)) || info.group.endsWith('.toolkit.fluxcd.io')
  return known || typeof present === 'boolean'
}

function isFinished({ object }: Target): boolean {
  return listAt(object, 'status', 'conditions').some(
    condition =>
      ['Complete', 'Failed'].includes(textAt(condition, 'type')) && textAt(condition, 'status') === 'True',
  )
}

function suspendConsequences({ info }: Setup, targets: readonly Target[], suspends: boolean) {
  switch (kindKey(info)) {
    case 'batch/Job': {
      const active = targets.filter(({ object }) => (numberAt(object, 'status', 'active') ?? 0) > 0)
      if (!suspends || active.length === 0) return []
      const pods = active.reduce((sum, { object }) => sum + (numberAt(object, 'status', 'active') ?? 0), 0)
      return [
        consequence(
          'danger',
          `${counted(pods, 'running pod')} ${pods === 1 ? 'is' : 'are'} deleted; what they have not finished is done again when the Job goes on.`,
          active,
        ),
      ]
    }
    case 'batch/CronJob':
      return suspends
        ? [consequence('info', 'No new Job starts. Those that run go on.')]
        : [
            consequence(
              'warning',
              'Times that were missed meanwhile count: where startingDeadlineSeconds is not set, or not over, a Job starts at once.',
            ),
          ]
    default:
      return []
  }
}

/** Source of both: kubectl 1.36, pkg/cmd/create/create_job.go. */
const manually = { 'cronjob.kubernetes.io/instantiate': 'manual' }

/** A Job made of a CronJob now, as `kubectl create job --from` makes it. */
export async function planTrigger(
  setup: Setup,
  targets: Targets,
  jobName: string,
): Promise<PlannedOperation> {
  needsKind(setup, ['batch/CronJob'], 'Only a CronJob can be triggered.')
  if (jobName !== '' && refsOf(targets).length > 1)
    throw refusal('ManyTargets', 'Several Jobs cannot have one name. Leave the name empty.')
  const jobs = setup.api.findKind('batch', 'Job')
  if (jobs === null) throw refusal('NoJobs', 'The server offers no Jobs.')
  if (jobName !== '') checkJobName(jobName)
  const requests = forEachTarget(setup, targets, 'trigger', target => {
    const name = jobName || jobNameFor(target.ref.name, setup.clock.now())
    return jobOf(target, { resource: jobs, namespace: target.ref.namespace, name })
  })
  const busy = targets.found.filter(({ object }) => listAt(object, 'status', 'active').length > 0)
  return {
    title: titleOf('Trigger', setup, refsOf(targets)),
    requests,
    consequences: [
      ...(busy.length === 0
        ? []
        : [
            consequence(
              'warning',
              `${counted(busy.length, 'CronJob')} ${busy.length === 1 ? 'has' : 'have'} a Job that runs now. One that is made by hand starts beside it, whatever the concurrency policy.`,
              busy,
            ),
          ]),
      consequence('info', 'The Job belongs to the CronJob: its history limits count it.'),
    ],
  }
}

/** A label of the pods holds it, so that it is shorter than names may be. */
function checkJobName(name: string): void {
  const faults = [...subdomainFaults(name), ...(name.length > 63 ? ['must be no more than 63 bytes'] : [])]
  if (faults.length > 0)
    throw refusal('Invalid', `${JSON.stringify(name)} is no name of a Job: ${faults.join('; ')}.`)
}

function jobOf({ ref, object }: Target, job: NonNullable<PlannedRequest['ref']>): PlannedRequest {
  const template = at(object, 'spec', 'jobTemplate')
  const { group, version, resource } = job.resource
  const own = { ...job, resource: { group, version, resource } }
  return postOf(
    {
      ref: own,
      kind: 'Job',
      title: `create ${nameOf('Job', job)} from ${nameOf('CronJob', ref)}`,
      path: resourcePath(job.resource, { namespace: job.namespace }),
    },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: job.name,
        namespace: job.namespace,
        labels: textsAt(template, 'metadata', 'labels') ?? {},
        annotations: { ...textsAt(template, 'metadata', 'annotations'), ...manually },
        // It blocks no deletion of its CronJob: that would take the right to set its finalizers.
        ownerReferences: [
          {
            apiVersion: object.apiVersion,
            kind: 'CronJob',
            name: ref.name,
            uid: object.metadata.uid,
            controller: true,
          },
        ],
      },
      spec: isMapping(at(template, 'spec')) ? at(template, 'spec') : {},
    },
  )
}

/** Names of Jobs have at most 63 characters, as have the labels of their pods that hold them. */
export function jobNameFor(cronJob: string, now: number): string {
  const end = Math.floor(now / 1000).toString(36)
  return `${cronJob.slice(0, 63 - '-manual-'.length - end.length).replace(/[-.]+$/, '')}-manual-${end}`
}
