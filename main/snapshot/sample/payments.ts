import { registry, type SampleBuilder } from './builder.ts'
import { base64 } from './certificates.ts'
import { addCronJob } from './jobs.ts'
import { applied } from './managedFields.ts'
import { addIngress, addService } from './networking.ts'
import { days, hours, lastRuns, make, minutes } from './objects.ts'
import { addStatefulSet } from './stateful.ts'
import { addDeployment, selectorOf, type WorkloadChoice } from './workloads.ts'

const namespace = 'payments'
const team = 'payments'

/** Deployment whose only pod crash-loops. */
export const fraudChoice: WorkloadChoice = {
  namespace,
  team,
  name: 'fraud-check',
  age: 75 * days,
  image: `${registry}/payments/fraud-check`,
  tags: ['0.21.3', '0.22.0'],
  replicas: 1,
  container: { name: 'fraud-check', port: 8080, environment: { MODEL_PATH: '/models/v7' }, memory: '512Mi' },
  states: [{ is: 'crashLooping', restarts: 17, lastRestartAge: 3 * minutes }],
}

/** The team that takes money: a gateway, a ledger with its data, nightly settlement. */
export function addPayments(builder: SampleBuilder): void {
  const gateway: WorkloadChoice = {
    namespace,
    team,
    name: 'gateway',
    age: 300 * days,
    image: `${registry}/payments/gateway`,
    tags: ['4.0.9', '4.1.0', '4.1.1'],
    replicas: 3,
    container: { name: 'gateway', port: 8443, secret: 'acquirer-credentials', cpu: '200m', memory: '256Mi' },
    labels: { 'pci-scope': 'in' },
  }
  addDeployment(builder, gateway)
  addService(builder, {
    namespace,
    name: 'gateway',
    age: gateway.age,
    selector: selectorOf(gateway),
    port: 443,
    targetPort: 8443,
    loadBalancer: '203.0.113.41',
  })
  addIngress(builder, namespace, 'gateway', 'pay', 'gateway', gateway.age)
  const ledger: WorkloadChoice = {
    namespace,
    team,
    name: 'ledger',
    age: 300 * days,
    image: `${registry}/payments/ledger`,
    tags: ['8.2.0', '8.3.1'],
    replicas: 3,
    container: { name: 'ledger', port: 5432, cpu: '500m', memory: '2Gi' },
    labels: { 'pci-scope': 'in' },
  }
  addStatefulSet(builder, { ...ledger, storage: '100Gi', storageClass: 'block-ssd' })
  addService(builder, {
    namespace,
    name: 'ledger',
    age: ledger.age,
    selector: selectorOf(ledger),
    port: 5432,
    targetPort: 5432,
    isHeadless: true,
  })
  addDeployment(builder, fraudChoice)
  addService(builder, {
    namespace,
    name: 'fraud-check',
    age: fraudChoice.age,
    selector: selectorOf(fraudChoice),
    port: 8080,
    targetPort: 8080,
  })
  addCronJob(builder, {
    namespace,
    team,
    name: 'settle',
    age: 290 * days,
    image: `${registry}/payments/settle`,
    tags: ['2.5.0'],
    container: { name: 'settle', secret: 'acquirer-credentials' },
    schedule: '30 2 * * *',
    runs: lastRuns(builder.now, days, 2.5 * hours),
    took: 11 * minutes + 20_000,
  })
  addObjects(builder)
}

function addObjects(builder: SampleBuilder): void {
  const created = builder.ago(300 * days)
  const objects = [
    make('Secret', namespace, 'acquirer-credentials', created, {
      type: 'Opaque',
      labels: { team },
      data: { MERCHANT_ID: base64('lanternfish-0417'), API_KEY: base64('not-a-real-key') },
    }),
    make('ServiceAccount', namespace, 'settle', created, { labels: { team } }),
    make('RoleBinding', namespace, 'payments-developers', created, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'team-developer' },
      subjects: [
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'payments-developers' },
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ines@lanternfish.example' },
      ],
    }),
    make('NetworkPolicy', namespace, 'default-deny', created, {
      generation: 1,
      spec: { podSelector: {}, policyTypes: ['Ingress'] },
    }),
    make('NetworkPolicy', namespace, 'ledger-from-gateway', created, {
      generation: 2,
      spec: {
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'ledger' } },
        ingress: [
          {
            from: [
              {
                podSelector: {
                  matchExpressions: [
                    { key: 'app.kubernetes.io/name', operator: 'In', values: ['gateway', 'settle'] },
                  ],
                },
              },
            ],
          },
        ],
        policyTypes: ['Ingress'],
      },
    }),
    make('ConfigMap', namespace, 'settlement-calendar', created, {
      labels: { team },
      data: { holidays: '2026-12-25\n2027-01-01\n', cutoff: '02:30' },
    }),
  ]
  builder.add(...objects.map(object => applied(object, 'argocd-controller', created)))
}
