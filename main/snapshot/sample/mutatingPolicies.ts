import type { SampleBuilder } from './builder.ts'
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
            expression: `[JSONPatch{op: "add", path: "/spec/topologySpreadConstraints", value: [Object.spec.topologySpreadConstraints{maxSkew: 1, topologyKey: "topology.kubernetes.io/zone", whenUnsatisfiable: "ScheduleAnyway"}]}]`,
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
  const created = builder.ago(120 * days)
  const defaults = make('ConfigMap', 'platform', 'team-defaults', created, {
    labels: { team: 'platform' },
    data: { team: 'platform' },
  })
  builder.add(applied(defaults, 'argocd-controller', created))
}
