import type { KubeObject } from '../../../shared/kube/index.ts'
import type { WebhookAnswer } from '../../cluster/harness/index.ts'
import type { CaseRequest } from '../case.ts'
import { Dice } from './dice.ts'
import { admissionObjectOf } from './faulty.ts'
import { customGroup, type FuzzKind, kinds, labelsOf, objectOf } from './kinds.ts'
import { type Corner, mutatingOf, validatingOf, webhooksOf } from './policies.ts'

/** What is random in one corner of a cluster: objects, policies and webhooks that act there alone, and requests. */
export interface Cell {
  /** The same seed makes the same cell. */
  readonly seed: number
  readonly name: string
  readonly objects: readonly KubeObject[]
  /** Written after the objects. */
  readonly policies: readonly KubeObject[]
  readonly answers: Readonly<Record<string, WebhookAnswer>>
  readonly requests: readonly CellRequest[]
}

type Fields = Readonly<Record<string, unknown>>

export type CellRequest = Omit<CaseRequest, 'expect'>

/** Who has few rights in each cell. */
const developer = { user: 'fuzz-developer', groups: ['fuzz:developers'] }

export function cellOf(seed: number, requestCount: number): Cell {
  const dice = new Dice(seed)
  const name = `fz${seed}`
  const corner = { name, kinds: dice.some(kinds, 3) }
  const objects = objectsOf(dice, name)
  const written = policiesOf(dice, corner)
  const isMutated = written.policies.some(({ kind }) => kind.startsWith('Mutating'))
  const requests = dice.times(requestCount, at => requestOf(dice, corner, `r${at}`, isMutated))
  return { seed, name, objects, ...written, requests }
}

/** Kinds of which nearly nothing may be changed once they are stored, which is no matter of admission. */
const unchangeable: readonly string[] = ['Pod', 'Job', 'PersistentVolumeClaim']

function objectsOf(dice: Dice, cell: string): readonly KubeObject[] {
  const labels = { 'fuzz-cell': cell, ...dice.perhaps(0.6, () => ({ env: dice.pick(['prod', 'test']) })) }
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: cell, labels } }
  const stored = kinds
    .filter(({ kind, version }) => kind !== 'Namespace' && version !== (kind === 'Widget' ? 'v2' : ''))
    .filter(({ group, version }) => group !== 'autoscaling' || version === 'v2')
    .map(kind => validObject(kind, { name: storedName(kind, cell), namespace: cell }, dice, cell))
  const paramLabels = { 'param-of': cell, ...dice.perhaps(0.5, () => ({ tier: dice.pick(['web', 'db']) })) }
  const params = ['param-a', 'param-b'].flatMap(name => [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: cell, labels: paramLabels },
      data: { max: dice.pick(['1', '4', 'x']), level: dice.pick(['low', 'high']) },
    },
    {
      apiVersion: `${customGroup}/v1`,
      kind: 'Widget',
      metadata: { name, namespace: cell, labels: paramLabels },
      spec: { size: dice.pick([1, 5]), names: ['stored', 'new-a'] },
    },
  ])
  const limit = {
    apiVersion: `${customGroup}/v1`,
    kind: 'Limit',
    metadata: { name: `${cell}-a`, labels: paramLabels },
    spec: { size: dice.pick([1, 5]), names: dice.some(['stored', 'new-a']) },
    data: { max: '3' },
  }
  const gates = gatesOf(dice, cell, labels)
  return [namespace, ...stored, ...params, limit, ...rightsOf(cell), ...gates]
}

