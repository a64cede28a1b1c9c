/** How a product that installs webhooks or policies is recognised. */
export interface Signature {
  readonly id: string
  readonly name: string
  readonly purpose: string
  /** Labels with their values as patterns; one is enough. */
  readonly labels?: Readonly<Record<string, RegExp>>
  /** Name of the configuration or policy. */
  readonly object?: RegExp
  /** Name of a webhook. */
  readonly webhook?: RegExp
  /** Name of the Service that is called. */
  readonly service?: RegExp
  /** Kinds of which it makes webhooks, policies or rules: `*` for all kinds of a group. */
  readonly sources?: readonly { readonly group: string; readonly kind: string }[]
}

const partOf = (pattern: RegExp): Readonly<Record<string, RegExp>> => ({
  'app.kubernetes.io/part-of': pattern,
  'app.kubernetes.io/name': pattern,
  'app.kubernetes.io/managed-by': pattern,
  app: pattern,
})

/** Products, the most particular sign of each first. Sources: their manifests. */
export const signatures: readonly Signature[] = [
  {
    id: 'kyverno',
    name: 'Kyverno',
    purpose:
      'Its policies validate, change and generate objects; it writes its webhooks itself, from the policies.',
    labels: { 'webhook.kyverno.io/managed-by': /./, ...partOf(/^kyverno$/) },
    object: /^kyverno-|^kpol-/,
    webhook: /\.kyverno\.svc(-|$)/,
    service: /^kyverno-svc/,
    sources: [
      { group: 'kyverno.io', kind: 'ClusterPolicy' },
      { group: 'kyverno.io', kind: 'Policy' },
      { group: 'policies.kyverno.io', kind: '*' },
    ],
  },
  {
    id: 'gatekeeper',
    name: 'Gatekeeper',
    purpose: 'Constraints of its templates validate objects; its mutators change them.',
    labels: { 'gatekeeper.sh/system': /^yes$/, ...partOf(/^gatekeeper$/) },
    object: /^gatekeeper-/,
    webhook: /\.gatekeeper\.sh$/,
    service: /^gatekeeper-webhook-service$/,
    sources: [
      { group: 'templates.gatekeeper.sh', kind: 'ConstraintTemplate' },
      { group: 'constraints.gatekeeper.sh', kind: '*' },
      { group: 'mutations.gatekeeper.sh', kind: '*' },
    ],
  },
  {
    id: 'kubewarden',
    name: 'Kubewarden',
    purpose: 'Each of its policies is a WebAssembly module with a webhook of its own.',
    labels: { kubewarden: /./, ...partOf(/^kubewarden$/) },
    object: /^kubewarden-|^clusterwide-|^namespaced-/,
    webhook: /\.kubewarden\.admission$/,
    service: /^policy-server-/,
    sources: [{ group: 'policies.kubewarden.io', kind: '*' }],
  },
  {
    id: 'istio',
    name: 'Istio',
    purpose: 'Puts its proxy into Pods, and validates its own configuration.',
    labels: {
      'istio.io/rev': /./,
      'operator.istio.io/component': /./,
      ...partOf(/^(istio|istiod|sidecar-injector)$/),
    },
    object: /^istio-|^istiod-/,
    webhook: /\.istio\.io$/,
    service: /^istiod/,
  },
  {
    id: 'linkerd',
    name: 'Linkerd',
    purpose: 'Puts its proxy into Pods, and validates its own configuration.',
    labels: { 'linkerd.io/control-plane-ns': /./, 'linkerd.io/extension': /./ },
    object: /^linkerd-/,
    webhook: /\.linkerd\.io$/,
    service: /^linkerd-/,
  },
  {
    id: 'cert-manager',
    name: 'cert-manager',
    purpose: 'Defaults and validates certificates and issuers, and injects CA bundles for others.',
    labels: partOf(/^(cert-manager|webhook)$/),
    object: /^cert-manager-/,
    webhook: /\.cert-manager\.io$/,
    service: /^cert-manager-webhook/,
  },
  {
    id: 'vault',
    name: 'Vault Agent Injector',
    purpose: 'Puts an agent into Pods that fetches secrets.',
    labels: partOf(/^vault-agent-injector$/),
    object: /^vault-agent-injector|vault-secrets-webhook/,
    webhook: /^vault\.hashicorp\.com$/,
    service: /^vault-agent-injector/,
  },
  {
    id: 'consul',
    name: 'Consul',
    purpose: 'Puts its proxy into Pods, and validates its own configuration.',
    labels: partOf(/^consul$/),
    object: /^consul-/,
    webhook: /\.consul\.hashicorp\.com$/,
  },
  {
    id: 'datadog',
    name: 'Datadog',
    purpose: 'Sets the environment and libraries of its agent in Pods.',
    labels: partOf(/^datadog/),
    object: /^datadog-/,
    webhook: /datadog/,
    service: /^datadog-.*admission/,
  },
  {
    id: 'opa',
    name: 'OPA',
    purpose: 'Asks an Open Policy Agent, whose rules are in ConfigMaps or bundles.',
    labels: partOf(/^(opa|kube-mgmt)$/),
    object: /^opa(-|$)/,
    webhook: /openpolicyagent\.org$/,
    service: /^opa$/,
  },
  {
    id: 'knative',
    name: 'Knative',
    purpose: 'Defaults and validates its own kinds; fills in the rules of its webhooks when it starts.',
    labels: partOf(/^knative/),
    webhook: /\.knative\.dev$/,
  },
  {
    id: 'tekton',
    name: 'Tekton',
    purpose: 'Defaults and validates its own kinds.',
    labels: partOf(/^tekton/),
    webhook: /\.tekton\.dev$/,
  },
  {
    id: 'aws-load-balancer-controller',
    name: 'AWS Load Balancer Controller',
    purpose: 'Adds readiness gates to Pods and a class to Services, and validates its own kinds.',
    labels: partOf(/^aws-load-balancer-controller$/),
    object: /^aws-load-balancer-/,
    webhook: /\.elbv2\.k8s\.aws$/,
    service: /^aws-load-balancer-webhook-service$/,
  },
  {
    id: 'eks-pod-identity',
    name: 'EKS Pod Identity',
    purpose: 'Gives Pods the credentials of an AWS role.',
    object: /^pod-identity-webhook$/,
    webhook: /\.iam-for-pods\.amazonaws\.com$|^pod-identity-webhook/,
  },
  {
    id: 'azure-workload-identity',
    name: 'Azure Workload Identity',
    purpose: 'Gives Pods the token of an Azure identity.',
    labels: { 'azure-workload-identity.io/system': /./ },
    object: /^azure-wi-webhook/,
    webhook: /azure-workload-identity\.io$/,
  },
  {
    id: 'prometheus-operator',
    name: 'Prometheus Operator',
    purpose: 'Validates rules and alerting configurations.',
    labels: partOf(/^(kube-prometheus-stack|prometheus-operator).*/),
    object: /prometheus-operator-admission|kube-prometheus-.*-admission/,
    webhook: /prometheusrule.*\.monitoring\.coreos\.com$|^alertmanagerconfigs.*\.monitoring\.coreos\.com$/,
  },
  {
    id: 'ingress-nginx',
    name: 'Ingress NGINX',
    purpose: 'Validates Ingresses by writing a configuration of them.',
    labels: partOf(/^ingress-nginx$/),
    object: /^ingress-nginx-admission/,
    webhook: /\.nginx\.ingress\.kubernetes\.io$/,
  },
  {
    id: 'cluster-api',
    name: 'Cluster API',
    purpose: 'Defaults and validates its own kinds.',
    labels: { 'cluster.x-k8s.io/provider': /./ },
    object: /^cap[a-z]+-(mutating|validating)-webhook-configuration$/,
    webhook: /\.cluster\.x-k8s\.io$/,
  },
  {
    id: 'metallb',
    name: 'MetalLB',
    purpose: 'Validates its own kinds.',
    labels: partOf(/^metallb/),
    object: /^metallb-webhook/,
    webhook: /\.metallb\.io$/,
  },
  {
    id: 'external-secrets',
    name: 'External Secrets',
    purpose: 'Validates its own kinds.',
    labels: partOf(/^external-secrets/),
    object: /^(externalsecret|secretstore)-validate$/,
    webhook: /\.external-secrets\.io$/,
  },
  {
    id: 'keda',
    name: 'KEDA',
    purpose: 'Validates its own kinds.',
    labels: partOf(/^keda-/),
    object: /^keda-admission/,
    webhook: /\.keda\.sh$/,
  },
  {
    id: 'opentelemetry-operator',
    name: 'OpenTelemetry Operator',
    purpose: 'Puts collectors and instrumentation into Pods, and validates its own kinds.',
    labels: partOf(/^opentelemetry-operator$/),
    object: /^opentelemetry-operator-/,
    webhook: /opentelemetry|\.kb\.io$(?<=instrumentation\.kb\.io)/,
  },
  {
    id: 'dapr',
    name: 'Dapr',
    purpose: 'Puts its sidecar into Pods.',
    labels: partOf(/^dapr/),
    object: /^dapr-sidecar-injector/,
    webhook: /\.dapr\.io$/,
  },
  {
    id: 'longhorn',
    name: 'Longhorn',
    purpose: 'Defaults and validates its own kinds.',
    labels: partOf(/^longhorn/),
    object: /^longhorn-webhook/,
    webhook: /\.longhorn\.io$/,
  },
  {
    id: 'crossplane',
    name: 'Crossplane',
    purpose: 'Validates compositions and protects what is in use.',
    labels: partOf(/^crossplane$/),
    object: /^crossplane/,
    webhook: /\.crossplane\.io$/,
  },
  {
    id: 'authorino',
    name: 'Authorino',
    purpose: 'Validates its own kinds.',
    labels: partOf(/^authorino/),
    webhook: /authorino|\.kuadrant\.io$/,
  },
  {
    id: 'kubeflow',
    name: 'Kubeflow',
    purpose: 'Sets defaults of Pods in its namespaces.',
    labels: partOf(/^kubeflow|poddefaults/),
    webhook: /\.kubeflow\.org$/,
  },
]
