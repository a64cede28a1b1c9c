import type { KubeObject } from '../../../shared/kube/index.ts'
import type { Dice } from './dice.ts'

type Fields = Readonly<Record<string, unknown>>

const apiVersion = 'admissionregistration.k8s.io/v1'

/** Admission objects that are written and never kept: most have one fault, some two or none. */
export function admissionObjectOf(
  dice: Dice,
  name: string,
): { readonly resource: string; readonly object: KubeObject } {
  const [resource, kind, make, faults] = dice.pick(forms)
  let fields = make(name)
  for (let left = dice.pick([0, 1, 1, 1, 2]); left > 0; left--) fields = dice.pick(faults)(fields, dice)
  return { resource, object: { apiVersion, kind, metadata: { name }, ...fields } }
}

type Fault = (fields: Fields, dice: Dice) => Fields

/** The same with something changed at a path. */
function changed(fields: Fields, path: readonly (string | number)[], value: unknown): Fields {
  const [first, ...rest] = path
  if (first === undefined) return fields
  const copy = Array.isArray(fields) ? [...fields] : { ...fields }
  const inside = (copy as Record<string | number, unknown>)[first]
  const made = rest.length === 0 ? value : changed((inside ?? {}) as Fields, rest, value)
  if (made === undefined) delete (copy as Record<string | number, unknown>)[first]
  else (copy as Record<string | number, unknown>)[first] = made
  return copy as Fields
}

/** A fault that puts one of some values at a path. */
const at =
  (path: readonly (string | number)[], ...values: readonly unknown[]): Fault =>
  (fields, dice) =>
    changed(fields, path, dice.pick(values.map(value => ({ value }))).value)

const rule: Fields = {
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['configmaps'],
}

const rulesAt = (path: readonly (string | number)[]): readonly Fault[] => [
  at([...path, 'operations'], [], ['CREATE', '*'], ['create'], ['CREATE', 'CREATE']),
  at([...path, 'apiGroups'], [], ['', '*'], ['*', 'apps']),
  at([...path, 'apiVersions'], [], ['v1', ''], ['*', 'v1']),
  at(
    [...path, 'resources'],
    [],
    ['*', 'pods'],
    ['pods/*', 'pods/log'],
    ['*/scale', 'a/scale'],
    ['*/*', 'x'],
    [''],
  ),
  at([...path, 'scope'], 'Everywhere', 'Cluster'),
]

const selectorsAt = (path: readonly (string | number)[]): readonly Fault[] =>
  ['namespaceSelector', 'objectSelector'].map(name =>
    at(
      [...path, name],
      { matchLabels: { 'a/b/c': 'x' } },
      { matchLabels: { a: 'not valid!' } },
      { matchExpressions: [{ key: 'a', operator: 'In' }] },
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] },
      { matchExpressions: [{ key: 'a', operator: 'Near', values: ['x'] }] },
      { matchExpressions: [{ key: '', operator: 'NotIn', values: ['x', '-'] }] },
    ),
  )

const conditionsAt = (path: readonly (string | number)[]): readonly Fault[] => [
  at(
    [...path, 'matchConditions'],
    [{ name: 'a', expression: 'object.x' }],
    [{ name: 'a', expression: 'params.x == 1' }],
    [{ name: 'a', expression: '' }],
    [{ name: '', expression: 'true' }],
    [{ name: 'not a name', expression: 'true' }],
    [{ name: 'a', expression: "'x'" }],
    [
      { name: 'a', expression: 'true' },
      { name: 'a', expression: ' nope(1)' },
    ],
  ),
]

const webhookFaults: readonly Fault[] = [
  ...rulesAt(['webhooks', 0, 'rules', 0]),
  ...selectorsAt(['webhooks', 0]),
  ...conditionsAt(['webhooks', 0]),
  at(['webhooks', 0, 'name'], 'short', 'two.parts', 'Capital.example.com', 'b.example.com', ''),
  at(['webhooks', 0, 'sideEffects'], 'Some', 'Unknown', 'Many', undefined),
  at(['webhooks', 0, 'timeoutSeconds'], 0, 31, -1, 30),
  at(['webhooks', 0, 'failurePolicy'], 'Maybe', 'Ignore'),
  at(['webhooks', 0, 'matchPolicy'], 'Nearly', 'Exact'),
  at(['webhooks', 0, 'reinvocationPolicy'], 'Always', 'IfNeeded'),
  at(['webhooks', 0, 'admissionReviewVersions'], [], ['v2'], ['v1', 'v1'], ['v2', 'v1beta1'], ['1x', 'v1']),
  at(
    ['webhooks', 0, 'clientConfig'],
    ...['http://x.example.com', 'https://', 'https://u@x/y', 'https://x/#f', 'https://x/?q=1', 'x'].map(
      url => ({ url }),
    ),
    { service: { name: 'a', namespace: 'b' } },
    { service: { namespace: 'b' } },
    { service: { name: 'a' } },
    { service: { name: 'a', namespace: 'b', port: 0 } },
    { service: { name: 'a', namespace: 'b', port: 70000 } },
    { service: { name: 'a', namespace: 'b', path: 'no/slash' } },
    { service: { name: 'a', namespace: 'b', path: '/a//b' } },
    { service: { name: 'a', namespace: 'b', path: '/A_b/' } },
    {},
  ),
]

const webhooks = (name: string): Fields => ({
  webhooks: ['a', 'b'].map(each => ({
    name: `${each}.example.com`,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { url: 'https://127.0.0.1:1/' },
    rules: [rule],
    namespaceSelector: { matchLabels: { of: name } },
  })),
})

