/** What goes wrong during a soak: drawn from a seed, so that the same seed makes the same faults. */
import type { Fault, FaultProxy } from '../cluster/harness/index.ts'

export interface Victims {
  readonly proxy: FaultProxy
  /** The engine's process, which is put to sleep as a closed laptop is. */
  readonly pid: number
}

/** Until `end` (milliseconds since the epoch) a fault every few seconds. Answers how often each was made. */
export async function disturb(
  victims: Victims,
  seed: number,
  end: number,
): Promise<ReadonlyMap<string, number>> {
  const random = seeded(seed)
  const made = new Map<string, number>()
  for (;;) {
    await pause(2000 + random() * 6000)
    const [name, act] = choose(faultsOf(random), random)
    if (Date.now() >= end) return made
    await act(victims)
    made.set(name, (made.get(name) ?? 0) + 1)
  }
}

type NamedFault = readonly [name: string, act: (victims: Victims) => Promise<unknown>]

function faultsOf(random: () => number): readonly NamedFault[] {
  const put =
    (fault: Fault): NamedFault[1] =>
    ({ proxy }) =>
      proxy.addFault(fault)
  const watches = { match: { watch: true }, open: true, count: 2, afterEvents: Math.floor(random() * 20) }
  const [silence, sleep] = [1000 + random() * 15_000, 1000 + random() * 8000]
  return [
    ['cut', ({ proxy }) => proxy.cut()],
    ['silence', ({ proxy }) => during(silence, proxy.stall, proxy.resume)],
    ['sleep', ({ pid }) => during(sleep, signal(pid, 'SIGSTOP'), signal(pid, 'SIGCONT'))],
    ['cut watches', put({ ...watches, action: 'cut' })],
    ['reset', put({ ...watches, action: 'reset' })],
    ['410', put({ ...watches, action: 'gone-event' })],
    ['cut in mid-line', put({ ...watches, action: 'truncate' })],
    ['no JSON', put({ ...watches, action: 'malformed' })],
    ['silent watch', put({ ...watches, action: 'stall', count: 1 })],
    ['500 in the stream', put({ ...watches, action: 'error-event', status: 500 })],
    ['429', put({ count: 3, action: 'status', status: 429, retryAfterSeconds: 1 })],
    ['503', put({ count: 3, action: 'status', status: 503 })],
    ['late answers', put({ count: 3, action: 'delay', delayMillis: 3000 })],
  ]
}

async function during(
  milliseconds: number,
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  await begin()
  await pause(milliseconds)
  await end()
}

const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT') => (): Promise<void> =>
  Promise.resolve(void process.kill(pid, name))

function choose<T>(among: readonly T[], random: () => number): T {
  const chosen = among[Math.floor(random() * among.length)]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** Mulberry32: small, and the same everywhere. */
function seeded(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
