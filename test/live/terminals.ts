/** Terminals of a running engine, as tests use them. */
import type { Terminal, TerminalTarget } from '../../shared/ipc/index.ts'
import type { Client } from '../client/index.ts'

export interface TerminalUnderTest {
  readonly id: string
  /** What came so far. */
  text(): string
  /** Bytes that should have come and are gone. */
  skipped(): number
  /** Called with the output from now on; `text` keeps none of it then. */
  heard(listener: (bytes: Uint8Array) => void): void
  /** Waits until the output holds a text. */
  says(text: string): Promise<void>
  /** Waits until all output of a process that is over has come. */
  complete(): Promise<void>
  when(claim: (terminal: Terminal) => boolean, milliseconds?: number): Promise<Terminal>
  /** Waits until it ended, was lost or failed. */
  over(milliseconds?: number): Promise<Terminal>
  type(text: string): Promise<unknown>
  input(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>
  endInput(): Promise<unknown>
  resize(columns: number, rows: number): Promise<unknown>
  reopen(): Promise<unknown>
  close(): Promise<void>
}

interface OpenOptions {
  readonly columns?: number
  readonly rows?: number
  readonly isTty?: boolean
  /** False: nobody reads its output. */
  readonly isRead?: boolean
}

export interface TerminalsUnderTest {
  open(target: TerminalTarget, options?: OpenOptions): Promise<TerminalUnderTest>
  /** One more reader of a terminal, from an offset on. */
  readerOf(id: string, from?: number): TerminalUnderTest
  list(): Promise<readonly Terminal[]>
}

/** Pods for terminals: two containers, one that talks, and some in which nothing runs. */
export const terminalPods = `
apiVersion: v1
kind: Namespace
metadata: {name: terminals}
---
apiVersion: v1
kind: Pod
metadata:
  name: shop
  namespace: terminals
  annotations: {kubectl.kubernetes.io/default-container: second}
spec:
  containers:
    - {name: first, image: x, command: [sleep, "100000"]}
    - {name: second, image: x, command: [sleep, "100000"], env: [{name: WHO, value: second}]}
---
apiVersion: v1
kind: Pod
metadata: {name: talker, namespace: terminals}
spec: {containers: [{name: main, image: x, stdin: true, command: [cat]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: pending, namespace: terminals}
spec: {nodeSelector: {no: such}, containers: [{name: main, image: x, command: [sleep, "100000"]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: done, namespace: terminals}
spec: {restartPolicy: Never, containers: [{name: main, image: x, command: [sh, -c, exit 4]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: no-image, namespace: terminals}
spec: {containers: [{name: main, image: registry.invalid/x, command: [sleep, "100000"]}]}
`

const patience = 30_000

export function terminalsOf(client: Client, context: string): TerminalsUnderTest {
  return {
    open: async (target, { columns = 80, rows = 24, isTty = true, isRead = true } = {}) => {
      const { id } = await client.call('terminals.open', { context, target, isTty, columns, rows })
      return reader(client, id, isRead ? 0 : null)
    },
    readerOf: (id, from = 0) => reader(client, id, from),
    list: async () => {
      const list = client.open('terminals.list', {})
      const { terminals } = await list.until(() => true)
      list.close()
      return terminals
    },
  }
}

function reader(client: Client, id: string, from: number | null): TerminalUnderTest {
  const chunks: Uint8Array[] = []
  let skipped = 0
  let listener: ((bytes: Uint8Array) => void) | null = null
  const output =
    from === null
      ? null
      : client.open('terminals.output', { id, from }, value => {
          skipped += value.skipped
          if (listener === null) chunks.push(value.bytes)
          else listener(value.bytes)
        })
  const list = client.open('terminals.list', {})
  const text = (): string => Buffer.concat(chunks).toString('utf8')
  const when = async (claim: (terminal: Terminal) => boolean, milliseconds = patience): Promise<Terminal> => {
    let found: Terminal | undefined
    await list.until(({ terminals }) => {
      found = terminals.find(one => one.id === id)
      return found !== undefined && claim(found)
    }, milliseconds)
    return found as Terminal
  }
  const input = (bytes: Uint8Array<ArrayBuffer>) => client.call('terminals.input', { id, bytes })
  return {
    id,
    text,
    skipped: () => skipped,
    heard: given => {
      listener = given
    },
    says: async wanted => void (await output?.until(() => text().includes(wanted), patience)),
    complete: async () => void (await output?.until(({ isOver }) => isOver, patience)),
    when,
    over: milliseconds => when(({ phase }) => phase !== 'connecting' && phase !== 'open', milliseconds),
    type: words => input(new TextEncoder().encode(words)),
    input,
    endInput: () => client.call('terminals.endInput', { id }),
    resize: (columns, rows) => client.call('terminals.resize', { id, columns, rows }),
    reopen: () => client.call('terminals.reopen', { id, columns: 80, rows: 24 }),
    close: async () => {
      await client.call('terminals.close', { id })
      output?.close()
      list.close()
    },
  }
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function randomBytes(seed: number, length: number): Uint8Array<ArrayBuffer> {
  const random = drawn(seed)
  return Uint8Array.from({ length }, () => random() * 256)
}
