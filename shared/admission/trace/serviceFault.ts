import { callPathOf } from '../call-path.ts'
import type { Known } from '../known.ts'
import { callAddress, serviceOf, type Webhook } from '../webhooks.ts'
import type { World } from './types.ts'

/** Why a call cannot come through, whatever it is about. */
export interface ServiceFault {
  /** As the server words it. */
  readonly message: string
  /** What is taken for granted when a call is told to fail, a sentence. */
  readonly assumption: string
}

/**
 * What keeps a webhook from being called: its Service is not there, lacks the port, or has nothing ready behind
 * it. Null where nothing does, or where it cannot be told. Source: apiserver, pkg/util/proxy.
 */
export function serviceFault(webhook: Webhook, world: World): ServiceFault | null {
  const target = webhook.client.type === 'service' ? serviceOf(webhook) : null
  if (target === null) return null
  // A kind that is not served is none of which there are no objects: nothing follows from it.
  const read = (group: string, kind: string, namespace: string): Known => {
    const known = world.objects({ group, version: '', kind, namespace, name: '' })
    return known.state === 'notServed' ? { state: 'loading' } : known
  }
  const { service } = callPathOf(webhook, {
    services: namespace => read('', 'Service', namespace),
    slices: namespace => read('discovery.k8s.io', 'EndpointSlice', namespace),
  })
  if (service === null) return null
  const { namespace, name, port, path } = target
  const url = `${callAddress(webhook)}${path === '' ? '/' : ''}?timeout=${webhook.timeoutSeconds.value}s`
  const faultOf = (why: string, what: string): ServiceFault => ({
    message: `Post "${url}": ${why}`,
    assumption: `Calls of webhook ${webhook.name} fail for as long as Service ${namespace}/${name} ${what}.`,
  })
  if (service.state === 'missing') return faultOf(`service "${name}" not found`, 'is not there')
  if (service.state !== 'exists' || service.externalName !== '') return null
  if (service.servicePort === null)
    return faultOf(`no service port ${port.value} found for service "${name}"`, `has no port ${port.value}`)
  const isUnread =
    service.slicesError !== null || service.slicesState === 'loading' || service.slicesState === 'unreadable'
  if (isUnread || service.ready > 0) return null
  return faultOf(`no endpoints available for service "${name}"`, 'has no ready endpoint')
}
