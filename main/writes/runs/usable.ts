import { AppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { orAborted } from '../../session/index.ts'
import { bodyOf, placeOfRequest } from '../plan/place.ts'
import type { PlannedRequest } from '../types.ts'

const lookMillis = 300
/** Servers take seconds; a definition that is refused (`NamesAccepted: False`) never comes. */
const mostMillis = 60_000

/**
 * Waits until what a request made can be used by the next one: a definition that is served, a namespace that is active.
 * @throws AppError `NotReady` where it does not come, `cancelled`
 */
export async function untilUsable(
  api: ApiClient,
  request: PlannedRequest,
  signal: AbortSignal,
  held: (note: string) => void,
  clock: Clock,
): Promise<void> {
  const { ref, kind, method } = request
  const place = placeOfRequest(request)
  if (ref === null || method === 'DELETE' || place?.subresource !== '') return
  if (kind !== 'CustomResourceDefinition' && kind !== 'Namespace') return
  const began = clock.elapsed()
  for (;;) {
    const why =
      kind === 'Namespace'
        ? whyNotActive(await api.get(ref, signal))
        : await whyNotServed(api, request, signal)
    if (why === null) return
    held(why)
    if (clock.elapsed() - began > mostMillis) throw notReady(why)
    await pause(clock, lookMillis, signal)
  }
}

function whyNotActive({ status, metadata }: KubeObject): string | null {
  const phase = isMapping(status) ? status.phase : undefined
  return phase === undefined || phase === 'Active'
    ? null
    : `Waits until namespace ${metadata.name} is active; it is ${String(phase)}.`
}

async function whyNotServed(
  api: ApiClient,
  request: PlannedRequest,
  signal: AbortSignal,
): Promise<string | null> {
  if (request.ref === null) return null
  const { status, metadata } = await api.get(request.ref, signal)
  const conditions =
    isMapping(status) && Array.isArray(status.conditions) ? (status.conditions as unknown[]) : []
  const established = conditions.find(each => isMapping(each) && each.type === 'Established')
  if (!isMapping(established) || established.status !== 'True')
    return `Waits until ${metadata.name} is established.`
  const group = groupOf(request)
  if (
    group === null ||
    api.discovery.get().resources.some(info => info.group === group.group && info.resource === group.plural)
  )
    return null
  await api.refreshDiscovery()
  return api.discovery
    .get()
    .resources.some(info => info.group === group.group && info.resource === group.plural)
    ? null
    : `Waits until the server serves ${metadata.name}.`
}

function groupOf(request: PlannedRequest): { readonly group: string; readonly plural: string } | null {
  const spec = bodyOf(request)?.spec
  if (!isMapping(spec) || !isMapping(spec.names)) return null
  return { group: String(spec.group), plural: String(spec.names.plural) }
}

function notReady(why: string): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'NotReady',
    message: `It was not sent: after a minute it still ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
  })
}

async function pause(clock: Clock, millis: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.after(millis, resolve)
  try {
    await orAborted(promise, signal)
  } catch {
    throw new AppError({ kind: 'cancelled', message: 'The run was cancelled.' })
  } finally {
    timer.cancel()
  }
}
