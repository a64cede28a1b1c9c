import { type Around, now, serving, writer } from './findings.fixture.ts'
import type { FindingId } from './ids.ts'

const day = 86_400_000
const measures = { calls: 100, rejections: 0, rejectionsByErrorType: {}, failedOpen: 0, p50: 0.005, p99: 0.1 }
const trial = {
  expression: {
    kind: 'ValidatingAdmissionPolicy',
    ref: {
      resource: {
        group: 'admissionregistration.k8s.io',
        version: 'v1',
        resource: 'validatingadmissionpolicies',
      },
      namespace: '',
      name: 'p',
    },
    field: 'spec.validations[0].expression',
  },
  tried: 3,
  failed: 0,
  example: null,
  highestCost: 10,
  costliest: null,
  operation: 'UPDATE',
}
const pod = {
  kind: 'Pod',
  ref: { resource: { group: '', version: 'v1', resource: 'pods' }, namespace: 'shop', name: 'web' },
}

export const pods = "rules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]"
export const outside = (...names: string[]) =>
  `namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [${names.join(', ')}]}]}`
export const boundPolicy = (spec: string) => `policy: ${spec}\n---\nbinding: {}`
const boundMutation = (spec: string) => `mutatingPolicy: ${spec}\n---\nmutatingBinding: {}`
const condition = (text: string) => `hook: {matchConditions: [{name: c, expression: '${text}'}]}`
const webhookTo = (client: string) => `hook: {clientConfig: ${client}}`
export const definition = (client: string, versions = '[{name: v1, storage: true}, {name: v2}]') =>
  `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: things.example.com, creationTimestamp: '2026'}, spec: {group: example.com, versions: ${versions}, conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: ${client}}}}}`
export const apiService = (spec: string, status = '{}') =>
  `{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: v1.metrics.example.com, creationTimestamp: '2026'}, spec: ${spec}, status: ${status}}`
export const named = 'service: {namespace: acme, name: hook, port: 443, path: /check}'

export interface Example {
  readonly fires: string
  readonly quiet: string
  readonly around?: Around
  readonly quietAround?: Around
}

