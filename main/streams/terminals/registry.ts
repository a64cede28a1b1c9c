import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors/index.ts'
import { type Clock, Observable } from '../../../shared/flow/index.ts'
import type { LeftPod, TerminalList } from '../../../shared/ipc/index.ts'
import { LiveTerminal } from './liveTerminal.ts'
import type { Origin, Size } from './origin.ts'

interface RegistryOptions {
  readonly clock: Clock
  readonly onBug: (error: unknown) => void
}

/** Each keeps up to 1 MB of output, and a connection. */
const mostTerminals = 50

/** The terminals there are, whoever looks at them. */
export class Registry {
  readonly list = new Observable<TerminalList>({ terminals: [], left: [] })
  readonly #options: RegistryOptions
  readonly #terminals = new Map<string, LiveTerminal>()
  #reserved = 0
  #left: readonly LeftPod[] = []

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /**
   * Keeps room for a terminal until the result is called.
   * @throws AppError `invalid` where there are too many
   */
  reserve(): () => void {
    this.#requireRoom()
    this.#reserved += 1
    let isKept = true
    return () => {
      if (isKept) this.#reserved -= 1
      isKept = false
    }
  }

  #requireRoom(): void {
    if (this.#terminals.size + this.#reserved < mostTerminals) return
    const message = `There are ${mostTerminals} terminals already. Close one to open another.`
    throw new AppError({ kind: 'invalid', reason: 'TooManyTerminals', message })
  }

  open(origin: Origin, size: Size): LiveTerminal {
    this.#requireRoom()
    const id = randomUUID()
    const changed = (): void => this.#changed()
    const terminal = new LiveTerminal({ ...this.#options, id, origin, size, changed })
    this.#terminals.set(id, terminal)
    this.#changed()
    return terminal
  }

  find(id: string): LiveTerminal | null {
    return this.#terminals.get(id) ?? null
  }

  /** @throws AppError `gone` */
  get(id: string): LiveTerminal {
    const found = this.find(id)
    if (found !== null) return found
    throw new AppError({ kind: 'gone', reason: 'NoTerminal', message: 'This terminal was closed.' })
  }

  close(id: string): void {
    const terminal = this.get(id)
    this.#terminals.delete(id)
    terminal.close()
    this.#changed()
  }

  closeAll(): void {
    for (const terminal of this.#terminals.values()) terminal.close()
    this.#terminals.clear()
    this.#changed()
  }

  /** Takes over which pods were left, also those that a terminal stands for. */
  setLeft(left: readonly LeftPod[]): void {
    this.#left = left
    this.#changed()
  }

  #changed(): void {
    const terminals = [...this.#terminals.values()].map(({ terminal }) => terminal)
    this.list.set({ terminals, left: this.#left.filter(({ id }) => !this.#terminals.has(id)) })
  }
}
