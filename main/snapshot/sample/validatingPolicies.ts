import type { SampleBuilder } from './builder.ts'
import { applied } from './managedFields.ts'
import { days, make } from './objects.ts'

type Content = Readonly<Record<string, unknown>>

const writes = ['CREATE', 'UPDATE']
const deployments = {
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  operations: writes,
  resources: ['deployments'],
  scope: '*',
}
const pods = { apiGroups: [''], apiVersions: ['v1'], operations: writes, resources: ['pods'], scope: '*' }

const matching = (...resourceRules: readonly object[]): object => ({
  resourceRules,
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
})

interface PolicyChoice {
  readonly name: string
  readonly age: number
  readonly generation?: number
  readonly spec: Content
  /** `typeChecking` of the status and the generation it was made for. */
  readonly status?: Content
}

function addPolicy(builder: SampleBuilder, { name, age, generation = 1, spec, status }: PolicyChoice): void {
  const created = builder.ago(age * days)
  const object = make('ValidatingAdmissionPolicy', '', name, created, {
    labels: { team: 'platform' },
    generation,
    spec: { failurePolicy: 'Fail', ...spec },
    status: status ?? { observedGeneration: generation, typeChecking: {} },
  })
  builder.add(applied(object, 'kubectl-client-side-apply', created, 'kube-controller-manager', created))
}

function addBinding(builder: SampleBuilder, name: string, age: number, spec: Content): void {
  const created = builder.ago(age * days)
  const object = make('ValidatingAdmissionPolicyBinding', '', name, created, {
    labels: { team: 'platform' },
    generation: 1,
    spec,
  })
  builder.add(applied(object, 'kubectl-client-side-apply', created))
}

const inTeam = (team: string): object => ({
  matchPolicy: 'Equivalent',
  namespaceSelector: { matchLabels: { team } },
  objectSelector: {},
})

/** Validating policies, sound ones and one of each way to go wrong. */
export function addValidatingPolicies(builder: SampleBuilder): void {
  addReplicaLimits(builder)
  addOwnership(builder)
  addResourceChecks(builder)
  addLatestTag(builder)
  addImageOrigins(builder)
  addDeployWindow(builder)
  addIngressHosts(builder)
  addUnboundAndDangling(builder)
}

/** Sound: parameters by a custom kind, two bindings with different actions. */
function addReplicaLimits(builder: SampleBuilder): void {
  addPolicy(builder, {
    name: 'replica-limits',
    age: 95,
    generation: 4,
    spec: {
      paramKind: { apiVersion: 'policy.lanternfish.example/v1', kind: 'ReplicaLimit' },
      matchConstraints: matching(deployments),
      matchConditions: [
        {
          name: 'not-exempt',
          expression: '!(has(params.spec.exempt) && object.metadata.name in params.spec.exempt)',
        },
      ],
      variables: [{ name: 'replicas', expression: 'has(object.spec.replicas) ? object.spec.replicas : 1' }],
      validations: [
        {
          expression: 'variables.replicas <= params.spec.maxReplicas',
          messageExpression:
            '"deployment asks for " + string(variables.replicas) + " replicas, the limit of this namespace is " + string(params.spec.maxReplicas)',
          reason: 'Invalid',
        },
        {
          expression: '!has(params.spec.minReplicas) || variables.replicas >= params.spec.minReplicas',
          message: 'fewer replicas than this namespace allows',
        },
      ],
      auditAnnotations: [{ key: 'asked-replicas', valueExpression: 'string(variables.replicas)' }],
    },
    status: { observedGeneration: 4, typeChecking: {} },
  })
  const parameters = { paramRef: { name: 'default', parameterNotFoundAction: 'Allow' } }
  addBinding(builder, 'replica-limits-shop', 95, {
    policyName: 'replica-limits',
    ...parameters,
    matchResources: inTeam('shop'),
    validationActions: ['Deny', 'Audit'],
  })
  addBinding(builder, 'replica-limits-payments', 60, {
    policyName: 'replica-limits',
    ...parameters,
    matchResources: inTeam('payments'),
    validationActions: ['Warn', 'Audit'],
  })
}

/** Sound: no parameters, everywhere but in the system's namespaces. */
function addOwnership(builder: SampleBuilder): void {
  addPolicy(builder, {
    name: 'workloads-name-their-team',
    age: 180,
    spec: {
      failurePolicy: 'Ignore',
      matchConstraints: {
        ...matching({ ...deployments, resources: ['deployments', 'statefulsets', 'daemonsets'] }),
        excludeResourceRules: [{ ...deployments, resources: ['deployments'], resourceNames: ['coredns'] }],
      },
      validations: [
        {
          expression: `has(object.metadata.labels) && 'team' in object.metadata.labels`,
          message: 'label team is missing: it says who is called when this breaks',
          reason: 'Forbidden',
        },
      ],
    },
  })
  addBinding(builder, 'workloads-name-their-team', 180, {
    policyName: 'workloads-name-their-team',
    matchResources: {
      matchPolicy: 'Equivalent',
      namespaceSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] },
      objectSelector: {},
    },
    validationActions: ['Deny'],
  })
}

/** What the CEL compiler says of an unknown field. @param column from 1 */
function complaint(field: string, expression: string, column: number): string {
  const pointer = `${'.'.repeat(column - 1)}^`
  return `ERROR: <input>:1:${column}: undefined field '${field}'\n | ${expression}\n | ${pointer}\n`
}

