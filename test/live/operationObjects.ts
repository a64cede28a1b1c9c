/** A least valid object of every kind that the profile *all* serves, in every version. */

export type Manifest = Readonly<Record<string, unknown>>

export interface Made {
  readonly namespace: string
  readonly name: string
  /** PEM of a certificate authority, in base64. */
  readonly authority: string
  /** The running pod, its node and its service account, as the server has them. */
  readonly pod: {
    readonly name: string
    readonly uid: string
    readonly node: { readonly name: string; readonly uid: string }
    readonly account: { readonly name: string; readonly uid: string }
  }
}

/** A certificate request for an elliptic key of its own, as PEM in base64 and as DER in base64. */
const requestPem =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIVU1Ic0NBUUF3R1RFWE1CVUdBMVVFQXd3T1oyRjBaV2h2ZFhObExYUmxjM1F3V1RBVEJnY3Foa2pPUFFJQgpCZ2dxaGtqT1BRTUJCd05DQUFTNTM1ZU1tN09DSkplL0kvUHNGTnhzOVBDWHBDYkpJbk1sdlJTaklReG0zcWRyCjhNWWpFNzBIWXlsSUtFdmJNbmxYWVdmdDFWOGM4Ni9PRlBzNi80RVZvQUF3Q2dZSUtvWkl6ajBFQXdJRFNRQXcKUmdJaEFLWkovR0JXWjN3a2lGVFNabWdyTEgyRzdSazgzMndmWnJwVzZjQ2kwc3ZMQWlFQTBseTVlWlZTM0EvQwpTRzJKVUxQODQxUi9TazVuWDB0Ykw5OFJza0t1M0p3PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K'
const requestDer =
  'MIHUMHsCAQAwGTEXMBUGA1UEAwwOZ2F0ZWhvdXNlLXRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS535eMm7OCJJe/I/PsFNxs9PCXpCbJInMlvRSjIQxm3qdr8MYjE70HYylIKEvbMnlXYWft1V8c86/OFPs6/4EVoAAwCgYIKoZIzj0EAwIDSQAwRgIhAKZJ/GBWZ3wkiFTSZmgrLH2G7Rk832wfZrpW6cCi0svLAiEA0ly5eZVS3A/CSG2JULP841R/Sk5nX0tbL98RskKu3Jw='

const container = { name: 'main', image: 'example.invalid/none', command: ['/bin/sh', '-c', 'sleep 3600'] }
/** No node takes it, so that nothing is pulled and nothing runs. */
const podSpec = {
  containers: [container],
  nodeSelector: { nowhere: 'yes' },
  terminationGracePeriodSeconds: 0,
}
const template = { metadata: { labels: { app: 'op' } }, spec: podSpec }
const selector = { matchLabels: { app: 'op' } }
const everything = {
  apiGroups: ['example.com'],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['nothings'],
}
const claim = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  storageClassName: 'none',
}

type Make = (version: string, made: Made) => Manifest

const webhooks = {
  webhooks: [
    {
      name: 'op.example.com',
      clientConfig: { url: 'https://example.invalid/allow' },
      rules: [everything],
      sideEffects: 'None',
      failurePolicy: 'Ignore',
      admissionReviewVersions: ['v1'],
    },
  ],
}

const deviceRequest = (version: string): Manifest =>
  version === 'v1beta1'
    ? { name: 'one', deviceClassName: 'op' }
    : { name: 'one', exactly: { deviceClassName: 'op' } }

const taint: Make = () => ({
  spec: { deviceSelector: { driver: 'op.example.com' }, taint: { key: 'op', effect: 'NoSchedule' } },
})

