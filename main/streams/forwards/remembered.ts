import type { Forward, Settings } from '../../../shared/ipc/index.ts'

export type RememberedForward = Settings['forwards'][number]

/** No more are kept, but for those that run; the oldest go first. */
const most = 200

/** What of a forward is kept for the next run. */
export function rememberedOf({ id, context, ref, kind, address, ports }: Forward): RememberedForward {
  const { resource, namespace, name } = ref
  const { group, version } = resource
  return {
    id,
    context,
    kind,
    ref: { resource: { group, version, resource: resource.resource }, namespace, name },
    address: address === '::1' || address === '0.0.0.0' ? address : '127.0.0.1',
    ports: ports.map(({ asked, local, remote, scheme }) => ({ asked, local, remote, scheme })),
  }
}

/** With one more, or one as it is now. */
export function withForward(
  list: readonly RememberedForward[],
  forward: RememberedForward,
  isRunning: (id: string) => boolean,
): RememberedForward[] {
  const isThere = list.some(({ id }) => id === forward.id)
  const next = isThere ? list.map(one => (one.id === forward.id ? forward : one)) : [...list, forward]
  let surplus = next.length - most
  return next.filter(({ id }) => {
    const goes = surplus > 0 && id !== forward.id && !isRunning(id)
    if (goes) surplus -= 1
    return !goes
  })
}

/** A forward that nothing is done for. */
export function stoppedForward(remembered: RememberedForward): Forward {
  return {
    ...remembered,
    phase: 'stopped',
    pod: '',
    moves: 0,
    connections: { open: 0, total: 0, failed: 0 },
    bytes: { sent: 0, received: 0 },
    startedAt: 0,
  }
}
