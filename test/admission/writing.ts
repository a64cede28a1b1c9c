import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import { customResources, pathOf, placeOf } from './address.ts'
import { fieldsOf, listOf, textOf } from './json.ts'
import type { ApiServer, ServerAnswer } from './server.ts'

/** How long a write may wait for what it needs, in milliseconds. */
const patience = 30_000

/** Runs `run` for all items, at most `limit` at a time; results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>()
  const waiting = items.entries()
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) results.set(at, await run(item))
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return items.map((_, at) => results.get(at) as R)
}

/** Repeats until `isDone`, or throws with the last answer in `what`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
): Promise<T> {
  const end = performance.now() + patience
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    if (performance.now() > end) throw new Error(`${what}: ${JSON.stringify(answer).slice(0, 1000)}`)
    await sleep(50)
  }
}

/** Puts objects on a server as a test wants them: whatever is there is replaced. */
export class Writer {
  readonly #server: ApiServer
  #offered: readonly ResourceInfo[]

  constructor(server: ApiServer, offered: readonly ResourceInfo[]) {
    this.#server = server
    this.#offered = offered
  }

  /** What the server offered at first, and kinds that were defined since. */
  get offered(): readonly ResourceInfo[] {
    return this.#offered
  }

  /** @throws when the server refuses it for more than a while */
  async put(object: KubeObject): Promise<void> {
    if (object.kind === 'CustomResourceDefinition')
      this.#offered = [...this.#offered, ...customResources([object])]
    const place = placeOf(object, this.#offered)
    if (place === null) throw new Error(`nobody offers ${object.apiVersion} ${object.kind}`)
    const { name, ...collection } = place
    const write = async (): Promise<ServerAnswer> => {
      const made = await this.#server.call('POST', pathOf(collection), { body: object })
      if (made.code !== 409) return made
      const stored = await this.#server.read(pathOf(place))
      const { resourceVersion } = stored?.metadata ?? {}
      return await this.#server.call('PUT', pathOf(place), {
        body: { ...object, metadata: { ...object.metadata, resourceVersion } },
      })
    }
    // A custom kind is not served at once, a namespace not known at once.
    const { code, body } = await until(
      `${object.kind} ${name}`,
      write,
      answer => answer.code < 400 || answer.code === 400 || answer.code === 422,
    )
    if (code >= 400) throw new Error(`${object.kind} ${name}: ${textOf(fieldsOf(body).message)}`)
    if (object.kind === 'CustomResourceDefinition') await this.#established(pathOf(place))
  }

  /** Removes it, if it is there. */
  async remove(object: KubeObject): Promise<void> {
    const place = placeOf(object, this.#offered)
    if (place !== null) await this.#server.call('DELETE', pathOf(place))
  }

  async #established(path: string): Promise<void> {
    await until(
      `${path} is established`,
      () => this.#server.read(path),
      definition =>
        listOf(fieldsOf(definition?.status).conditions).some(
          condition =>
            textOf(fieldsOf(condition).type) === 'Established' &&
            textOf(fieldsOf(condition).status) === 'True',
        ),
    )
  }
}
