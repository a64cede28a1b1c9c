import type { Cluster } from '../cluster/harness/index.ts'

/** Objects that give the lists of many kinds something to show, in two versions: before and after changes. */

interface Version {
  readonly replicas: number
  readonly host: string
  readonly oil: string
  readonly value: number
}

const versions: Readonly<Record<'before' | 'after', Version>> = {
  before: { replicas: 2, host: 'a.example.com', oil: 'whale', value: 1000 },
  after: { replicas: 3, host: 'b.example.com', oil: 'olive', value: 2000 },
}

/** Names that only the first version has; they are to be deleted on the way to the second. */
export const goneAfter = ['configmap/leaves', 'service/leaves', 'ingress/leaves', 'lantern/leaves']

export function contentOf(name: 'before' | 'after'): string {
  const version = versions[name]
  const leaving = name === 'before' ? ['stays', 'leaves'] : ['stays', 'came']
  return [...leaving.flatMap(object => namespaced(object, version)), ...clusterWide(version)].join('\n---')
}

/** What must be there before the content: its namespace, and the kind Lantern. */
export const definitions = [
  `
apiVersion: v1
kind: Namespace
metadata: {name: lists}`,
  `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lanterns.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lanterns, singular: lantern, kind: Lantern}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Oil, type: string, jsonPath: .spec.oil}
    - {name: Filled, type: date, jsonPath: .spec.filled}
    - {name: Wick, type: integer, jsonPath: .spec.wick, priority: 1}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {oil: {type: string}, filled: {type: string, format: date-time}, wick: {type: integer}}`,
].join('\n---')

function namespaced(name: string, { replicas, host, oil }: Version): readonly string[] {
  const metadata = `{name: ${name}, namespace: lists, labels: {set: "${oil}", fixed: "yes"}}`
  const pod = `{metadata: {labels: {app: ${name}}}, spec: {containers: [{name: main, image: "nginx:1", command: [sleep, "600"]}]}}`
  return [
    `
apiVersion: apps/v1
kind: Deployment
metadata: ${metadata}
spec: {replicas: ${replicas}, selector: {matchLabels: {app: ${name}}}, template: ${pod}}`,
    `
apiVersion: batch/v1
kind: Job
metadata: ${metadata}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: "busybox:1", command: ["true"]}]}}}`,
    `
apiVersion: batch/v1
kind: CronJob
metadata: ${metadata}
spec:
  schedule: "*/5 * * * *"
  suspend: ${replicas > 2}
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: "busybox:1"}]}}}}`,
    `
apiVersion: v1
kind: Service
metadata: ${metadata}
spec: {selector: {app: ${name}}, ports: [{port: 80, name: http}, {port: 443, name: https}]}`,
    `
apiVersion: v1
kind: ConfigMap
metadata: ${metadata}
data: {a: "1", ${oil}: "2"}`,
    `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: ${metadata}
spec:
  ingressClassName: web
  rules: [{host: ${host}, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: ${name}, port: {number: 80}}}}]}}]`,
    `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: ${metadata}
spec: {maxUnavailable: ${replicas}, selector: {matchLabels: {app: ${name}}}}`,
    `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: ${metadata}
spec:
  maxReplicas: ${replicas + 3}
  minReplicas: ${replicas}
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]`,
    `
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: ${metadata}
spec: {holderIdentity: ${oil}, leaseDurationSeconds: 10}`,
    `
apiVersion: example.com/v1
kind: Lantern
metadata: ${metadata}
spec: {oil: ${oil}, filled: "2026-01-01T00:00:00Z", wick: ${replicas}}`,
    `
apiVersion: v1
kind: Event
metadata: ${metadata}
involvedObject: {kind: Pod, name: ${name}, namespace: lists, fieldPath: "spec.containers{main}"}
reason: Told
message: "the first line of ${oil}\\nand a second"
type: Warning
count: ${replicas}
firstTimestamp: "2026-01-01T00:00:00Z"
lastTimestamp: "2026-01-02T00:00:00Z"
source: {component: teller, host: node-1}`,
  ]
}

function clusterWide({ oil, value }: Version): readonly string[] {
  return [
    `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: slow, annotations: {storageclass.kubernetes.io/is-default-class: "${oil === 'olive'}"}}
provisioner: example.com/disks
reclaimPolicy: Retain
volumeBindingMode: WaitForFirstConsumer
allowVolumeExpansion: true`,
    `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: lamp-${oil}}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]`,
    `
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: urgent-${oil}}
value: ${value}
preemptionPolicy: Never`,
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: lists}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [x.example], apiVersions: [v1], operations: [CREATE], resources: [things]}]}
  validations: [{expression: "true"}${oil === 'olive' ? ', {expression: "1 == 1"}' : ''}]`,
    `
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: web}
spec: {controller: example.com/web}`,
  ]
}

/** Makes the first version of the content. */
export async function fill(cluster: Cluster): Promise<void> {
  await cluster.apply(definitions)
  await cluster.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=20s'])
  await cluster.apply(contentOf('before'))
}

/** Kinds of as many groups as the content, and the cluster itself, have objects of. */
export const comparedKinds = [
  { group: '', version: 'v1', resource: 'pods' },
  { group: '', version: 'v1', resource: 'services' },
  { group: '', version: 'v1', resource: 'configmaps' },
  { group: '', version: 'v1', resource: 'nodes' },
  { group: '', version: 'v1', resource: 'events' },
  { group: 'apps', version: 'v1', resource: 'deployments' },
  { group: 'batch', version: 'v1', resource: 'jobs' },
  { group: 'batch', version: 'v1', resource: 'cronjobs' },
  { group: 'networking.k8s.io', version: 'v1', resource: 'ingresses' },
  { group: 'storage.k8s.io', version: 'v1', resource: 'storageclasses' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' },
  { group: 'admissionregistration.k8s.io', version: 'v1', resource: 'validatingadmissionpolicies' },
  { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' },
  { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' },
  { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' },
  { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' },
  { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' },
  { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' },
  { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', resource: 'flowschemas' },
  { group: 'example.com', version: 'v1', resource: 'lanterns' },
] as const

export const kindName = ({
  group,
  resource,
}: {
  readonly group: string
  readonly resource: string
}): string => (group === '' ? resource : `${resource}.${group}`)
