import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One object for each operation to act on. */
export const operationObjects = `
apiVersion: v1
kind: Namespace
metadata: {name: ops}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.test.dev}
spec:
  group: test.dev
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {size: {type: integer}}}
            status: {type: object, properties: {size: {type: integer}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: ops, annotations: {kubernetes.io/change-cause: first}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
        - {name: main, image: "shop:1", env: [{name: WHO, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: OLD, value: x}], resources: {limits: {memory: 1Gi, cpu: 100m}}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: ops}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 1
  maxReplicas: 4
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: ops}
spec:
  replicas: 1
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: main, image: "db:1"}]}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: ops}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: main, image: "agent:1"}]}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: ops}
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    metadata: {labels: {app: nightly}, annotations: {note: kept}}
    spec:
      template:
        spec: {restartPolicy: Never, containers: [{name: main, image: "night:1", command: ["true"]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: lone, namespace: ops}
spec: {terminationGracePeriodSeconds: 1, containers: [{name: main, image: "lone:1", resources: {requests: {cpu: 10m}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: unscheduled, namespace: ops}
spec: {schedulerName: nobody, terminationGracePeriodSeconds: 1, containers: [{name: main, image: "x", resources: {requests: {cpu: 10m}}}]}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot, namespace: ops}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: ops, labels: {old: "1", kept: "yes"}}
data: {gone: "1", stays: as it is}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: frozen, namespace: ops}
immutable: true
data: {a: "1"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: raced, namespace: ops}
data: {a: "1"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: bytes, namespace: ops}
---
apiVersion: v1
kind: Secret
metadata: {name: bytes, namespace: ops}
---
apiVersion: v1
kind: Secret
metadata: {name: spare, namespace: ops}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: waste-1, namespace: ops, labels: {sort: waste}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: waste-2, namespace: ops, labels: {sort: waste}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: held, namespace: ops, finalizers: [test.dev/hold, test.dev/other]}
`

/** For a kind that is served only once its definition is. */
export const widget = `
apiVersion: test.dev/v1
kind: Widget
metadata: {name: one, namespace: ops}
spec: {size: 2}
`

/** As a PKCS#12 file begins, with every byte that is no UTF-8, a NUL, and the end of a line. */
export const binary = Uint8Array.from([
  0x30, 0x82, 0x0a, 0x26, 0x02, 0x01, 0x03, 0xfe, 0xff, 0x00, 0xc3, 0x28, 0x0d, 0x0a, 0x80,
])
export const texts = {
  bom: Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]),
  crlf: new TextEncoder().encode('a\r\nb\n'),
  nul: Uint8Array.from([0x61, 0x00, 0x62]),
  empty: new Uint8Array(),
}

/** Requests as `openssl` makes them. */
export function signingRequests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signing-'))
  try {
    execFileSync(
      'openssl',
      ['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'k', '-out', 'r', '-subj', '/CN=someone'],
      { cwd: folder, stdio: 'pipe' },
    )
    const request = readFileSync(join(folder, 'r')).toString('base64')
    return ['good', 'bad']
      .map(
        name => `
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: ${name}}
spec: {request: ${request}, signerName: example.com/none, usages: [client auth]}
`,
      )
      .join('---')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
