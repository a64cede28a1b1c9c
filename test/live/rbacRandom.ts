import { PodMaker } from './podRandom.ts'

type Fields = Record<string, unknown>

/** A question about access, with the roles and bindings that decide it. */
export interface RandomAccess {
  readonly user: string
  readonly groups: readonly string[]
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string
  readonly roles: readonly Fields[]
  readonly roleBindings: readonly Fields[]
  readonly clusterRoles: readonly Fields[]
  readonly clusterRoleBindings: readonly Fields[]
}

const users = ['ada', 'system:serviceaccount:shop:web', 'system:serviceaccount:b:web']
const groups = ['devs', 'system:authenticated', 'system:masters']
const verbs = ['get', 'list', 'create', 'update', '*']
const apiGroups = ['', 'apps', '*']
const resources = ['pods', 'deployments', '*', 'pods/*', 'pods/log', '*/log', '*/scale', 'deployments/scale']
const paths = ['*', '/healthz', '/api/*', '/api*', '/apis', '/metrics/**']

/** Questions that look random and are the same for the same seed. */
export function randomAccess(seed: number, count: number): readonly RandomAccess[] {
  const make = new PodMaker(seed)
  const rule = (): Fields =>
    make.chance(0.2)
      ? { verbs: make.some(verbs, 2), nonResourceURLs: make.some(paths, 2) }
      : {
          verbs: make.some(verbs, 3),
          apiGroups: make.some(apiGroups, 2),
          resources: make.some(resources, 3),
          ...make.maybe(0.2, 'resourceNames', () => make.some(['a', 'b'], 2)),
        }
  const role = (name: string, namespace?: string): Fields => ({
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    rules: Array.from({ length: make.one([0, 1, 2, 3]) }, rule),
  })
  const subject = (): Fields =>
    make.one([
      () => ({ kind: 'User', name: make.one(users) }),
      () => ({ kind: 'Group', name: make.one(groups) }),
      () => ({
        kind: 'ServiceAccount',
        name: 'web',
        ...make.maybe(0.6, 'namespace', () => make.one(['shop', 'b'])),
      }),
    ])()
  const binding = (name: string, namespace?: string): Fields => ({
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    subjects: Array.from({ length: make.one([1, 1, 2]) }, subject),
    roleRef: {
      kind: namespace === undefined ? 'ClusterRole' : make.one(['Role', 'ClusterRole']),
      name: make.one(['r1', 'r2', 'gone']),
    },
  })
  return Array.from({ length: count }, () => {
    const isPath = make.chance(0.15)
    const namespace = isPath ? '' : make.one(['', 'shop', 'shop', 'b'])
    return {
      user: make.one(users),
      groups: make.some(['devs', 'system:authenticated'], 2),
      verb: make.one(['get', 'list', 'create', 'update', 'delete']),
      group: isPath ? '' : make.one(['', 'apps']),
      resource: isPath ? '' : make.one(['pods', 'deployments']),
      subresource: isPath ? '' : make.one(['', '', 'log', 'scale']),
      namespace,
      name: isPath ? '' : make.one(['', 'a', 'c']),
      path: isPath ? make.one(['/healthz', '/api/v1', '/apis', '/metrics/x', '/api']) : '',
      roles: ['shop', 'b'].flatMap(each => [role('r1', each), role('r2', each)]),
      roleBindings: ['b1', 'b2'].flatMap(name => ['shop', 'b'].map(each => binding(name, each))),
      clusterRoles: [role('r1'), role('r2')],
      clusterRoleBindings: make.chance(0.6) ? [binding('c1')] : [],
    }
  })
}
