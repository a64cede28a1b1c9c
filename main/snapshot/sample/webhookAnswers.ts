import type { WebhookScript } from '../server/index.ts'
import { at, list, mapping, text } from '../tables/index.ts'
import { registry } from './builder.ts'

/** What the programs behind the sample's webhooks would answer; nobody runs them, and each says so. */

const allowed = { type: 'answered', allowed: true } as const
const simulated = (what: string): readonly string[] => [`simulated: ${what}`]

const template = ['spec', 'template', 'spec'] as const
const containersOf = (object: unknown, ...path: readonly string[]): readonly unknown[] =>
  ['containers', 'initContainers', 'ephemeralContainers'].flatMap(field => list(at(object, ...path, field)))

/** Puts a proxy beside the containers of a pod, once. */
const injectProxy: WebhookScript = ({ object }) => {
  const containers = list(at(object, 'spec', 'containers'))
  if (containers.some(container => at(container, 'name') === 'proxy')) return allowed
  const proxy = {
    name: 'proxy',
    image: `${registry}/platform/proxy:1.31.2`,
    resources: { requests: { cpu: '20m', memory: '48Mi' }, limits: { memory: '96Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    },
  }
  return {
    ...allowed,
    patch: [{ op: 'add', path: '/spec/containers/-', value: proxy }],
    warnings: simulated('the sidecar injector adds the container proxy'),
    auditAnnotations: { simulated: 'true' },
  }
}

/** Notes on the template of a deployment that its pods get a proxy. */
const markTemplate: WebhookScript = ({ object }) => {
  const annotation = 'sidecar.lanternfish.example/proxy'
  const annotations = mapping(at(object, 'spec', 'template', 'metadata', 'annotations'))
  if (at(annotations, annotation) !== undefined) return allowed
  return {
    ...allowed,
    patch: [
      {
        op: 'add',
        path: '/spec/template/metadata/annotations',
        value: { ...annotations, [annotation]: '1.31.2' },
      },
    ],
    warnings: simulated('the sidecar injector annotates the template'),
    auditAnnotations: { simulated: 'true' },
  }
}

/** Refuses images from elsewhere. */
const guardImages: WebhookScript = ({ object }) => {
  const foreign = containersOf(object, 'spec').find(
    container => !/^(registry\.lanternfish\.example|registry\.k8s\.io)\//.test(text(at(container, 'image'))),
  )
  if (foreign === undefined) return allowed
  const message = `image ${text(at(foreign, 'image'))} is from none of our registries`
  return {
    type: 'answered',
    allowed: false,
    status: { code: 403, reason: 'Forbidden', message },
    warnings: simulated(message),
  }
}

/** Refuses templates that do not say which version is to run. */
const guardWorkloads: WebhookScript = ({ object }) => {
  const path = at(object, 'kind') === 'CronJob' ? ['spec', 'jobTemplate', ...template] : template
  const latest = containersOf(object, ...path).find(container =>
    text(at(container, 'image')).endsWith(':latest'),
  )
  if (latest === undefined) return allowed
  const message = `container ${text(at(latest, 'name'))}: the tag latest does not say which version is to run`
  return {
    type: 'answered',
    allowed: false,
    status: { code: 403, reason: 'Forbidden', message },
    warnings: simulated(message),
  }
}

/** By name of the webhook; all others let every request pass. */
export const sampleWebhooks: ReadonlyMap<string, WebhookScript> = new Map([
  ['proxy.sidecar.lanternfish.example', injectProxy],
  ['defaults.sidecar.lanternfish.example', markTemplate],
  ['images.guard.lanternfish.example', guardImages],
  ['workloads.guard.lanternfish.example', guardWorkloads],
])