/** The server's type check found a field that does not exist, in the generation that is there. */
function addResourceChecks(builder: SampleBuilder): void {
  const memory =
    'object.spec.template.spec.containers.all(c, has(c.resources) && has(c.resources.limits) && "memory" in c.resources.limits)'
  const replicas = 'object.spec.replica <= 20'
  // The server's own words. It knows no type for a map of quantities, and warns of a sound expression.
  const prefix = 'apps/v1, Kind=Deployment: '
  const limits = `${prefix}${complaint('limits', memory, 68)}${complaint('limits', memory, 115)}`
  const replica = `${prefix}${complaint('replica', replicas, 12)}`
  addPolicy(builder, {
    name: 'resource-hygiene',
    age: 25,
    generation: 2,
    spec: {
      matchConstraints: matching(deployments),
      validations: [
        {
          expression: memory,
          message: 'every container needs a memory limit',
        },
        {
          expression: replicas,
          message: 'twenty replicas are the most without a capacity review',
        },
      ],
    },
    status: {
      observedGeneration: 2,
      typeChecking: {
        expressionWarnings: [
          { fieldRef: 'spec.validations[0].expression', warning: limits },
          { fieldRef: 'spec.validations[1].expression', warning: replica },
        ],
      },
    },
  })
  addBinding(builder, 'resource-hygiene-shop', 25, {
    policyName: 'resource-hygiene',
    matchResources: inTeam('shop'),
    validationActions: ['Warn'],
  })
}

/** The warning belongs to an earlier generation: the expression has been repaired since. */
function addLatestTag(builder: SampleBuilder): void {
  const mistyped = `object.spec.container.all(c, !c.image.endsWith(':latest'))`
  const warning = `/v1, Kind=Pod: ${complaint('container', mistyped, 12)}`
  addPolicy(builder, {
    name: 'no-latest-tag',
    age: 48,
    generation: 3,
    spec: {
      matchConstraints: matching(pods),
      validations: [
        {
          expression: `object.spec.containers.all(c, !c.image.endsWith(':latest') && c.image.contains(':'))`,
          message: 'images need a tag, and not latest',
        },
      ],
    },
    status: {
      observedGeneration: 2,
      typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression', warning }] },
    },
  })
  addBinding(builder, 'no-latest-tag', 48, { policyName: 'no-latest-tag', validationActions: ['Deny'] })
}

/** Mistyped, and its failure policy ignores that: bound to deny, it has never denied anything. */
function addImageOrigins(builder: SampleBuilder): void {
  const mistyped = `object.spec.template.spec.container.all(c, c.image.startsWith('registry.lanternfish.example/'))`
  const warning = `apps/v1, Kind=Deployment: ${complaint('container', mistyped, 26)}`
  addPolicy(builder, {
    name: 'images-from-our-registry',
    age: 31,
    spec: {
      failurePolicy: 'Ignore',
      matchConstraints: matching(deployments),
      validations: [{ expression: mistyped, message: 'images come from our registry alone' }],
    },
    status: {
      observedGeneration: 1,
      typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression', warning }] },
    },
  })
  addBinding(builder, 'images-from-our-registry', 31, {
    policyName: 'images-from-our-registry',
    matchResources: {
      matchPolicy: 'Equivalent',
      namespaceSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] },
      objectSelector: {},
    },
    validationActions: ['Deny'],
  })
}

/** Its parameter was deleted, and a missing parameter denies: no deployment in payments changes. */
function addDeployWindow(builder: SampleBuilder): void {
  addPolicy(builder, {
    name: 'deploy-window',
    age: 70,
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: matching({ ...deployments, operations: ['UPDATE'] }),
      validations: [
        {
          expression: `params.data.frozen != 'true'`,
          message: 'deployments are frozen',
          reason: 'Forbidden',
        },
      ],
    },
  })
  addBinding(builder, 'deploy-window-payments', 70, {
    policyName: 'deploy-window',
    paramRef: { name: 'deploy-window', namespace: 'payments', parameterNotFoundAction: 'Deny' },
    matchResources: inTeam('payments'),
    validationActions: ['Deny'],
  })
}

/** Parameters by selector: each matching ConfigMap is a list of hosts, and all must agree. */
function addIngressHosts(builder: SampleBuilder): void {
  const created = builder.ago(33 * days)
  const hosts = (name: string, domain: string): void => {
    const object = make('ConfigMap', 'platform', name, created, {
      labels: { team: 'platform', purpose: 'ingress-hosts' },
      data: { suffix: domain },
    })
    builder.add(applied(object, 'argocd-controller', created))
  }
  hosts('ingress-hosts-public', '.lanternfish.example')
  hosts('ingress-hosts-internal', '.example')
  addPolicy(builder, {
    name: 'ingress-hosts',
    age: 33,
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: matching({
        apiGroups: ['networking.k8s.io'],
        apiVersions: ['v1'],
        operations: writes,
        resources: ['ingresses'],
        scope: '*',
      }),
      validations: [
        {
          expression: 'object.spec.rules.all(r, has(r.host) && r.host.endsWith(params.data.suffix))',
          message: 'the host belongs to none of our domains',
        },
      ],
    },
  })
  addBinding(builder, 'ingress-hosts', 33, {
    policyName: 'ingress-hosts',
    paramRef: {
      selector: { matchLabels: { purpose: 'ingress-hosts' } },
      namespace: 'platform',
      parameterNotFoundAction: 'Deny',
    },
    validationActions: ['Deny'],
  })
}

function addUnboundAndDangling(builder: SampleBuilder): void {
  addPolicy(builder, {
    name: 'no-host-network',
    age: 12,
    spec: {
      matchConstraints: matching(pods),
      validations: [
        {
          expression: '!has(object.spec.hostNetwork) || object.spec.hostNetwork == false',
          message: 'pods may not use the network of their node',
        },
      ],
    },
  })
  addBinding(builder, 'owners-required', 110, {
    policyName: 'owners-required',
    matchResources: inTeam('platform'),
    validationActions: ['Deny'],
  })
}