const objects: Readonly<Record<string, Make>> = {
  '/bindings': (_version, { pod }) => ({ target: { apiVersion: 'v1', kind: 'Node', name: pod.node.name } }),
  '/configmaps': () => ({ data: { a: 'b' } }),
  '/endpoints': () => ({ subsets: [] }),
  '/events': (_version, { namespace, pod }) => ({
    involvedObject: { kind: 'Pod', namespace, name: pod.name, apiVersion: 'v1' },
    ...{
      reason: 'Tested',
      message: 'made by a test',
      type: 'Normal',
      reportingComponent: 'example.com/test',
    },
    source: { component: 'test' },
  }),
  '/limitranges': () => ({ spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '9Ti' } }] } }),
  '/namespaces': () => ({}),
  '/nodes': () => ({ spec: { unschedulable: true } }),
  '/persistentvolumeclaims': () => ({ spec: claim }),
  '/persistentvolumes': () => ({
    spec: {
      ...{ capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'none' },
      hostPath: { path: '/tmp/nowhere' },
    },
  }),
  '/pods': () => ({ spec: podSpec }),
  '/podtemplates': () => ({ template }),
  '/replicationcontrollers': () => ({ spec: { replicas: 0, selector: { app: 'op' }, template } }),
  '/resourcequotas': () => ({ spec: { hard: { 'count/nothings.example.com': '9' } } }),
  '/secrets': () => ({ stringData: { password: 'hidden-value' } }),
  '/serviceaccounts': () => ({}),
  '/services': () => ({ spec: { ports: [{ port: 80 }], selector: { app: 'op' } } }),
  'apiregistration.k8s.io/apiservices': (_version, { name }) => ({
    spec: {
      group: name.slice(name.indexOf('.') + 1),
      version: name.split('.')[0],
      groupPriorityMinimum: 1,
      versionPriority: 1,
    },
  }),
  'apiextensions.k8s.io/customresourcedefinitions': (_version, { name }) => {
    const [plural = '', ...group] = name.split('.')
    return {
      spec: {
        ...{ group: group.join('.'), scope: 'Namespaced' },
        names: { plural, singular: plural, kind: `K${plural}`, listKind: `K${plural}List` },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }
  },
  'apps/controllerrevisions': () => ({ revision: 1, data: {} }),
  'apps/daemonsets': () => ({ spec: { selector, template } }),
  'apps/deployments': () => ({ spec: { replicas: 0, selector, template } }),
  'apps/replicasets': () => ({ spec: { replicas: 0, selector, template } }),
  'apps/statefulsets': () => ({ spec: { replicas: 0, serviceName: 'op', selector, template } }),
  'events.k8s.io/events': (_version, { namespace, pod }) => ({
    regarding: { kind: 'Pod', namespace, name: pod.name, apiVersion: 'v1' },
    ...{
      reason: 'Tested',
      note: 'made by a test',
      type: 'Normal',
      action: 'Test',
      eventTime: '2026-01-01T00:00:00.000000Z',
    },
    ...{ reportingController: 'example.com/test', reportingInstance: 'test-1' },
  }),
  'authentication.k8s.io/selfsubjectreviews': () => ({}),
  'authentication.k8s.io/tokenreviews': () => ({ spec: { token: 'none' } }),
  'authorization.k8s.io/localsubjectaccessreviews': (_version, { namespace }) => ({
    metadata: { namespace },
    spec: { user: 'someone', resourceAttributes: { namespace, verb: 'get', resource: 'pods' } },
  }),
  'authorization.k8s.io/selfsubjectaccessreviews': () => ({
    spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
  }),
  'authorization.k8s.io/selfsubjectrulesreviews': (_version, { namespace }) => ({ spec: { namespace } }),
  'authorization.k8s.io/subjectaccessreviews': () => ({
    spec: { user: 'someone', resourceAttributes: { verb: 'get', resource: 'pods' } },
  }),
  'autoscaling/horizontalpodautoscalers': () => ({
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' }, maxReplicas: 2 },
  }),
  'batch/cronjobs': () => ({
    spec: {
      schedule: '0 0 1 1 *',
      suspend: true,
      jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
    },
  }),
  'batch/jobs': () => ({
    spec: { suspend: true, template: { spec: { ...podSpec, restartPolicy: 'Never' } } },
  }),
  'certificates.k8s.io/certificatesigningrequests': () => ({
    spec: { request: requestPem, signerName: 'example.com/op', usages: ['client auth'] },
  }),
  'certificates.k8s.io/clustertrustbundles': (_version, { authority }) => ({
    spec: { trustBundle: Buffer.from(authority, 'base64').toString() },
  }),
  'certificates.k8s.io/podcertificaterequests': (_version, { pod }) => ({
    spec: {
      ...{ signerName: 'example.com/op', podName: pod.name, podUID: pod.uid, stubPKCS10Request: requestDer },
      ...{ serviceAccountName: pod.account.name, serviceAccountUID: pod.account.uid },
      ...{ nodeName: pod.node.name, nodeUID: pod.node.uid, maxExpirationSeconds: 86_400 },
    },
  }),
  'networking.k8s.io/ingressclasses': () => ({ spec: { controller: 'example.com/op' } }),
  'networking.k8s.io/ingresses': () => ({
    spec: { defaultBackend: { service: { name: 'none', port: { number: 80 } } } },
  }),
  'networking.k8s.io/ipaddresses': (_version, { namespace }) => ({
    spec: { parentRef: { resource: 'services', namespace, name: 'none' } },
  }),
  'networking.k8s.io/networkpolicies': () => ({ spec: { podSelector: {} } }),
  'networking.k8s.io/servicecidrs': (_version, { name }) => ({
    spec: { cidrs: [`10.${120 + (Number(name.split('-')[1]) % 100)}.0.0/24`] },
  }),
  'policy/poddisruptionbudgets': () => ({ spec: { minAvailable: 1, selector } }),
  'rbac.authorization.k8s.io/clusterrolebindings': () => ({
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [],
  }),
  'rbac.authorization.k8s.io/clusterroles': () => ({ rules: [] }),
  'rbac.authorization.k8s.io/rolebindings': () => ({
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [],
  }),
  'rbac.authorization.k8s.io/roles': () => ({ rules: [] }),
  'storage.k8s.io/csidrivers': () => ({ spec: {} }),
  'storage.k8s.io/csinodes': () => ({ spec: { drivers: [] } }),
  'storage.k8s.io/csistoragecapacities': () => ({ storageClassName: 'none' }),
  'storage.k8s.io/storageclasses': () => ({ provisioner: 'example.com/op' }),
  'storage.k8s.io/volumeattachments': (_version, { pod }) => ({
    spec: { attacher: 'op.example.com', nodeName: pod.node.name, source: { persistentVolumeName: 'none' } },
  }),
  'storage.k8s.io/volumeattributesclasses': () => ({ driverName: 'op.example.com', parameters: { a: 'b' } }),
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': () => webhooks,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': () => webhooks,
  'admissionregistration.k8s.io/validatingadmissionpolicies': () => ({
    spec: { matchConstraints: { resourceRules: [everything] }, validations: [{ expression: 'true' }] },
  }),
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': () => ({
    spec: { policyName: 'none', validationActions: ['Warn'] },
  }),
  'admissionregistration.k8s.io/mutatingadmissionpolicies': () => ({
    spec: {
      ...{
        matchConstraints: { resourceRules: [everything] },
        reinvocationPolicy: 'Never',
        failurePolicy: 'Ignore',
      },
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  }),
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': () => ({ spec: { policyName: 'none' } }),
  'scheduling.k8s.io/priorityclasses': () => ({ value: 1 }),
  'scheduling.k8s.io/podgroups': () => ({ spec: { schedulingPolicy: { basic: {} } } }),
  'scheduling.k8s.io/workloads': () => ({
    spec: { podGroupTemplates: [{ name: 'one', schedulingPolicy: { basic: {} } }] },
  }),
  'coordination.k8s.io/leases': () => ({ spec: { holderIdentity: 'op' } }),
  'coordination.k8s.io/leasecandidates': () => ({
    spec: {
      ...{
        leaseName: 'op',
        binaryVersion: '1.36.0',
        emulationVersion: '1.36.0',
        strategy: 'OldestEmulationVersion',
      },
    },
  }),
  'node.k8s.io/runtimeclasses': () => ({ handler: 'op' }),
  'discovery.k8s.io/endpointslices': () => ({ addressType: 'IPv4', endpoints: [], ports: [] }),
  'resource.k8s.io/deviceclasses': () => ({ spec: {} }),
  'resource.k8s.io/resourceclaims': version => ({
    spec: { devices: { requests: [deviceRequest(version)] } },
  }),
  'resource.k8s.io/resourceclaimtemplates': version => ({
    spec: { spec: { devices: { requests: [deviceRequest(version)] } } },
  }),
  'resource.k8s.io/resourceslices': (version, { name, pod }) => ({
    spec: {
      ...{ driver: 'op.example.com', nodeName: pod.node.name },
      pool: { name, generation: 1, resourceSliceCount: 1 },
      devices: [version === 'v1beta1' ? { name: 'one', basic: {} } : { name: 'one' }],
    },
  }),
  'resource.k8s.io/devicetaintrules': taint,
  'resource.k8s.io/resourcepoolstatusrequests': () => ({ spec: { driver: 'op.example.com' } }),
  'flowcontrol.apiserver.k8s.io/flowschemas': () => ({
    spec: { priorityLevelConfiguration: { name: 'catch-all' }, matchingPrecedence: 9999, rules: [] },
  }),
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': () => ({
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
  }),
  'internal.apiserver.k8s.io/storageversions': () => ({ spec: {} }),
  'storagemigration.k8s.io/storageversionmigrations': () => ({
    spec: { resource: { group: 'example.com', resource: 'nothings' } },
  }),
}

