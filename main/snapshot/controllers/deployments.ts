import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, integer, list, mapping, text } from '../tables/index.ts'
import { type Cluster, controlledBy, isGoing, places, wanted } from './cluster.ts'
import { adopt } from './replicas.ts'
import { hasTemplate, plainTemplate } from './templates.ts'

const revisionKey = 'deployment.kubernetes.io/revision'
const component = 'deployment-controller'

/** Rolls a deployment out through its replica sets, a step at a time. Source: kubernetes/pkg/controller/deployment. */
export function tendDeployment(cluster: Cluster, deployment: KubeObject): void {
  if (isGoing(deployment)) return
  adopt(cluster, places.replicaSets, deployment)
  const template = plainTemplate(at(deployment, 'spec', 'template'))
  const sets = cluster.controlled(places.replicaSets, deployment).filter(set => !isGoing(set))
  const current = sets.find(set => hasTemplate(set, template)) ?? null
  const others = sets.filter(set => set !== current)
  if (at(deployment, 'spec', 'paused') === true) scaleAlone(cluster, deployment, sets)
  else if (current === null) addSet(cluster, deployment, sets)
  else {
    const numbered = renumber(cluster, deployment, current, others)
    roll(cluster, deployment, numbered, others)
    prune(cluster, deployment, others)
  }
  report(cluster, deployment, template)
}

const revisionOf = ({ metadata }: KubeObject): number => Number(metadata.annotations?.[revisionKey] ?? 0)

const size = (set: KubeObject): number => wanted(set, 'replicas', 1)
const available = (set: KubeObject): number => integer(at(set, 'status', 'availableReplicas'))
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** While it is paused it is scaled, and not rolled out. */
function scaleAlone(cluster: Cluster, deployment: KubeObject, sets: readonly KubeObject[]): void {
  const [largest] = [...sets].sort((a, b) => size(b) - size(a) || revisionOf(b) - revisionOf(a))
  if (largest === undefined) return
  const rest = sum(sets.filter(set => set !== largest).map(size))
  scale(cluster, deployment, largest, Math.max(0, wanted(deployment, 'replicas', 1) - rest))
}

function addSet(cluster: Cluster, deployment: KubeObject, sets: readonly KubeObject[]): void {
  const { name, namespace = '' } = deployment.metadata
  const template = at(deployment, 'spec', 'template')
  const hash = cluster.suffix(10, name, JSON.stringify(plainTemplate(template)))
  const labels = { ...mapping(at(template, 'metadata', 'labels')), 'pod-template-hash': hash }
  const selector = mapping(at(deployment, 'spec', 'selector'))
  const revision = Math.max(0, ...sets.map(revisionOf)) + 1
  cluster.create(places.replicaSets, {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      ...{ name: `${name}-${hash}`, namespace, generation: 1 },
      labels: labels as Readonly<Record<string, string>>,
      annotations: { [revisionKey]: String(revision) },
      ownerReferences: [controlledBy(deployment)],
    },
    spec: {
      replicas: 0,
      selector: {
        ...selector,
        matchLabels: { ...mapping(selector.matchLabels), 'pod-template-hash': hash },
      },
      template: { ...mapping(template), metadata: { ...mapping(at(template, 'metadata')), labels } },
    },
    status: { replicas: 0 },
  })
}

/** A replica set that is rolled out again counts as the newest. */
function renumber(
  cluster: Cluster,
  deployment: KubeObject,
  current: KubeObject,
  others: readonly KubeObject[],
): KubeObject {
  const revision = String(Math.max(...others.map(each => revisionOf(each) + 1), revisionOf(current), 1))
  const annotated = (object: KubeObject): KubeObject => ({
    ...object,
    metadata: {
      ...object.metadata,
      annotations: { ...object.metadata.annotations, [revisionKey]: revision },
    },
  })
  cluster.update(places.replicaSets, annotated(current))
  cluster.update(places.deployments, annotated(deployment))
  return cluster.again(places.replicaSets, current) ?? current
}

function scale(cluster: Cluster, deployment: KubeObject, set: KubeObject, replicas: number): void {
  const before = size(set)
  if (before === replicas) return
  cluster.setSpec(places.replicaSets, set, { replicas })
  const way = replicas > before ? 'up' : 'down'
  const message = `Scaled ${way} replica set ${set.metadata.name} from ${before} to ${replicas}`
  cluster.tell(deployment, 'ScalingReplicaSet', message, component)
}

function roll(
  cluster: Cluster,
  deployment: KubeObject,
  current: KubeObject,
  others: readonly KubeObject[],
): void {
  const replicas = wanted(deployment, 'replicas', 1)
  const old = others.filter(set => size(set) > 0)
  if (text(at(deployment, 'spec', 'strategy', 'type')) === 'Recreate') {
    for (const set of old) scale(cluster, deployment, set, 0)
    const isEmpty = others.every(set => cluster.controlled(places.pods, set).length === 0)
    if (isEmpty) scale(cluster, deployment, current, replicas)
    return
  }
  if (old.length === 0) {
    scale(cluster, deployment, current, replicas)
    return
  }
  const { surge, unavailable } = limitsOf(deployment, replicas)
  const room = replicas + surge - size(current) - sum(old.map(size))
  const aim = Math.min(replicas, size(current) + Math.max(0, room))
  if (aim === size(current))
    shrink(cluster, deployment, old, available(current) + sum(old.map(available)) - (replicas - unavailable))
  else scale(cluster, deployment, current, aim)
}

