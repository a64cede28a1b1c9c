import { spanInWords } from '../../certificates.ts'
import type { WebhookEntry } from '../../webhook-inventory.ts'
import { serviceOf } from '../../webhooks.ts'
import { setting } from '../change.ts'
import {
  contentOfWebhook,
  type Draft,
  fails,
  namedWebhook,
  objectOfWebhook,
  type Scene,
  serviceObject,
} from '../scene.ts'

/** Checks of the way to a webhook that its view has no problem for. */
export function way(scene: Scene): readonly Draft[] {
  const paths = pathsByService(scene)
  return scene.webhooks.webhooks.flatMap(entry => [
    ...address(entry),
    ...oddPath(entry, paths),
    ...single(entry),
    ...oldReviews(scene, entry),
    ...serving(scene, entry),
  ])
}

// Source: apiserver, util/webhook ValidateWebhookURL, and a URL that is each replica's own machine.
function address(entry: WebhookEntry): readonly Draft[] {
  const { client } = entry.webhook
  if (client.type !== 'url' && client.type !== 'both') return []
  const faults: string[] = []
  if (client.type === 'both') faults.push('It has a URL and a Service; there must be exactly one.')
  const url = partsOf(client.url)
  if (url === null) faults.push(`“${client.url.slice(0, 200)}” is no address.`)
  else {
    if (url.scheme !== 'https') faults.push(`The URL begins with ${url.scheme}://; only https is called.`)
    if (url.user !== '') faults.push('The URL carries a user or password.')
    if (url.query !== '') faults.push('The URL has a query.')
    if (url.fragment !== '') faults.push('The URL has a fragment.')
  }
  const objects = [objectOfWebhook(entry, 'clientConfig.url')]
  if (faults.length > 0) return [{ id: 'address-refused', objects, evidence: faults }]
  if (url === null || !/^(localhost$|127\.|\[::1\])/.test(url.host)) return []
  const evidence = [`${url.host} is the machine of whichever replica of the API server calls.`]
  return [
    {
      id: 'address-refused',
      severity: 'low',
      title: 'The address is the API server’s own machine',
      objects,
      evidence,
    },
  ]
}

function partsOf(text: string) {
  const found =
    /^([a-z][a-z0-9+.-]*):\/\/(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#]+)(?::\d+)?[^?#]*(\?[^#]*)?(#.*)?$/i.exec(
      text,
    )
  if (found === null) return null
  const [, scheme = '', user = '', host = '', query = '', fragment = ''] = found
  return { scheme: scheme.toLowerCase(), user, host: host.toLowerCase(), query, fragment }
}

// Source of the first: apiserver, util/webhook ValidateWebhookService.
function oddPath(entry: WebhookEntry, paths: ReadonlyMap<string, ReadonlySet<string>>): readonly Draft[] {
  const service = serviceOf(entry.webhook)
  if (service === null) return []
  const objects = [objectOfWebhook(entry, 'clientConfig.service.path')]
  const fault = pathFault(service.path)
  if (fault !== '') return [{ id: 'service-path-odd', objects, evidence: [`Path ${service.path}: ${fault}`] }]
  if (service.path !== '' && service.path !== '/') return []
  const others = [...(paths.get(`${service.namespace}/${service.name}`) ?? [])]
  if (others.length === 0) return []
  const seen = `It gives no path; others of Service ${service.namespace}/${service.name} give ${others.slice(0, 4).join(', ')}.`
  return [{ id: 'service-path-odd', severity: 'low', objects, evidence: [seen] }]
}

/** Paths that webhooks of a Service give. */
function pathsByService(scene: Scene): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { webhook } of scene.webhooks.webhooks) {
    const service = serviceOf(webhook)
    if (service === null || service.path.length < 2) continue
    const key = `${service.namespace}/${service.name}`
    found.set(key, (found.get(key) ?? new Set()).add(service.path))
  }
  return found
}

function pathFault(path: string): string {
  if (path === '' || path === '/') return ''
  if (!path.startsWith('/')) return 'it does not begin with a slash.'
  const segments = path.slice(1).split('/')
  // A slash at the end is taken.
  if (segments.at(-1) === '') segments.pop()
  if (segments.includes('')) return 'it has an empty segment.'
  const odd = segments.find(segment => !/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(segment))
  return odd === undefined ? '' : `segment “${odd}” is no DNS name, which the server demands.`
}

function single(entry: WebhookEntry): readonly Draft[] {
  const service = entry.path.service
  if (!fails(entry) || service?.slicesState !== 'exists' || service.ready !== 1 || service.total !== 1)
    return []
  return [
    {
      id: 'service-single-endpoint',
      objects: [objectOfWebhook(entry, 'clientConfig.service'), serviceObject(service.ref)],
      evidence: [
        `Service ${service.ref.namespace}/${service.ref.name} has one endpoint; failurePolicy is Fail.`,
      ],
    },
  ]
}

function oldReviews(scene: Scene, entry: WebhookEntry): readonly Draft[] {
  const { value } = entry.webhook.reviewVersions
  if (!value.includes('v1beta1') || value.includes('v1')) return []
  const of = contentOfWebhook(scene, entry)
  const path = ['webhooks', entry.webhook.index, 'admissionReviewVersions']
  return [
    {
      id: 'review-version-deprecated',
      objects: [objectOfWebhook(entry, 'admissionReviewVersions')],
      evidence: [`${namedWebhook(entry)} takes ${value.join(', ')}.`],
      change: { of, operations: [setting(of, path, ['v1', ...value])] },
    },
  ]
}

const week = 7 * 86_400_000

function serving(scene: Scene, entry: WebhookEntry): readonly Draft[] {
  const serving = scene.sources.serving(entry.id)
  if (serving.state !== 'known') return []
  const { now } = scene.sources
  const { certificate, source, faults, foundBy } = serving
  const objects = [objectOfWebhook(entry, 'clientConfig.caBundle'), source]
  const severity = fails(entry) ? 'high' : 'medium'
  const found = faults.map((fault): Draft => {
    const id = fault.type === 'untrusted' ? 'serving-certificate-untrusted' : 'serving-certificate-name'
    return { id, severity, objects, evidence: [fault.text, foundBy] }
  })
  if (certificate.notAfter - now >= week) return found
  const hasEnded = certificate.notAfter <= now
  const when = spanInWords(certificate.notAfter, now)
  const text = hasEnded ? `It ended ${when}.` : `It ends in ${when}.`
  return [
    ...found,
    {
      id: 'serving-certificate-expires',
      severity: hasEnded ? severity : 'medium',
      objects: [source, objectOfWebhook(entry)],
      evidence: [`Certificate ${certificate.subject}: ${text}`, foundBy],
    },
  ]
}