/** What the built-in plugins go by: written when all else is there, which they might have kept out. */
function gatesOf(dice: Dice, cell: string, labels: Readonly<Record<string, string>>): readonly KubeObject[] {
  const namespaced = (name: string) => ({ name, namespace: cell })
  const found: KubeObject[] = []
  if (dice.chance(0.2)) {
    const level = () => dice.pick(['privileged', 'baseline', 'restricted'])
    const security = Object.fromEntries(
      dice.some(['enforce', 'warn', 'audit']).map(mode => [`pod-security.kubernetes.io/${mode}`, level()]),
    )
    found.push({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: cell, labels: { ...labels, ...security } },
    })
  }
  if (dice.chance(0.15))
    found.push({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: namespaced('limits'),
      spec: {
        limits: [
          {
            type: 'Container',
            ...dice.perhaps(0.6, () => ({ default: { cpu: '500m', memory: '256Mi' } })),
            ...dice.perhaps(0.5, () => ({ max: { cpu: dice.pick(['500m', '2']) } })),
            ...dice.perhaps(0.4, () => ({ min: { memory: dice.pick(['16Mi', '64Mi']) } })),
          },
          ...(dice.chance(0.4) ? [{ type: 'PersistentVolumeClaim', max: { storage: '600Mi' } }] : []),
        ],
      },
    })
  if (dice.chance(0.12))
    found.push({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: namespaced('quota'),
      spec: {
        hard: dice.pick<Readonly<Record<string, string>>>([
          { pods: '1' },
          { 'requests.cpu': '2' },
          { 'count/configmaps': '4', secrets: '10' },
          { 'count/widgets.fuzz.example.com': '3', services: '5' },
          { 'requests.storage': '2Gi' },
        ]),
      },
    })
  return found
}

/** What is stored has passed the rules of its kind. */
function validObject(...[kind, metadata, dice, cell]: Parameters<typeof objectOf>): KubeObject {
  const object = objectOf(kind, metadata, dice, cell)
  if (kind.kind === 'Widget') return { ...object, spec: { size: 5, colour: dice.pick(['red', 'blue']) } }
  if (kind.kind !== 'Pod') return object
  const {
    serviceAccountName: _,
    priorityClassName: __,
    runtimeClassName: ___,
    ...spec
  } = object.spec as Fields
  return { ...object, spec }
}

function rightsOf(cell: string): readonly KubeObject[] {
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch'] },
    { apiGroups: ['apps'], resources: ['deployments', '*/scale'], verbs: ['*'] },
    { apiGroups: [customGroup], resources: ['widgets'], verbs: ['update'], resourceNames: ['stored'] },
  ]
  const metadata = { name: 'developers', namespace: cell }
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'developers' }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'fuzz:developers' }]
  return [
    { apiVersion, kind: 'Role', metadata, rules },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects },
  ]
}

function policiesOf(dice: Dice, corner: Corner): Pick<Cell, 'policies' | 'answers'> {
  const { name } = corner
  const hasMutating = dice.chance(0.45)
  const hooked = dice.times(dice.pick([0, 1, 2]), at => webhooksOf(dice, corner, `${name}-w${at}`))
  return {
    answers: Object.fromEntries(hooked.flatMap(({ answers }) => Object.entries(answers))),
    policies: [
      ...hooked.map(({ object }) => object),
      ...dice.times(dice.pick([0, 1, 2, 3]), at => validatingOf(dice, corner, `${name}-v${at}`)).flat(),
      ...(hasMutating ? mutatingOf(dice, corner, `${name}-m0`, false) : []),
      ...(hasMutating && dice.chance(0.3) ? mutatingOf(dice, corner, `${name}-m1`, true) : []),
    ],
  }
}

const storedName = ({ isNamespaced, kind }: FuzzKind, cell: string): string =>
  kind === 'Namespace' ? cell : isNamespaced ? 'stored' : `${cell}-stored`

const newName = ({ isNamespaced }: FuzzKind, cell: string, dice: Dice): string => {
  const name = dice.pick(['new-a', 'new-b', 'a'])
  return isNamespaced ? name : `${cell}-${name}`
}

