import { registry, type SampleBuilder } from './builder.ts'
import { applied } from './managedFields.ts'
import { days, make } from './objects.ts'

type Content = Readonly<Record<string, unknown>>

function add(builder: SampleBuilder, name: string, age: number, spec: Content, binding: Content): void {
  const created = builder.ago(age * days)
  const labels = { team: 'platform' }
  const policy = make('MutatingAdmissionPolicy', '', name, created, { labels, generation: 1, spec })
  const bound = make('MutatingAdmissionPolicyBinding', '', name, created, {
    labels,
    generation: 1,
    spec: { policyName: name, ...binding },
  })
  builder.add(
    applied(policy, 'kubectl-client-side-apply', created),
    applied(bound, 'kubectl-client-side-apply', created),
  )
}

const matching = (group: string, resource: string): object => ({
  resourceRules: [
    { apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE'], resources: [resource], scope: '*' },
  ],
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
})

/** Mutating policies of both patch types. */
export function addMutatingPolicies(builder: SampleBuilder): void {
  add(
    builder,
    'spread-over-zones',
    64,
    {
      matchConstraints: matching('', 'pods'),
      matchConditions: [
        { name: 'not-spread-yet', expression: '!has(object.spec.topologySpreadConstraints)' },
      ],
      mutations: [
        {
          patchType: 'JSONPatch',
          jsonPatch: {
            // In two steps: API servers of 1.36 fail with a panic on a list of such objects.
            expression: `[JSONPatch{op: "add", path: "/spec/topologySpreadConstraints", value: []}, JSONPatch{op: "add", path: "/spec/topologySpreadConstraints/-", value: Object.spec.topologySpreadConstraints{maxSkew: 1, topologyKey: "topology.kubernetes.io/zone", whenUnsatisfiable: "ScheduleAnyway", labelSelector: Object.spec.topologySpreadConstraints.labelSelector{matchLabels: {"app.kubernetes.io/name": object.metadata.?labels[?"app.kubernetes.io/name"].orValue("")}}}}]`,
          },
        },
      ],
      failurePolicy: 'Ignore',
      reinvocationPolicy: 'Never',
    },
    {
      matchResources: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {
          matchExpressions: [{ key: 'team', operator: 'In', values: ['shop', 'payments'] }],
        },
        objectSelector: {},
      },
    },
  )
  add(
    builder,
    'pods-carry-their-team',
    120,
    {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'team', expression: `params.data[?'team'].orValue('unknown')` }],
      matchConstraints: matching('', 'pods'),
      matchConditions: [
        {
          name: 'no-team-yet',
          expression: `!has(object.metadata.labels) || !('team' in object.metadata.labels)`,
        },
      ],
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression: 'Object{metadata: Object.metadata{labels: {"team": variables.team}}}',
          },
        },
      ],
      failurePolicy: 'Fail',
      reinvocationPolicy: 'IfNeeded',
    },
    { paramRef: { name: 'team-defaults', namespace: 'platform', parameterNotFoundAction: 'Allow' } },
  )
  addLogShipping(builder)
  const created = builder.ago(120 * days)
  const defaults = make('ConfigMap', 'platform', 'team-defaults', created, {
    labels: { team: 'platform' },
    data: { team: 'platform' },
  })
  builder.add(applied(defaults, 'argocd-controller', created))
}

/** Adds a container by an image without a version, which `no-latest-tag` refuses: each sound, and not both. */
function addLogShipping(builder: SampleBuilder): void {
  const type = 'Object.spec.containers'
  const resources = `${type}.resources{requests: {"cpu": "10m", "memory": "24Mi"}, limits: {"memory": "48Mi"}}`
  const security = `${type}.securityContext{allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: ${type}.securityContext.capabilities{drop: ["ALL"]}, seccompProfile: ${type}.securityContext.seccompProfile{type: "RuntimeDefault"}}`
  const shipper = `${type}{name: "log-shipper", image: "${registry}/platform/log-shipper:latest", resources: ${resources}, securityContext: ${security}}`
  add(
    builder,
    'ship-logs',
    9,
    {
      matchConstraints: matching('', 'pods'),
      matchConditions: [
        {
          name: 'not-shipped-yet',
          expression: '!object.spec.containers.exists(c, c.name == "log-shipper")',
        },
      ],
      mutations: [
        {
          patchType: 'JSONPatch',
          jsonPatch: {
            expression: `[JSONPatch{op: "add", path: "/spec/containers/-", value: ${shipper}}]`,
          },
        },
      ],
      failurePolicy: 'Fail',
      reinvocationPolicy: 'Never',
    },
    {
      matchResources: {
        matchPolicy: 'Equivalent',
        namespaceSelector: { matchLabels: { team: 'shop' } },
        objectSelector: { matchLabels: { logs: 'ship' } },
      },
    },
  )
}
