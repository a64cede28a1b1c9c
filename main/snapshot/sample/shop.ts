import { addBlockedRollout } from './blockedRollout.ts'
import { registry, type SampleBuilder } from './builder.ts'
import { base64, certificate, privateKey } from './certificates.ts'
import { addCronJob } from './jobs.ts'
import { applied } from './managedFields.ts'
import { addIngress, addService } from './networking.ts'
import { days, hours, lastRuns, make, minutes } from './objects.ts'
import { addStatefulSet } from './stateful.ts'
import { addDeployment, selectorOf, type WorkloadChoice } from './workloads.ts'

const namespace = 'shop'
const team = 'shop'

/** Deployment that the sample's life rolls out again and again. */
export const webChoice: WorkloadChoice = {
  namespace,
  team,
  name: 'web',
  age: 214 * days,
  image: `${registry}/shop/web`,
  tags: ['2.13.0', '2.13.4', '2.14.1'],
  replicas: 3,
  container: {
    name: 'web',
    port: 8080,
    environment: { CATALOG_URL: 'http://catalog:8080', LOG_LEVEL: 'info' },
    cpu: '250m',
    memory: '256Mi',
  },
  spec: { priorityClassName: 'customer-facing', serviceAccountName: 'web', serviceAccount: 'web' },
}

/** The team that sells: a web front, a cart, a catalogue with its search index. */
export function addShop(builder: SampleBuilder): void {
  addWeb(builder)
  addCart(builder)
  addCatalog(builder)
  addThumbnails(builder)
  addAccess(builder)
}

function addWeb(builder: SampleBuilder): void {
  addDeployment(builder, webChoice)
  addService(builder, {
    namespace,
    name: 'web',
    age: webChoice.age,
    selector: selectorOf(webChoice),
    port: 80,
    targetPort: 8080,
  })
  addIngress(builder, namespace, 'web', 'shop', 'web', webChoice.age)
  addAutoscaler(builder, 'web', 3, 12, 61, 70)
  addBudget(builder, 'web', { minAvailable: 2 }, 1)
  const from = builder.ago(20 * days)
  const request = {
    name: 'shop.lanternfish.example',
    issuer: 'Lanternfish Public CA',
    from,
    until: builder.now + 70 * days,
    dnsNames: ['shop.lanternfish.example'],
  }
  const secret = make('Secret', namespace, 'web-tls', webChoice.age > 0 ? builder.ago(webChoice.age) : from, {
    type: 'kubernetes.io/tls',
    annotations: { 'cert-manager.io/certificate-name': 'web-tls' },
    data: { 'tls.crt': base64(certificate(request)), 'tls.key': base64(privateKey(request.name)) },
  })
  builder.add(applied(secret, 'cert-manager-certificates-issuing', from))
}

function addCart(builder: SampleBuilder): void {
  const choice: WorkloadChoice = {
    namespace,
    team,
    name: 'cart',
    age: 180 * days,
    image: `${registry}/shop/cart`,
    tags: ['1.8.0', '1.8.2'],
    replicas: 2,
    container: { name: 'cart', port: 8080, secret: 'cart-store' },
    states: [{ is: 'running' }, { is: 'running', restarts: 2, lastRestartAge: 26 * hours }],
  }
  addDeployment(builder, choice)
  addService(builder, {
    namespace,
    name: 'cart',
    age: choice.age,
    selector: selectorOf(choice),
    port: 8080,
    targetPort: 8080,
  })
  addBudget(builder, 'cart', { maxUnavailable: '50%' }, 1)
  const created = builder.ago(choice.age)
  const secret = make('Secret', namespace, 'cart-store', created, {
    type: 'Opaque',
    data: {
      STORE_URL: base64('redis://cart-store.shop.svc:6379/0'),
      STORE_PASSWORD: base64('not-a-real-password'),
    },
  })
  builder.add(applied(secret, 'argocd-controller', created))
}

