import { X509Certificate } from 'node:crypto'
import type { World } from '../../../../shared/admission/index.ts'
import type { WebhookAnswer, WebhookCall } from '../../../../shared/admission/trace/index.ts'
import type { SnapshotStore } from '../../store/index.ts'
import { at, integer, list, text } from '../../tables/index.ts'

/** What the program behind a webhook would answer. */
export type WebhookScript = (call: WebhookCall) => WebhookAnswer

const plural = { mutating: 'mutatingwebhookconfigurations', validating: 'validatingwebhookconfigurations' }

/**
 * Answers for webhooks that nobody runs. A call fails as it would fail on a real server where the objects
 * say so: no service, no port, no endpoint that is ready, an expired CA bundle. All others let the request
 * pass, but those that have a script.
 * @param scripts by name of the webhook @param now milliseconds since the epoch
 */
export function simulatedWebhooks(
  store: SnapshotStore,
  scripts: ReadonlyMap<string, WebhookScript>,
  now: number,
): World['webhookAnswer'] {
  return call => {
    const resource = { group: 'admissionregistration.k8s.io', resource: plural[call.phase] }
    const hook = list(store.get(resource, '', call.configuration)?.webhooks)[call.index]
    const message = faultOf(store, hook, now)
    if (message !== null) return { type: 'failed', message }
    return scripts.get(call.webhook)?.(call) ?? { type: 'answered', allowed: true }
  }
}

/** Why a call fails, in the words of the server; null where nothing says that it would. */
function faultOf(store: SnapshotStore, hook: unknown, now: number): string | null {
  const client = at(hook, 'clientConfig')
  const service = at(client, 'service')
  if (service === undefined) return null
  const namespace = text(at(service, 'namespace'))
  const name = text(at(service, 'name'))
  const port = integer(at(service, 'port'), 443)
  const fault = serviceFault(store, namespace, name, port) ?? bundleFault(text(at(client, 'caBundle')), now)
  if (fault === null) return null
  const seconds = integer(at(hook, 'timeoutSeconds'), 10)
  const path = text(at(service, 'path'), '/')
  const url = `https://${name}.${namespace}.svc:${port}${path}?timeout=${seconds}s`
  return `failed to call webhook: Post "${url}": ${fault}`
}

function serviceFault(store: SnapshotStore, namespace: string, name: string, port: number): string | null {
  const service = store.get({ group: '', resource: 'services' }, namespace, name)
  if (service === null) return `service "${name}" not found`
  if (at(service, 'spec', 'type') === 'ExternalName') return null
  if (!list(at(service, 'spec', 'ports')).some(each => at(each, 'port') === port))
    return `no service port ${port} found for service "${name}"`
  const isReady = store
    .collection({ group: 'discovery.k8s.io', resource: 'endpointslices' })
    .list(namespace)
    .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name)
    .some(slice => list(slice.endpoints).some(each => at(each, 'conditions', 'ready') !== false))
  return isReady ? null : `no endpoints available for service "${name}"`
}

function bundleFault(bundle: string, now: number): string | null {
  if (bundle === '') return null
  const until = expiry(bundle)
  if (until === null || until > now) return null
  return `tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time ${seconds(now)} is after ${seconds(until)}`
}

/** When the first certificate of a bundle expires; null where it cannot be read. */
function expiry(bundle: string): number | null {
  try {
    return Date.parse(new X509Certificate(Buffer.from(bundle, 'base64')).validTo)
  } catch {
    // A bundle that is none has other faults, which the findings tell.
    return null
  }
}

const seconds = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