const policyFaults: readonly Fault[] = [
  ...rulesAt(['spec', 'matchConstraints', 'resourceRules', 0]),
  ...selectorsAt(['spec', 'matchConstraints']),
  ...conditionsAt(['spec']),
  at(['spec', 'matchConstraints', 'resourceRules', 0, 'resourceNames'], ['a', 'a'], ['a/b'], ['..']),
  at(['spec', 'matchConstraints', 'resourceRules'], [], undefined),
  at(['spec', 'matchConstraints'], undefined),
  at(['spec', 'failurePolicy'], 'Perhaps', 'Ignore'),
  at(['spec', 'matchConstraints', 'matchPolicy'], 'Nearly'),
  at(
    ['spec', 'paramKind'],
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { apiVersion: 'a/b/c', kind: 'X' },
    { apiVersion: 'UPPER.example.com/v1', kind: 'X' },
    { apiVersion: 'x.example.com/1v', kind: 'X' },
    { apiVersion: 'x.example.com/', kind: 'X-' },
    { apiVersion: '', kind: '' },
  ),
  at(
    ['spec', 'variables'],
    [{ name: 'v', expression: 'object.x' }],
    [{ name: 'not-one', expression: 'true' }],
    [{ name: 'v', expression: 'variables.w' }],
    [{ name: 'v', expression: '' }],
    [{ name: 'in', expression: '1 +' }],
  ),
]

const validatingFaults: readonly Fault[] = [
  ...policyFaults,
  at(
    ['spec', 'validations', 0, 'expression'],
    '',
    ' ',
    'object.x',
    '1',
    'nope',
    'params.x == 1',
    'variables.v == 1',
  ),
  at(['spec', 'validations', 0, 'message'], ' ', 'a\nb', 'fine'),
  at(
    ['spec', 'validations', 0, 'messageExpression'],
    ' ',
    'object.x',
    '1',
    "'a' + 1",
    "'fine'",
    'authorizer.path',
  ),
  at(['spec', 'validations', 0, 'reason'], 'Unauthorized', 'Teapot', 'Forbidden'),
  at(['spec', 'validations'], [], undefined),
  at(
    ['spec', 'auditAnnotations'],
    [{ key: 'a', valueExpression: "'x'" }],
    [{ key: 'a b', valueExpression: "'x'" }],
    [{ key: 'a', valueExpression: '' }],
    [{ key: 'a', valueExpression: '1' }],
    [
      { key: 'a', valueExpression: "'x'" },
      { key: 'a', valueExpression: 'null' },
    ],
  ),
]

const mutatingFaults: readonly Fault[] = [
  ...policyFaults,
  at(['spec', 'mutations'], [], undefined),
  at(['spec', 'reinvocationPolicy'], 'Always', 'IfNeeded', undefined),
  at(['spec', 'matchConstraints', 'resourceRules', 0, 'operations'], ['DELETE'], ['UPDATE', 'DELETE'], ['*']),
  at(['spec', 'mutations', 0, 'patchType'], 'JSONPatch', 'Merge', undefined),
  at(['spec', 'mutations', 0, 'jsonPatch'], { expression: '[]' }),
  at(
    ['spec', 'mutations', 0, 'applyConfiguration'],
    ...[
      '',
      'object',
      '1',
      'Object{a: }',
      'Object{spec: Object.spec{x: 1}}',
      'Object{spec: Object.specx{}}',
    ].map(expression => ({ expression })),
    undefined,
  ),
]

const bindingFaults: readonly Fault[] = [
  at(['spec', 'policyName'], '', 'Not_a_name', undefined),
  at(
    ['spec', 'paramRef'],
    {},
    { name: 'a' },
    { name: 'a', selector: {}, parameterNotFoundAction: 'Deny' },
    { name: 'a', parameterNotFoundAction: 'Shrug' },
    { selector: { matchLabels: { 'a b': 'x' } }, parameterNotFoundAction: 'Allow' },
  ),
  at(
    ['spec', 'matchResources'],
    { resourceRules: [{ ...rule, operations: ['DELETE'] }] },
    { resourceRules: [{}] },
  ),
]

const actionFaults: readonly Fault[] = [
  at(['spec', 'validationActions'], [], ['Deny', 'Warn'], ['Deny', 'Deny'], ['Cry'], undefined),
]

const constraints = { matchConstraints: { resourceRules: [rule] } }

type Form = readonly [
  resource: string,
  kind: string,
  make: (name: string) => Fields,
  faults: readonly Fault[],
]

const forms: readonly Form[] = [
  ['validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', webhooks, webhookFaults],
  ['mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', webhooks, webhookFaults],
  [
    'validatingadmissionpolicies',
    'ValidatingAdmissionPolicy',
    () => ({ spec: { ...constraints, validations: [{ expression: 'true' }] } }),
    validatingFaults,
  ],
  [
    'mutatingadmissionpolicies',
    'MutatingAdmissionPolicy',
    () => ({
      spec: {
        ...constraints,
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      },
    }),
    mutatingFaults,
  ],
  [
    'validatingadmissionpolicybindings',
    'ValidatingAdmissionPolicyBinding',
    () => ({ spec: { policyName: 'none', validationActions: ['Deny'] } }),
    [...bindingFaults, ...actionFaults],
  ],
  [
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    () => ({ spec: { policyName: 'none' } }),
    bindingFaults,
  ],
]
