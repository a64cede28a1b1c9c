import { open, stat } from 'node:fs/promises'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { Handed } from './argv.ts'
import { contentOf, headSize } from './content.ts'
import { addressOfLink } from './links.ts'
import type { NewRequest } from './requests.ts'

/** Files that a system hands over one by one within this time, in milliseconds, belong together. */
const gathering = 60

/** More reasons than this do not fit into a dialog. */
const mostSaid = 5

export interface HandoverOptions {
  readonly clock: Clock
  readonly ask: (request: NewRequest) => void
  /** Told what cannot be opened, a sentence for the person on each line. */
  readonly refuse: (reason: string) => void
}

/** Turns what is handed to the program into requests to the page. Reads only the first bytes of files. */
export class Handover {
  readonly #options: HandoverOptions
  #paths: string[] = []
  /** Reasons that were not said yet. */
  #refused: string[] = []
  #timer: Timer | null = null

  constructor(options: HandoverOptions) {
    this.#options = options
  }

  take({ links, paths }: Handed): void {
    for (const link of links) this.#takeLink(link)
    this.#paths.push(...paths)
    if (this.#paths.length === 0 && this.#refused.length === 0) return
    this.#timer ??= this.#options.clock.after(gathering, () => void this.#takePaths())
  }

  #takeLink(link: string): void {
    const address = addressOfLink(link)
    if (address !== null) this.#options.ask({ type: 'link', address })
    else this.#refused.push(`“${shortened(link)}” is no link to something in Gatehouse.`)
  }

  async #takePaths(): Promise<void> {
    const paths = [...new Set(this.#paths)]
    this.#paths = []
    this.#timer = null
    const kinds = await Promise.all(paths.map(kindOf))
    for (const as of ['kubeconfig', 'objects'] as const) {
      const some = paths.filter((_path, index) => kinds[index] === as)
      if (some.length > 0) this.#options.ask({ type: 'files', paths: some, as })
    }
    for (const [index, kind] of kinds.entries()) {
      if (kind instanceof Error)
        this.#refused.push(`“${shortened(paths[index] ?? '')}” cannot be opened: ${kind.message}`)
    }
    this.#sayRefused()
  }

  /** All at once: fifty bad links are one dialog. */
  #sayRefused(): void {
    const said = this.#refused.slice(0, mostSaid)
    const others = this.#refused.length - said.length
    this.#refused = []
    if (others > 0) said.push(`${others} more cannot be opened either.`)
    if (said.length > 0) this.#options.refuse(said.join('\n'))
  }
}

async function kindOf(path: string): Promise<'kubeconfig' | 'objects' | Error> {
  try {
    const status = await stat(path)
    if (status.isDirectory()) return 'objects'
    // Reading a pipe or a device could wait for ever.
    if (!status.isFile()) return new Error('it is neither a file nor a folder.')
    const file = await open(path, 'r')
    try {
      const head = new Uint8Array(headSize)
      const { bytesRead } = await file.read(head, 0, headSize, 0)
      return contentOf(head.subarray(0, bytesRead))
    } finally {
      await file.close()
    }
  } catch (error) {
    return new Error(reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EACCES' || code === 'EPERM') return 'you may not read it.'
  return error instanceof Error ? error.message : String(error)
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