/** For each check an example that is found and one, as near to it as can be, that is not. */
export const cases: Readonly<Record<FindingId, Example | readonly Example[]>> = {
  'no-target': { fires: webhookTo('{}'), quiet: 'hook: {}' },
  'address-refused': [
    {
      fires: webhookTo('{url: "http://a.example.com/x"}'),
      quiet: webhookTo('{url: "https://a.example.com/x"}'),
    },
    {
      fires: webhookTo('{url: "https://u:p@a.example.com/x?y#z"}'),
      quiet: webhookTo('{url: "https://a.example.com:8443"}'),
    },
    {
      fires: webhookTo('{url: "https://localhost/x"}'),
      quiet: webhookTo('{url: "https://localhost.example.com/x"}'),
    },
  ],
  'service-missing': [
    {
      fires: webhookTo('{service: {namespace: acme, name: gone, path: /x}, caBundle: good}'),
      quiet: 'hook: {}',
    },
    {
      fires: definition('{service: {namespace: acme, name: gone}, caBundle: good}'),
      quiet: definition(`{${named}, caBundle: good}`),
    },
    {
      fires: apiService('{service: {namespace: acme, name: gone}, caBundle: good}'),
      quiet: apiService('{service: {namespace: acme, name: hook, port: 443}, caBundle: good}'),
    },
  ],
  'service-port-missing': {
    fires: webhookTo('{service: {namespace: acme, name: hook, port: 8443, path: /x}, caBundle: good}'),
    quiet: webhookTo('{service: {namespace: acme, name: hook, path: /x}, caBundle: good}'),
  },
  'service-no-endpoints': { fires: 'hook: {}', quiet: 'hook: {}', around: { endpoints: [] } },
  'service-not-ready': {
    fires: 'hook: {}',
    quiet: 'hook: {}',
    around: { endpoints: [false, false] },
    quietAround: { endpoints: [true, false] },
  },
  'service-single-endpoint': {
    fires: 'hook: {}',
    quiet: 'hook: {failurePolicy: Ignore}',
    around: { endpoints: [true] },
    quietAround: { endpoints: [true] },
  },
  'service-path-odd': [
    {
      fires: webhookTo('{service: {namespace: acme, name: hook, path: check//x}, caBundle: good}'),
      quiet: webhookTo('{service: {namespace: acme, name: hook, path: /check/x/}, caBundle: good}'),
    },
    {
      fires:
        'hook: {}\n---\nmutatingHook: {clientConfig: {service: {namespace: acme, name: hook}, caBundle: good}}',
      quiet: webhookTo('{service: {namespace: acme, name: hook}, caBundle: good}'),
    },
  ],
  'ca-bundle-missing': [
    { fires: webhookTo(`{${named}}`), quiet: webhookTo('{url: "https://a.example.com/x"}') },
    { fires: definition(`{${named}}`), quiet: definition(`{${named}}`, '[{name: v1, storage: true}]') },
  ],
  'ca-bundle-unreadable': { fires: webhookTo(`{${named}, caBundle: garbage}`), quiet: 'hook: {}' },
  'ca-bundle-expired': [
    { fires: webhookTo(`{${named}, caBundle: expired}`), quiet: webhookTo(`{${named}, caBundle: soon}`) },
    { fires: definition(`{${named}, caBundle: expired}`), quiet: definition(`{${named}, caBundle: good}`) },
  ],
  'ca-bundle-not-yet-valid': { fires: webhookTo(`{${named}, caBundle: future}`), quiet: 'hook: {}' },
  'ca-bundle-no-authority': { fires: webhookTo(`{${named}, caBundle: leaf}`), quiet: 'hook: {}' },
  'ca-bundle-expires': { fires: webhookTo(`{${named}, caBundle: soon}`), quiet: 'hook: {}' },
  'serving-certificate-untrusted': {
    fires: 'hook: {}',
    quiet: 'hook: {}',
    around: { serving: serving({}, [{ type: 'untrusted', text: 'Issued by CN=other.' }]) },
    quietAround: { serving: serving({}) },
  },
  'serving-certificate-name': {
    fires: 'hook: {}',
    quiet: 'hook: {}',
    around: { serving: serving({}, [{ type: 'name', text: 'For another name.' }]) },
    quietAround: { serving: serving({}) },
  },
  'serving-certificate-expires': {
    fires: 'hook: {}',
    quiet: 'hook: {}',
    around: { serving: serving({ notAfter: now + 2 * day }) },
    quietAround: { serving: serving({ notAfter: now + 20 * day }) },
  },
  'review-versions': [
    { fires: 'hook: {admissionReviewVersions: [v2]}', quiet: 'hook: {admissionReviewVersions: [v2, v1]}' },
    {
      fires: definition(`{${named}, caBundle: good}`).replace('[v1], clientConfig', '[v3], clientConfig'),
      quiet: definition(`{${named}, caBundle: good}`),
    },
  ],
  'review-version-deprecated': {
    fires: 'hook: {admissionReviewVersions: [v1beta1]}',
    quiet: 'hook: {admissionReviewVersions: [v1beta1, v1]}',
  },
  'api-service-unavailable': {
    fires: apiService(
      '{service: {namespace: acme, name: hook, port: 443}, caBundle: good}',
      '{conditions: [{type: Available, status: "False", reason: FailedDiscoveryCheck}]}',
    ),
    quiet: apiService(
      '{service: {namespace: acme, name: hook, port: 443}, caBundle: good}',
      '{conditions: [{type: Available, status: "True"}]}',
    ),
  },
  'api-service-insecure': {
    fires: apiService('{service: {namespace: acme, name: hook, port: 443}, insecureSkipTLSVerify: true}'),
    quiet: apiService('{service: {namespace: acme, name: hook, port: 443}, caBundle: good}'),
  },
  'webhook-deadlock': {
    fires: `hook: {${pods}}`,
    quiet: `hook: {${pods}, ${outside('acme', 'kube-system')}}`,
    around: { endpoints: [false] },
    quietAround: { endpoints: [false] },
  },
  'blocks-own-namespace': {
    fires: `hook: {${pods}, ${outside('kube-system')}}`,
    quiet: `hook: {${pods}, ${outside('acme', 'kube-system')}}`,
  },
  'kube-system-not-excluded': [
    {
      fires: `hook: {${pods}, ${outside('acme')}}`,
      quiet: `hook: {${pods}, ${outside('acme', 'kube-system')}}`,
    },
    {
      fires: `hook: {${pods}, ${outside('acme')}, matchConditions: [{name: c, expression: 'request.userInfo.username != "nobody"'}]}`,
      quiet: `hook: {${pods}, ${outside('acme')}, matchConditions: [{name: c, expression: 'request.namespace != "kube-system"'}]}`,
    },
  ],
  'wildcard-blast-radius': {
    fires: `hook: {rules: [{operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*']}]}`,
    quiet: `hook: {rules: [{operations: ['*'], apiGroups: [example.com], apiVersions: ['*'], resources: ['*/*']}]}`,
  },
  'intercepts-reviews': {
    fires: `hook: {rules: [{operations: [CREATE], apiGroups: [authentication.k8s.io], apiVersions: [v1], resources: [tokenreviews]}]}`,
    quiet: `hook: {failurePolicy: Ignore, rules: [{operations: [CREATE], apiGroups: [authentication.k8s.io], apiVersions: [v1], resources: [tokenreviews]}]}`,
  },
  'intercepts-leases': {
    fires: `hook: {rules: [{operations: [UPDATE], apiGroups: [coordination.k8s.io], apiVersions: [v1], resources: [leases]}]}`,
    quiet: `hook: {${outside('kube-system', 'kube-node-lease')}, rules: [{operations: [UPDATE], apiGroups: [coordination.k8s.io], apiVersions: [v1], resources: [leases]}]}`,
  },
  'slow-chain': {
    fires: 'hooks: [{name: a.x.io, timeoutSeconds: 20}, {name: b.x.io, timeoutSeconds: 15}]',
    quiet: 'hooks: [{name: a.x.io, timeoutSeconds: 20}, {name: b.x.io, timeoutSeconds: 14}]',
  },
  'blocks-dry-run': { fires: 'hook: {sideEffects: Some}', quiet: 'hook: {sideEffects: NoneOnDryRun}' },
  'webhook-failing': {
    fires: 'hook: {}',
    quiet: 'hook: {}',
    around: { measures: { ...measures, rejectionsByErrorType: { calling_webhook_error: 3 } } },
    quietAround: { measures: { ...measures, rejectionsByErrorType: { no_error: 3 } } },
  },
  'webhook-failing-open': {
    fires: 'hook: {failurePolicy: Ignore}',
    quiet: 'hook: {failurePolicy: Ignore}',
    around: { measures: { ...measures, failedOpen: 2 } },
    quietAround: { measures },
  },
  'webhook-slow': {
    fires: 'hook: {timeoutSeconds: 5}',
    quiet: 'hook: {timeoutSeconds: 5}',
    around: { measures: { ...measures, p99: 3 } },
    quietAround: { measures: { ...measures, calls: 3, p99: 3 } },
  },
  'no-rules': { fires: 'hook: {rules: []}', quiet: 'hook: {}' },
  'rules-not-served': {
    fires:
      'hook: {rules: [{operations: [CREATE], apiGroups: [extensions], apiVersions: [v1beta1], resources: [ingresses]}]}',
    quiet: 'hook: {}',
  },
  'rules-exempt': [
    {
      fires: `hook: {rules: [{operations: ['*'], apiGroups: [admissionregistration.k8s.io], apiVersions: ['*'], resources: [validatingwebhookconfigurations]}]}`,
      quiet: boundPolicy(
        `{matchConstraints: {resourceRules: [{operations: [DELETE], apiGroups: [admissionregistration.k8s.io], apiVersions: ['*'], resources: [validatingwebhookconfigurations]}]}, validations: [{expression: 'oldObject.metadata.name != "x"'}]}`,
      ),
    },
    {
      fires: boundMutation(
        `{matchConstraints: {resourceRules: [{operations: [CREATE, DELETE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]}}`,
      ),
      quiet: boundMutation(
        `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]}}`,
      ),
    },
  ],
  'rule-redundant': {
    fires: `hook: {rules: [{operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: [configmaps]}, {operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}]}`,
    quiet: `hook: {rules: [{operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: [configmaps]}, {operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [secrets]}]}`,
  },
  'rules-excluded': {
    fires: boundPolicy(
      `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}], excludeResourceRules: [{operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: ['*']}]}}`,
    ),
    quiet: boundPolicy(
      `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}], excludeResourceRules: [{operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: ['*'], resourceNames: [kube-root-ca.crt]}]}}`,
    ),
  },
  'rules-disjoint': {
    fires: `policy: {}\n---\nbinding: {matchResources: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]}}`,
    quiet: `policy: {}\n---\nbinding: {matchResources: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: ['*']}]}}`,
  },
  'reaches-nothing': {
    fires: 'hook: {namespaceSelector: {matchLabels: {team: nobody}}}',
    quiet: 'hook: {namespaceSelector: {matchLabels: {team: shop}}}',
  },
  'connect-never-matches': {
    fires: `hook: {objectSelector: {matchExpressions: [{key: skip, operator: DoesNotExist}]}, rules: [{operations: [CONNECT], apiGroups: [''], apiVersions: [v1], resources: [pods/exec]}]}`,
    quiet: `hook: {rules: [{operations: [CONNECT], apiGroups: [''], apiVersions: [v1], resources: [pods/exec]}]}`,
  },
  'exact-misses-versions': {
    fires:
      'hook: {matchPolicy: Exact, rules: [{operations: [CREATE], apiGroups: [autoscaling], apiVersions: [v2], resources: [horizontalpodautoscalers]}]}',
    quiet:
      'hook: {matchPolicy: Exact, rules: [{operations: [CREATE], apiGroups: [autoscaling], apiVersions: [v1, v2], resources: [horizontalpodautoscalers]}]}',
  },
  'equivalent-converts': {
    fires:
      'hook: {rules: [{operations: [CREATE], apiGroups: [autoscaling], apiVersions: [v1], resources: [horizontalpodautoscalers]}]}',
    quiet:
      'hook: {rules: [{operations: [CREATE], apiGroups: [autoscaling], apiVersions: [v2], resources: [horizontalpodautoscalers]}]}',
  },
  'object-selector-dodgeable': [
    {
      fires: 'hook: {objectSelector: {matchExpressions: [{key: skip, operator: NotIn, values: ["true"]}]}}',
      quiet:
        'mutatingHook: {objectSelector: {matchExpressions: [{key: skip, operator: NotIn, values: ["true"]}]}}',
    },
    {
      fires: 'policy: {}\n---\nbinding: {matchResources: {objectSelector: {matchLabels: {checked: "yes"}}}}',
      quiet:
        'policy: {}\n---\nbinding: {validationActions: [Warn], matchResources: {objectSelector: {matchLabels: {checked: "yes"}}}}',
    },
  ],
  'scale-not-covered': {
    fires: boundPolicy(
      `{matchConstraints: {resourceRules: [{operations: [CREATE, UPDATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments]}]}, validations: [{expression: object.spec.replicas <= 5}]}`,
    ),
    quiet: boundPolicy(
      `{matchConstraints: {resourceRules: [{operations: [CREATE, UPDATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments, deployments/scale]}]}, validations: [{expression: object.spec.replicas <= 5}]}`,
    ),
  },
  'ephemeral-containers-not-covered': {
    fires: boundPolicy(
      `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]}, validations: [{expression: 'object.spec.containers.all(c, c.image != "")'}]}`,
    ),
    quiet: boundPolicy(
      `{matchConstraints: {resourceRules: [{operations: [CREATE, UPDATE], apiGroups: [''], apiVersions: [v1], resources: [pods, pods/ephemeralcontainers]}]}, validations: [{expression: 'object.spec.containers.all(c, c.image != "")'}]}`,
    ),
  },
  'policy-not-bound': { fires: 'policy: {}', quiet: boundPolicy('{}') },
  'binding-without-policy': { fires: 'binding: {policyName: gone}', quiet: boundPolicy('{}') },
  'parameter-missing': {
    fires: `policy: {paramKind: {apiVersion: example.com/v1, kind: Limit}}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Deny}}`,
    quiet: `policy: {paramKind: {apiVersion: example.com/v1, kind: Limit}}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Deny}}\n---\n{apiVersion: example.com/v1, kind: Limit, metadata: {name: l}}`,
  },
  'parameter-kind-not-served': {
    fires: `policy: {paramKind: {apiVersion: example.com/v9, kind: Limit}}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Deny}}`,
    quiet: boundPolicy('{}'),
  },
  'parameter-invalid': {
    fires: `policy: {paramKind: {apiVersion: example.com/v1, kind: Limit}}\n---\nbinding: {paramRef: {name: l, namespace: shop, parameterNotFoundAction: Deny}}`,
    quiet: boundPolicy('{}'),
  },
  'parameter-ignored': {
    fires: 'policy: {}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Deny}}',
    quiet: boundPolicy('{}'),
  },
  'parameter-null': {
    fires: 'policy: {paramKind: {apiVersion: example.com/v1, kind: Limit}}\n---\nbinding: {}',
    quiet: boundPolicy('{}'),
  },
  'parameter-action-unset': {
    fires: `policy: {paramKind: {apiVersion: example.com/v1, kind: Limit}}\n---\nbinding: {paramRef: {name: l}}\n---\n{apiVersion: example.com/v1, kind: Limit, metadata: {name: l}}`,
    quiet: `policy: {paramKind: {apiVersion: example.com/v1, kind: Limit}}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Allow}}\n---\n{apiVersion: example.com/v1, kind: Limit, metadata: {name: l}}`,
  },
  'parameter-deadlock': {
    fires: `policy: {paramKind: {apiVersion: v1, kind: ConfigMap}}\n---\nbinding: {paramRef: {name: l, namespace: shop, parameterNotFoundAction: Deny}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: l, namespace: shop}}`,
    quiet: `policy: {paramKind: {apiVersion: v1, kind: ConfigMap}, matchConstraints: {${outside('shop')}, resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}]}}\n---\nbinding: {paramRef: {name: l, namespace: shop, parameterNotFoundAction: Deny}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: l, namespace: shop}}`,
  },
  'parameter-locks-new-namespaces': {
    fires: `policy: {paramKind: {apiVersion: v1, kind: ConfigMap}}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Deny}}`,
    quiet: `policy: {paramKind: {apiVersion: v1, kind: ConfigMap}}\n---\nbinding: {paramRef: {name: l, parameterNotFoundAction: Deny}, matchResources: {namespaceSelector: {matchLabels: {team: shop}}}}`,
  },
  'parameter-builtin-kind': {
    fires: `policy: {paramKind: {apiVersion: v1, kind: ConfigMap}}\n---\nbinding: {paramRef: {name: l, namespace: shop, parameterNotFoundAction: Allow}}`,
    quiet: `policy: {paramKind: {apiVersion: v1, kind: ConfigMap}}\n---\nbinding: {paramRef: {name: l, namespace: shop, parameterNotFoundAction: Allow}}\n---\nbinding: {called: b2, paramRef: {name: l, namespace: shop, parameterNotFoundAction: Allow}}`,
  },
  'expression-invalid': [
    {
      fires: boundPolicy('{validations: [{expression: object.spec.replicas}]}'),
      quiet: boundPolicy('{validations: [{expression: object.spec.replicas == 1}]}'),
    },
    { fires: condition('variables.x'), quiet: condition('request.name != ""') },
  ],
  'expression-fails': {
    fires: boundPolicy('{}'),
    quiet: boundPolicy('{}'),
    around: { trials: [{ ...trial, failed: 1, example: { object: pod, message: 'no such key: x' } }] },
    quietAround: { trials: [trial] },
  },
  'condition-constant': [
    { fires: condition('1 > 2'), quiet: condition('request.operation == "CREATE"') },
    {
      fires: boundPolicy('{validations: [{expression: "true"}]}'),
      quiet: boundPolicy('{validations: [{expression: "false"}]}'),
    },
  ],
  'condition-namespace-object': {
    fires: condition('has(namespaceObject.metadata)'),
    quiet: boundPolicy('{validations: [{expression: "namespaceObject.metadata.name != \'x\'"}]}'),
  },
  'object-null-on-delete': {
    fires: boundPolicy(
      `{matchConstraints: {resourceRules: [{operations: [CREATE, DELETE], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}]}}`,
    ),
    quiet: boundPolicy('{}'),
  },
  'type-warnings': {
    fires: `{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: p, generation: 1}, spec: {matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}]}, validations: [{expression: object.x == 1}]}, status: {observedGeneration: 1, typeChecking: {expressionWarnings: [{fieldRef: 'spec.validations[0].expression', warning: 'v1, Kind=ConfigMap: ERROR: <input>:1:7: undefined field ''x'''}]}}}\n---\nbinding: {}`,
    quiet: boundPolicy('{}'),
  },
  'cost-near-limit': [
    {
      fires: boundPolicy(
        `{validations: [{expression: 'authorizer.path("/a").check("get").allowed() && authorizer.path("/b").check("get").allowed() && authorizer.path("/c").check("get").allowed()'}]}`,
      ),
      quiet: boundPolicy(
        `{validations: [{expression: 'authorizer.path("/a").check("get").allowed() && authorizer.path("/b").check("get").allowed()'}]}`,
      ),
    },
    {
      fires: boundPolicy('{}'),
      quiet: boundPolicy('{}'),
      around: { trials: [{ ...trial, highestCost: 600_000, costliest: pod }] },
      quietAround: { trials: [{ ...trial, highestCost: 400_000, costliest: pod }] },
    },
  ],
  'cost-grows': {
    fires: boundPolicy(
      '{validations: [{expression: "object.data.all(k, object.data.exists(other, other != k))"}]}',
    ),
    quiet: boundPolicy('{validations: [{expression: "object.list.all(c, c.ports.all(p, p.port > 0))"}]}'),
  },
  'mutation-atomic': [
    {
      fires: boundMutation(
        `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]}, mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: "a"}]}}'}}]}`,
      ),
      quiet: boundMutation(
        `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]}, mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a", image: "b"}]}}'}}]}`,
      ),
    },
    {
      fires: `${boundMutation(`{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [example.com], apiVersions: [v1], resources: [limits]}]}, mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{spec: Object.spec{hosts: ["a"]}}'}}]}`)}\n---\n{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: limits.example.com}, spec: {versions: [{name: v1, storage: true, schema: {openAPIV3Schema: {properties: {spec: {properties: {hosts: {type: array}}}}}}}]}}`,
      quiet: `${boundMutation(`{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [example.com], apiVersions: [v1], resources: [limits]}]}, mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{spec: Object.spec{hosts: ["a"]}}'}}]}`)}\n---\n{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: limits.example.com}, spec: {versions: [{name: v1, storage: true, schema: {openAPIV3Schema: {properties: {spec: {properties: {hosts: {type: array, x-kubernetes-list-type: set}}}}}}}]}}`,
    },
  ],
  'mutation-panics-server': [
    {
      fires: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec/initContainers", value: [Object.spec.initContainers{name: "x"}]}]'}}]}`,
      ),
      quiet: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec", value: Object.spec{initContainers: [Object.spec.initContainers{name: "x"}]}}]'}}]}`,
      ),
    },
    {
      fires: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec/x", value: object.spec.containers.map(c, Object.spec.x{name: c.name})}]'}}]}`,
      ),
      quiet: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec/x", value: [Object.spec.x{name: "a"}].map(x, x.name)}]'}}]}`,
      ),
    },
    {
      fires: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec/x", value: has(object.spec) ? {"a": Object.spec.x{}} : {}}]'}}]}`,
      ),
      quiet: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: 'object.spec.containers.map(c, JSONPatch{op: "add", path: "/spec/x/-", value: Object.spec.x{name: c.name}})'}}]}`,
      ),
    },
    {
      fires: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec/x", value: object.spec.x + [Object.spec.x{name: "a"}]}]'}}]}`,
      ),
      quiet: boundMutation(
        `{mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec/x", value: [Object.spec.x{name: "a"}] + [Object.spec.x{name: "b"}]}]'}}]}`,
      ),
    },
  ],
  'mutation-not-idempotent': {
    fires: boundMutation(
      `{reinvocationPolicy: IfNeeded, mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "x"}}]'}}]}`,
    ),
    quiet: boundMutation(
      `{reinvocationPolicy: IfNeeded, mutations: [{patchType: JSONPatch, jsonPatch: {expression: 'object.spec.containers.exists(c, c.name == "x") ? [] : [JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "x"}}]'}}]}`,
    ),
  },
  'mutation-equivalent-version': [
    {
      fires: boundMutation(
        '{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [autoscaling], apiVersions: [v1], resources: [horizontalpodautoscalers]}]}}',
      ),
      quiet: boundMutation(
        '{matchConstraints: {matchPolicy: Exact, resourceRules: [{operations: [CREATE], apiGroups: [autoscaling], apiVersions: [v1, v2], resources: [horizontalpodautoscalers]}]}}',
      ),
    },
    {
      fires: boundMutation(
        `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [events]}]}}`,
      ),
      quiet: boundMutation(
        `{matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: ['', events.k8s.io], apiVersions: [v1], resources: [events]}]}}`,
      ),
    },
  ],
  'mutation-two-writers': [
    {
      fires: `${writer('p', 'b', 'metadata: Object.metadata{labels: {"tier": "a"}}')}\n---\n${writer('q', 'c', 'metadata: Object.metadata{labels: {"tier": "b"}}')}`,
      quiet: `${writer('p', 'b', 'metadata: Object.metadata{labels: {"tier": "a"}}')}\n---\n${writer('q', 'c', 'metadata: Object.metadata{labels: {"zone": "b"}}')}`,
    },
  ],
  'reinvocation-mutual': {
    fires:
      'hooks: [{name: a.x.io, reinvocationPolicy: IfNeeded}, {name: b.x.io, reinvocationPolicy: IfNeeded}]',
    quiet: 'hooks: [{name: a.x.io, reinvocationPolicy: IfNeeded}, {name: b.x.io, reinvocationPolicy: Never}]',
  },
  'duplicate-webhook-name': {
    fires: 'hook: {called: one}\n---\nhook: {called: two}',
    quiet: 'hook: {called: one}\n---\nmutatingHook: {called: two}',
  },
  'deprecated-version': {
    fires: `{apiVersion: admissionregistration.k8s.io/v1beta1, kind: ValidatingWebhookConfiguration, metadata: {name: old}, webhooks: []}`,
    quiet: `{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: new}, webhooks: []}`,
  },
  'declaration-refused': [
    { fires: 'hook: {name: short}', quiet: 'hook: {name: a.b.c}' },
    { fires: 'policy: {}\n---\nbinding: {validationActions: [Deny, Warn]}', quiet: boundPolicy('{}') },
  ],
}