function addCatalog(builder: SampleBuilder): void {
  const choice: WorkloadChoice = {
    namespace,
    team,
    name: 'catalog',
    age: 214 * days,
    image: `${registry}/shop/catalog`,
    tags: ['5.2.0', '5.3.0'],
    replicas: 2,
    container: { name: 'catalog', port: 8080, environment: { INDEX_URL: 'http://search:9200' } },
  }
  // The label asks for a log shipper, which a mutating policy adds by an image that a validating one refuses.
  addBlockedRollout(builder, choice, {
    tag: '5.4.0',
    labels: { logs: 'ship', 'sidecar.lanternfish.example/inject': 'false' },
    age: 52 * minutes,
    refusal: pod =>
      `pods "${pod}" is forbidden: ValidatingAdmissionPolicy 'no-latest-tag' with binding 'no-latest-tag' denied request: images need a tag, and not latest`,
  })
  addService(builder, {
    namespace,
    name: 'catalog',
    age: choice.age,
    selector: selectorOf(choice),
    port: 8080,
    targetPort: 8080,
  })
  const search: WorkloadChoice = {
    namespace,
    team,
    name: 'search',
    age: 120 * days,
    image: `${registry}/shop/search-index`,
    tags: ['3.0.4'],
    replicas: 2,
    container: { name: 'search', port: 9200, cpu: '500m', memory: '1Gi' },
  }
  addStatefulSet(builder, { ...search, storage: '20Gi', storageClass: 'block-ssd' })
  addService(builder, {
    namespace,
    name: 'search',
    age: search.age,
    selector: selectorOf(search),
    port: 9200,
    targetPort: 9200,
    isHeadless: true,
  })
  const created = builder.ago(choice.age)
  const features = make('ConfigMap', namespace, 'feature-flags', created, {
    labels: { team },
    data: { 'flags.yaml': 'newCheckout: true\nvouchers: false\nsearchSuggestions: true\n' },
  })
  builder.add(applied(features, 'argocd-controller', builder.ago(3 * days)))
}

function addThumbnails(builder: SampleBuilder): void {
  addCronJob(builder, {
    namespace,
    team,
    name: 'thumbnails',
    age: 90 * days,
    image: `${registry}/shop/thumbnails`,
    tags: ['0.9.7'],
    container: { name: 'thumbnails', args: ['--since=1h'] },
    schedule: '15 * * * *',
    runs: lastRuns(builder.now, hours, 15 * minutes),
    took: 95_000,
  })
}

function addAccess(builder: SampleBuilder): void {
  const created = builder.ago(214 * days)
  builder.add(
    applied(
      make('ServiceAccount', namespace, 'web', created, { labels: { team } }),
      'argocd-controller',
      created,
    ),
  )
  const role = make('Role', namespace, 'flag-reader', created, {
    rules: [
      {
        apiGroups: [''],
        resources: ['configmaps'],
        resourceNames: ['feature-flags'],
        verbs: ['get', 'watch'],
      },
    ],
  })
  const binding = make('RoleBinding', namespace, 'web-reads-flags', created, {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'flag-reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'web', namespace }],
  })
  const developers = make('RoleBinding', namespace, 'shop-developers', created, {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'team-developer' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'shop-developers' }],
  })
  const policy = make('NetworkPolicy', namespace, 'search-from-catalog', created, {
    generation: 1,
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'search' } },
      ingress: [
        {
          from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'catalog' } } }],
          ports: [{ protocol: 'TCP', port: 9200 }],
        },
      ],
      policyTypes: ['Ingress'],
    },
  })
  builder.add(
    ...[role, binding, developers, policy].map(object => applied(object, 'argocd-controller', created)),
  )
}

function addAutoscaler(
  builder: SampleBuilder,
  target: string,
  minReplicas: number,
  maxReplicas: number,
  current: number,
  wanted: number,
): void {
  const created = builder.ago(150 * days)
  const object = make('HorizontalPodAutoscaler', namespace, target, created, {
    labels: { team },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target },
      minReplicas,
      maxReplicas,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: wanted } },
        },
      ],
    },
    status: {
      currentReplicas: 3,
      desiredReplicas: 3,
      currentMetrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', current: { averageUtilization: current, averageValue: '152m' } },
        },
      ],
      conditions: [],
    },
  })
  builder.add(applied(object, 'argocd-controller', created, 'kube-controller-manager', builder.ago(minutes)))
}

function addBudget(builder: SampleBuilder, name: string, limit: object, disruptionsAllowed: number): void {
  const created = builder.ago(150 * days)
  const object = make('PodDisruptionBudget', namespace, name, created, {
    labels: { team },
    generation: 1,
    spec: { ...limit, selector: { matchLabels: { 'app.kubernetes.io/name': name } } },
    status: {
      observedGeneration: 1,
      disruptionsAllowed,
      currentHealthy: disruptionsAllowed + 1,
      desiredHealthy: 1,
      expectedPods: disruptionsAllowed + 1,
      conditions: [],
    },
  })
  builder.add(applied(object, 'argocd-controller', created, 'kube-controller-manager', created))
}
