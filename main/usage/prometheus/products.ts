import { at, listAt, numberAt, textAt } from '../../../shared/relations/index.ts'

/** A Service that answers queries as Prometheus does. */
export interface Found {
  readonly namespace: string
  readonly name: string
  readonly port: number
  readonly scheme: 'http' | 'https'
  /** Segments before `api/v1`. */
  readonly prefix: readonly string[]
  readonly product: string
}

interface Product {
  readonly product: string
  /** Labels of the Service: all that are named must fit. */
  readonly labels?: Readonly<Record<string, RegExp>>
  readonly name?: RegExp
  /** Names or numbers of the port that answers, the best first. */
  readonly ports: readonly (string | number)[]
  readonly prefix?: readonly string[]
}

const app = (pattern: RegExp): Readonly<Record<string, RegExp>> => ({ 'app.kubernetes.io/name': pattern })

/**
 * The best first: what sees several Prometheus servers before a single one. Names, labels and ports are
 * those of the projects' own charts and operators.
 */
const products: readonly Product[] = [
  {
    product: 'Thanos',
    labels: { 'app.kubernetes.io/component': /^query(-frontend)?$/, ...app(/^thanos/) },
    ports: ['http', 10902, 9090],
  },
  {
    product: 'Thanos',
    name: /^thanos-(querier|query(-frontend)?)$/,
    ports: ['http', 'web', 10902, 9090, 9091],
  },
  {
    product: 'Mimir',
    labels: {
      'app.kubernetes.io/component': /^(gateway|nginx|query-frontend)$/,
      ...app(/^(mimir|enterprise-metrics)$/),
    },
    ports: ['http-metrics', 'http', 80, 8080],
    prefix: ['prometheus'],
  },
  {
    product: 'VictoriaMetrics',
    labels: app(/^(vmselect|vm-select)$/),
    ports: ['http', 8481],
    prefix: ['select', '0', 'prometheus'],
  },
  {
    product: 'VictoriaMetrics',
    labels: { 'app.kubernetes.io/component': /^vmselect$/ },
    ports: ['http', 8481],
    prefix: ['select', '0', 'prometheus'],
  },
  {
    product: 'VictoriaMetrics',
    labels: app(/^(vmsingle|victoria-metrics-single)$/),
    ports: ['http', 8428, 8429],
  },
  {
    product: 'VictoriaMetrics',
    name: /^vmselect-/,
    ports: ['http', 8481],
    prefix: ['select', '0', 'prometheus'],
  },
  { product: 'VictoriaMetrics', name: /^vmsingle-/, ports: ['http', 8428, 8429] },
  {
    product: 'Prometheus',
    labels: { app: /^kube-prometheus-stack-prometheus$/ },
    ports: ['http-web', 'web', 9090],
  },
  { product: 'Prometheus', labels: { 'operated-prometheus': /^true$/ }, ports: ['http-web', 'web', 9090] },
  {
    product: 'Prometheus',
    labels: { ...app(/^prometheus$/), 'app.kubernetes.io/component': /^(server|prometheus)$/ },
    ports: ['http', 'web', 'http-web', 9090, 80],
  },
  {
    product: 'Prometheus',
    labels: { app: /^prometheus$/, component: /^server$/ },
    ports: ['http', 80, 9090],
  },
  {
    product: 'Prometheus',
    name: /^(.+-)?prometheus(-server|-operated|-k8s)?$/,
    ports: ['http-web', 'web', 'http', 9090, 80],
  },
]

/** What a Service is, by the first line of the table that fits; null for all others. */
export function recognised(service: unknown): Found | null {
  const namespace = textAt(service, 'metadata', 'namespace')
  const name = textAt(service, 'metadata', 'name')
  if (textAt(service, 'spec', 'type') === 'ExternalName') return null
  for (const { product, ports, prefix = [], ...rule } of products) {
    if (!fits(service, name, rule)) continue
    const port = portOf(service, ports)
    if (port !== null) return { namespace, name, product, prefix, ...port }
  }
  return null
}

function fits(service: unknown, name: string, rule: Pick<Product, 'labels' | 'name'>): boolean {
  if (rule.name !== undefined && !rule.name.test(name)) return false
  return Object.entries(rule.labels ?? {}).every(([label, pattern]) =>
    pattern.test(textAt(service, 'metadata', 'labels', label)),
  )
}

function portOf(
  service: unknown,
  wanted: readonly (string | number)[],
): Pick<Found, 'port' | 'scheme'> | null {
  const served = listAt(service, 'spec', 'ports').filter(port => /^(TCP)?$/.test(textAt(port, 'protocol')))
  for (const one of wanted) {
    const port = served.find(each => at(each, typeof one === 'string' ? 'name' : 'port') === one)
    const number = numberAt(port, 'port')
    if (number === null) continue
    const isHttps = textAt(port, 'name').startsWith('https') || textAt(port, 'appProtocol') === 'https'
    return { port: number, scheme: isHttps ? 'https' : 'http' }
  }
  return null
}

/** Names a service in settings and messages: `namespace/scheme:name:port`. */
export function idOf({ namespace, name, port, scheme }: Found): string {
  return `${namespace}/${scheme}:${name}:${port}`
}

/** The best first: by the order of the table, then by name. */
export function sorted(found: readonly Found[]): readonly Found[] {
  const rank = new Map(products.map(({ product }, index) => [product, index] as const).reverse())
  return [...found].sort(
    (a, b) => (rank.get(a.product) ?? 0) - (rank.get(b.product) ?? 0) || (idOf(a) < idOf(b) ? -1 : 1),
  )
}
