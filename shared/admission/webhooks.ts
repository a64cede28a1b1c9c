import type { KubeObject } from '../kube/index.ts'
import { type MatchCondition, readMatchConditions } from './conditions.ts'
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  numberSetting,
  type Setting,
  stringOf,
  stringsOf,
  textSetting,
} from './fields.ts'
import { identityOf, type Writer, writersOf } from './meta.ts'
import { type Rule, readRules } from './rules.ts'
import { type LabelSelector, readSelector } from './selectors.ts'

export interface ServiceTarget {
  readonly namespace: string
  readonly name: string
  readonly port: Setting<number>
  readonly path: string
}

/** Where a webhook is called. The server accepts only `service` and `url`. */
type ClientConfig =
  | { readonly type: 'service'; readonly service: ServiceTarget }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'both'; readonly url: string; readonly service: ServiceTarget }
  | { readonly type: 'neither' }

export type WebhookPhase = 'mutating' | 'validating'

/** One webhook of a configuration, with the server's defaults filled in and marked. */
export interface Webhook {
  readonly phase: WebhookPhase
  readonly configuration: string
  readonly apiVersion: string
  /** True for what no server has taken yet: it says not when it was created. */
  readonly isManifest: boolean
  /** Position in the configuration's list. */
  readonly index: number
  readonly name: string
  readonly rules: readonly Rule[]
  readonly failurePolicy: Setting<string>
  readonly matchPolicy: Setting<string>
  readonly sideEffects: Setting<string>
  readonly timeoutSeconds: Setting<number>
  /** Mutating only: `Never` or `IfNeeded`. */
  readonly reinvocationPolicy: Setting<string> | null
  readonly reviewVersions: Setting<readonly string[]>
  readonly namespaceSelector: LabelSelector
  readonly objectSelector: LabelSelector
  readonly matchConditions: readonly MatchCondition[]
  readonly client: ClientConfig
  /** Base64 as in the object; empty when there is none. */
  readonly caBundle: string
  /** Another component is asked to fill in the bundle, by annotation; its name, else empty. */
  readonly caInjector: string
  readonly writers: readonly Writer[]
}

interface Defaults {
  readonly failurePolicy: string
  readonly matchPolicy: string
  readonly timeoutSeconds: number
  readonly sideEffects: string
  readonly reviewVersions: readonly string[]
}

// Source: api/admissionregistration/{v1,v1beta1}/types.go. sideEffects and
// admissionReviewVersions have no default in v1: the server refuses an object without them.
const defaultsOf: Readonly<Record<'v1' | 'v1beta1', Defaults>> = {
  v1: {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    timeoutSeconds: 10,
    sideEffects: '',
    reviewVersions: [],
  },
  v1beta1: {
    failurePolicy: 'Ignore',
    matchPolicy: 'Exact',
    timeoutSeconds: 30,
    sideEffects: 'Unknown',
    reviewVersions: ['v1beta1'],
  },
}

/** The webhooks of a Mutating- or ValidatingWebhookConfiguration, in its order. */
export function readWebhooks(object: KubeObject): readonly Webhook[] {
  const phase = object.kind === 'MutatingWebhookConfiguration' ? 'mutating' : 'validating'
  const defaults = defaultsOf[stringOf(object.apiVersion).endsWith('/v1beta1') ? 'v1beta1' : 'v1']
  const writers = writersOf(object)
  const caInjector = injectorOf(object)
  return listOf(object.webhooks).map((entry, index) => {
    const fields = fieldsOf(entry)
    const client = fieldsOf(fields.clientConfig)
    return {
      phase,
      configuration: identityOf(object).name,
      apiVersion: stringOf(object.apiVersion),
      isManifest: stringOf(fieldsOf(object.metadata).creationTimestamp) === '',
      index,
      name: stringOf(fields.name),
      rules: readRules(fields.rules),
      failurePolicy: textSetting(fields.failurePolicy, defaults.failurePolicy),
      matchPolicy: textSetting(fields.matchPolicy, defaults.matchPolicy),
      sideEffects: textSetting(fields.sideEffects, defaults.sideEffects),
      timeoutSeconds: numberSetting(fields.timeoutSeconds, defaults.timeoutSeconds),
      reinvocationPolicy: phase === 'mutating' ? textSetting(fields.reinvocationPolicy, 'Never') : null,
      reviewVersions: readReviewVersions(fields.admissionReviewVersions, defaults),
      namespaceSelector: readSelector(fields.namespaceSelector),
      objectSelector: readSelector(fields.objectSelector),
      matchConditions: readMatchConditions(fields.matchConditions),
      client: readClient(client),
      caBundle: stringOf(client.caBundle).trim(),
      caInjector,
      writers,
    }
  })
}

function readReviewVersions(value: unknown, defaults: Defaults): Setting<readonly string[]> {
  const versions = stringsOf(value)
  return versions.length > 0
    ? { value: versions, given: true }
    : { value: defaults.reviewVersions, given: false }
}

/** A clientConfig, of webhooks and of conversions alike. */
export function readClient(client: Fields): ClientConfig {
  const url = stringOf(client.url)
  if (!isFields(client.service)) return url === '' ? { type: 'neither' } : { type: 'url', url }
  const service = {
    namespace: stringOf(client.service.namespace),
    name: stringOf(client.service.name),
    port: numberSetting(numberOf(client.service.port), 443),
    path: stringOf(client.service.path),
  }
  return url === '' ? { type: 'service', service } : { type: 'both', url, service }
}

function injectorOf(object: KubeObject): string {
  const annotations = fieldsOf(fieldsOf(object.metadata).annotations)
  const keys = Object.keys(annotations)
  if (keys.some(key => key.startsWith('cert-manager.io/inject-'))) return 'cert-manager'
  return keys.includes('service.beta.openshift.io/inject-cabundle') ? 'OpenShift service CA' : ''
}

/** The Service a webhook is called through, or `null` for a URL. */
export function serviceOf(webhook: Pick<Webhook, 'client'>): ServiceTarget | null {
  return webhook.client.type === 'service' || webhook.client.type === 'both' ? webhook.client.service : null
}

/** The address of the call, as the API server builds it. */
export function callAddress(webhook: Pick<Webhook, 'client'>): string {
  const { client } = webhook
  if (client.type === 'url' || client.type === 'both') return client.url
  if (client.type === 'neither') return ''
  const { service } = client
  const path = service.path === '' || service.path.startsWith('/') ? service.path : `/${service.path}`
  return `https://${service.name}.${service.namespace}.svc:${service.port.value}${path}`
}

/**
 * Calling order: name of the configuration in byte order, then position in its list.
 * Mutating webhooks come first; they are called one after another, validating ones in parallel.
 */
export function inCallingOrder(webhooks: readonly Webhook[]): readonly Webhook[] {
  return [...webhooks].sort(
    (a, b) =>
      (a.phase === b.phase ? 0 : a.phase === 'mutating' ? -1 : 1) ||
      byteOrder(a.configuration, b.configuration) ||
      a.index - b.index,
  )
}

/** Compares as Go does: by bytes of UTF-8, which is by code point. */
export function byteOrder(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
