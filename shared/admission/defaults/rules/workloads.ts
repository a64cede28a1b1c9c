import { type Fields, Undecodable } from '../read.ts'
import { templateLabels } from './pods.ts'
import {
  copyMap,
  decidedOutside,
  dropAnnotations,
  fill,
  found,
  inside,
  isEmpty,
  listed,
  type Rule,
  text,
} from './rule.ts'

/** Objects that have no labels take those of their template. */
function labelsOfTemplate(fields: Fields): void {
  const labels = templateLabels(found(fields, 'spec'))
  if (labels === undefined || !isEmpty(found(found(fields, 'metadata'), 'labels'))) return
  inside(fields, 'metadata').labels = copyMap(labels)
}

/** A rolling update is filled in where that is the strategy; elsewhere what is given is kept. */
const rolling = (amounts: Readonly<Record<string, string | number>>): Rule => ({
  decides: ['rollingUpdate'],
  apply: fields => {
    const isRolling = fields.type === 'RollingUpdate'
    const update = isRolling ? inside(fields, 'rollingUpdate') : found(fields, 'rollingUpdate')
    if (update === undefined) return
    // The server’s own type has no nil here: elsewhere they become 0.
    for (const [name, amount] of Object.entries(amounts)) fill(update, name, isRolling ? amount : 0)
  },
})

const statefulSetUpdate: Rule = {
  decides: ['rollingUpdate', 'type'],
  apply: fields => {
    if (fields.type === undefined) {
      fields.type = 'RollingUpdate'
      inside(fields, 'rollingUpdate')
    }
    const update = found(fields, 'rollingUpdate')
    if (update !== undefined) fill(update, 'partition', 0)
  },
}

/** An annotation that the server’s own type keeps as a number of 64 bits. */
function wholeNumber(annotation: string): string {
  const number = /^[+-]?0{0,99}\d{1,19}$/.test(annotation) ? BigInt(annotation.replace('+', '')) : null
  if (number === null || BigInt.asIntN(64, number) !== number) {
    throw new Undecodable(`strconv.ParseInt: parsing ${JSON.stringify(annotation)}: invalid syntax`)
  }
  return `${number}`
}

const rollback = 'deprecated.deployment.rollback.to'
const deployment: Rule = {
  apply: fields => {
    const annotations = found(found(fields, 'metadata'), 'annotations')
    if (annotations?.[rollback] === undefined) return
    const revision = text(annotations[rollback])
    if (revision === '') dropAnnotations(fields, [rollback])
    else annotations[rollback] = wholeNumber(revision)
  },
}

const generation = 'deprecated.daemonset.template.generation'
const daemonSet: Rule = {
  apply: fields => {
    const annotations = inside(inside(fields, 'metadata'), 'annotations')
    const given = annotations[generation]
    annotations[generation] = given === undefined ? '0' : wholeNumber(text(given))
  },
}

const statefulSetSpec: Rule = {
  apply: fields => {
    for (const claim of listed(fields, 'volumeClaimTemplates')) {
      claim.apiVersion = 'v1'
      claim.kind = 'PersistentVolumeClaim'
    }
  },
}

const most32 = 2 ** 31 - 1

const job: Rule = {
  apply: fields => {
    const spec = inside(fields, 'spec')
    if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1
    fill(spec, 'parallelism', 1)
    fill(spec, 'backoffLimit', spec.backoffLimitPerIndex === undefined ? 6 : most32)
    labelsOfTemplate(fields)
    fill(spec, 'completionMode', 'NonIndexed')
    fill(spec, 'suspend', false)
    fill(spec, 'podReplacementPolicy', spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed')
    fill(spec, 'manualSelector', false)
  },
}

const replicationController: Rule = {
  apply: fields => {
    const spec = inside(fields, 'spec')
    const labels = templateLabels(spec)
    if (labels !== undefined && isEmpty(found(spec, 'selector'))) spec.selector = copyMap(labels)
    labelsOfTemplate(fields)
  },
}

export const workloadRules: readonly (readonly [string, Rule])[] = [
  ['Deployment', deployment],
  ['DaemonSet', daemonSet],
  ['DeploymentStrategy', rolling({ maxUnavailable: '25%', maxSurge: '25%' })],
  ['RollingUpdateDeployment', decidedOutside('maxUnavailable', 'maxSurge')],
  ['DaemonSetUpdateStrategy', rolling({ maxUnavailable: 1, maxSurge: 0 })],
  ['RollingUpdateDaemonSet', decidedOutside('maxUnavailable', 'maxSurge')],
  ['StatefulSetUpdateStrategy', statefulSetUpdate],
  ['RollingUpdateStatefulSetStrategy', decidedOutside('partition')],
  ['StatefulSetSpec', statefulSetSpec],
  ['Job', job],
  ['ReplicationController', replicationController],
]