/** Takes away what is not available first, then as much as may go. */
function shrink(cluster: Cluster, deployment: KubeObject, old: readonly KubeObject[], spare: number): void {
  let left = Math.max(0, spare)
  for (const set of [...old].sort((a, b) => revisionOf(a) - revisionOf(b))) {
    const broken = size(set) - Math.min(size(set), available(set))
    const taken = Math.min(available(set), left)
    left -= taken
    scale(cluster, deployment, set, Math.max(0, size(set) - broken - taken))
  }
}

/** Both in pods; of percentages, the surge is rounded up. */
function limitsOf(deployment: KubeObject, replicas: number) {
  const rolling = mapping(at(deployment, 'spec', 'strategy', 'rollingUpdate'))
  const surge = share(rolling.maxSurge, replicas, Math.ceil)
  const unavailable = share(rolling.maxUnavailable, replicas, Math.floor)
  return surge === 0 && unavailable === 0 ? { surge, unavailable: 1 } : { surge, unavailable }
}

export function share(value: unknown, of: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value
  return round((Number.parseInt(text(value, '25%'), 10) / 100) * of)
}

function prune(cluster: Cluster, deployment: KubeObject, others: readonly KubeObject[]): void {
  const empty = others.filter(set => size(set) === 0 && integer(at(set, 'status', 'replicas')) === 0)
  const limit = wanted(deployment, 'revisionHistoryLimit', 10)
  const oldest = [...empty].sort((a, b) => revisionOf(a) - revisionOf(b))
  for (const set of oldest.slice(0, Math.max(0, empty.length - limit)))
    cluster.delete(places.replicaSets, set)
}

function report(cluster: Cluster, seen: KubeObject, template: ReturnType<typeof plainTemplate>): void {
  const deployment = cluster.again(places.deployments, seen)
  if (deployment === null) return
  const sets = cluster.controlled(places.replicaSets, deployment).filter(set => !isGoing(set))
  const current = sets.find(set => hasTemplate(set, template))
  const counted = (field: string): number => sum(sets.map(set => integer(at(set, 'status', field))))
  const [replicas, ready, atHand] = ['replicas', 'readyReplicas', 'availableReplicas'].map(counted) as [
    number,
    number,
    number,
  ]
  const aim = wanted(deployment, 'replicas', 1)
  const updated = integer(at(current, 'status', 'replicas'))
  const missing = Math.max(0, Math.max(aim, replicas) - atHand)
  const isDone = updated === aim && replicas === aim && atHand === aim
  const isEnough = atHand >= aim - limitsOf(deployment, aim).unavailable
  cluster.setStatus(places.deployments, deployment, {
    observedGeneration: deployment.metadata.generation,
    replicas: replicas || undefined,
    updatedReplicas: updated || undefined,
    readyReplicas: ready || undefined,
    availableReplicas: atHand || undefined,
    unavailableReplicas: missing || undefined,
    conditions: conditionsOf(cluster, deployment, current?.metadata.name ?? '', isEnough, isDone),
  })
}

function conditionsOf(
  { stamp }: Cluster,
  deployment: KubeObject,
  set: string,
  isEnough: boolean,
  isDone: boolean,
): readonly unknown[] {
  const known = list(at(deployment, 'status', 'conditions'))
  const condition = (type: string, status: string, reason: string, message: string): unknown => {
    const before = known.find(each => at(each, 'type') === type)
    if (
      at(before, 'status') === status &&
      at(before, 'reason') === reason &&
      at(before, 'message') === message
    )
      return before
    const isSame = at(before, 'status') === status
    const since = isSame ? at(before, 'lastTransitionTime') : stamp
    return { type, status, lastUpdateTime: stamp, lastTransitionTime: since, reason, message }
  }
  const enough = isEnough ? 'has' : 'does not have'
  const progress =
    at(deployment, 'spec', 'paused') === true
      ? condition('Progressing', 'Unknown', 'DeploymentPaused', 'Deployment is paused')
      : isDone
        ? condition(
            'Progressing',
            'True',
            'NewReplicaSetAvailable',
            `ReplicaSet "${set}" has successfully progressed.`,
          )
        : condition('Progressing', 'True', 'ReplicaSetUpdated', `ReplicaSet "${set}" is progressing.`)
  const reason = isEnough ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable'
  return [
    condition('Available', isEnough ? 'True' : 'False', reason, `Deployment ${enough} minimum availability.`),
    progress,
  ]
}