/** Names that a kind asks for. */
const names: Readonly<Record<string, (count: number) => string>> = {
  'apiregistration.k8s.io/apiservices': count => `v${count}.op.example.com`,
  'apiextensions.k8s.io/customresourcedefinitions': count => `ops${count}.op.example.org`,
  'networking.k8s.io/ipaddresses': count => `10.96.200.${count % 250}`,
  'internal.apiserver.k8s.io/storageversions': count => `example.com.ops${count}`,
  'certificates.k8s.io/clustertrustbundles': count => `op-${count}`,
}

interface Place {
  readonly group: string
  readonly version: string
  readonly resource: string
}

export function nameFor({ group, resource }: Place, count: number): string {
  return names[`${group}/${resource}`]?.(count) ?? `op-${count}`
}

/** The object without its namespace, which its path has. Null: nobody said yet how one is made. */
export function objectFor(
  place: Place,
  kind: string,
  labels: Readonly<Record<string, string>>,
  made: Made,
): Manifest | null {
  const { group, version, resource } = place
  const make = objects[`${group}/${resource}`]
  if (make === undefined) return null
  const own = make(version, made)
  // A question is no object: it has neither name nor labels.
  const isReview = resource.endsWith('reviews')
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    ...own,
    metadata: { ...(isReview ? {} : { name: made.name, labels }), ...(own.metadata as object | undefined) },
  }
}