function requestOf(dice: Dice, corner: Corner, id: string, isMutated: boolean): CellRequest {
  const { name: cell } = corner
  if (dice.chance(0.06)) return admissionRequestOf(dice, cell, id)
  const kind = dice.pick(dice.chance(0.8) ? corner.kinds : kinds)
  const { group, version, resource, isNamespaced, parts } = kind
  const part = parts.length > 0 && dice.chance(0.3) ? dice.pick(parts) : ''
  const frame = {
    id,
    group,
    version,
    resource,
    ...(isNamespaced ? { namespace: cell } : {}),
    dryRun: true,
    ...dice.perhaps(0.06, () => ({ as: developer })),
  }
  const name = storedName(kind, cell)
  if (part === 'scale') return { ...frame, ...scaleOf(name, cell, dice) }
  if (part === 'eviction' || part === 'token') return { ...frame, ...createdPart(part, name, cell) }
  if (part === 'status')
    return { ...frame, operation: 'patch', subresource: part, name, patch: statusOf(dice) }
  const changes =
    isMutated && unchangeable.includes(kind.kind) ? [] : (['update', 'update', 'patch'] as const)
  switch (dice.pick(['create', 'create', 'create', 'apply', 'delete', ...changes] as const)) {
    case 'create': {
      if (dice.chance(0.03) && isNamespaced) return { ...frame, ...elsewhere(kind, dice, cell) }
      const isGenerated = dice.chance(0.08)
      const named = isGenerated ? { generateName: 'generated-' } : { name: newName(kind, cell, dice) }
      const object = objectOf(kind, { ...named, namespace: cell }, dice, cell)
      return { ...frame, operation: 'create', ...(isGenerated ? {} : named), object }
    }
    case 'apply': {
      const fresh = newName(kind, cell, dice)
      // What no schema names an apply refuses before admission is asked.
      const object = validObject(kind, { name: fresh, namespace: cell }, dice, cell)
      return { ...frame, operation: 'apply', name: fresh, object }
    }
    case 'update':
      return { ...frame, operation: 'update', name, replaceFrom: changeOf(kind, dice, cell) }
    case 'patch':
      return { ...frame, operation: 'patch', name, patch: changeOf(kind, dice, cell) }
    case 'delete':
      return dice.chance(0.12) && isNamespaced && kind.kind !== 'Namespace'
        ? { ...frame, operation: 'deletecollection' }
        : { ...frame, operation: 'delete', name }
  }
}

function admissionRequestOf(dice: Dice, cell: string, id: string): CellRequest {
  const name = `${cell}-asked`
  const { resource, object } = admissionObjectOf(dice, name)
  const place = { group: 'admissionregistration.k8s.io', version: 'v1', resource, name }
  return { id, ...place, operation: 'create', dryRun: true, object }
}

function scaleOf(
  name: string,
  namespace: string,
  dice: Dice,
): Pick<CellRequest, 'operation' | 'subresource' | 'name' | 'object'> {
  const metadata = { name, namespace }
  const object = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: { replicas: dice.below(5) } }
  return { operation: 'update', subresource: 'scale', name, object }
}

function createdPart(
  part: 'eviction' | 'token',
  name: string,
  namespace: string,
): Pick<CellRequest, 'operation' | 'subresource' | 'name' | 'object'> {
  const metadata = { name, namespace }
  const object =
    part === 'eviction'
      ? { apiVersion: 'policy/v1', kind: 'Eviction', metadata }
      : { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata, spec: { audiences: ['x'] } }
  return { operation: 'create', subresource: part, name, object }
}

/** In a namespace that is not there. */
function elsewhere(kind: FuzzKind, dice: Dice, cell: string) {
  const namespace = `${cell}-absent`
  const object = objectOf(kind, { name: 'new-a', namespace }, dice, cell)
  return { operation: 'create', namespace, name: 'new-a', object } as const
}

const statusOf = (dice: Dice): unknown => ({
  metadata: { labels: { tier: dice.pick(['web', 'db']) } },
  status: {
    conditions: [{ type: 'Fuzzed', status: dice.pick(['True', 'False']), message: '', reason: 'Fuzz' }],
  },
})

/** A merge patch of labels, and now and then of what the kind holds. */
function changeOf(kind: FuzzKind, dice: Dice, cell: string): unknown {
  const labels = dice.chance(0.2)
    ? { tier: null, 'fuzz-cell': dice.pick([cell, null]) }
    : { ...labelsOf(dice, cell), 'fuzz-cell': cell }
  const canChange = ['ConfigMap', 'Widget', 'HorizontalPodAutoscaler', 'ClusterRole', 'Lease'].includes(
    kind.kind,
  )
  const more = canChange && dice.chance(0.6) ? kind.content(dice) : replicasOf(kind, dice)
  return { metadata: { labels }, ...more }
}

const replicasOf = ({ kind }: FuzzKind, dice: Dice): object =>
  kind === 'Deployment' && dice.chance(0.5) ? { spec: { replicas: dice.pick([0, 2, 9]) } } : {}
