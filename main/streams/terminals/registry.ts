import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors/index.ts'
import { type Clock, Observable } from '../../../shared/flow/index.ts'
import type { TerminalList } from '../../../shared/ipc/index.ts'
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
  readonly list = new Observable<TerminalList>({ terminals: [] })
  readonly #options: RegistryOptions
  readonly #terminals = new Map<string, LiveTerminal>()

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /** @throws AppError `invalid` where there are too many */
  requireRoom(): void {
    if (this.#terminals.size < mostTerminals) return
    const message = `There are ${mostTerminals} terminals already. Close one to open another.`
    throw new AppError({ kind: 'invalid', reason: 'TooManyTerminals', message })
  }

  open(origin: Origin, size: Size): LiveTerminal {
    this.requireRoom()
    const id = randomUUID()
    const changed = (): void => this.#changed()
    const terminal = new LiveTerminal({ ...this.#options, id, origin, size, changed })
    this.#terminals.set(id, terminal)
    this.#changed()
    return terminal
  }

  /** @throws AppError `gone` */
  get(id: string): LiveTerminal {
    const found = this.#terminals.get(id)
    if (found !== undefined) return found
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

  #changed(): void {
    this.list.set({ terminals: [...this.#terminals.values()].map(({ terminal }) => terminal) })
  }
}
