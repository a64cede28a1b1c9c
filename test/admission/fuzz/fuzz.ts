import type { KubeObject } from '../../../shared/kube/index.ts'
import type { Cluster } from '../../cluster/harness/index.ts'
import { pathOf, placeOf } from '../address.ts'
import { readBase, readDocuments } from '../base.ts'
import { awaitEffect, keepers } from '../canary.ts'
import { type CaseRequest, withHook } from '../case.ts'
import type { Observed, ObservedCall } from '../expectation.ts'
import { fieldsOf } from '../json.ts'
import type { Base, Recorded, Recording } from '../recording.ts'
import { send, statusOf } from '../sending.ts'
import type { ApiServer } from '../server.ts'
import { inParallel, until, Writer } from '../writing.ts'
import { type Cell, type CellRequest, cellOf } from './cell.ts'
import { customVersions, definitions } from './kinds.ts'

export interface FuzzOptions {
  /** Of the first cell; the others follow. */
  readonly seed: number
  readonly cells: number
  readonly requestsPerCell: number
}

/**
 * Makes random corners of a cluster, and random requests in them that store nothing; tells what the server
 * did, with all that decided it.
 */
export class Fuzz {
  readonly #cluster: Cluster
  readonly #server: ApiServer
  readonly #writer: Writer
  readonly #base: Base
  /** Calls of webhooks that were seen, by cell. */
  readonly #counted = new Map<string, number>()

  private constructor(cluster: Cluster, server: ApiServer, writer: Writer, base: Base) {
    this.#cluster = cluster
    this.#server = server
    this.#writer = writer
    this.#base = base
  }

  /** Prepares a fresh control plane. */
  static async on(cluster: Cluster, server: ApiServer): Promise<Fuzz> {
    const writer = new Writer(server, await server.resources())
    for (const object of [...definitions, ...keepers()]) await writer.put(object)
    await until(
      'the schemas of custom kinds',
      () => readDocuments(server, customVersions),
      documents => Object.keys(documents).length === customVersions.length,
    )
    const base = await readBase(server, Number(/^v1\.(\d+)/.exec(cluster.version)?.[1]))
    return new Fuzz(cluster, server, writer, base)
  }

  async run({ seed, cells, requestsPerCell }: FuzzOptions): Promise<Recording> {
    const { url, caPem } = this.#cluster.webhook
    const place = { url, authority: Buffer.from(caPem).toString('base64') }
    const made = Array.from({ length: cells }, (_, at) => withHook(cellOf(seed + at, requestsPerCell), place))
    await inParallel(made, 6, async ({ objects }) => {
      for (const object of objects) await this.#writer.put(object)
    })
    const refused = await inParallel(made, 6, cell => this.#install(cell))
    for (const text of refused.flat()) console.log(text)
    await awaitEffect(this.#server, this.#writer, `fuzz-${seed}`)
    const requests = await inParallel(made, 6, cell => this.#requests(cell))
    await inParallel(made, 6, async ({ policies }) => {
      for (const object of [...policies].reverse()) await this.#writer.remove(object)
    })
    return { base: this.#base, requests: requests.flat() }
  }

  /** What the server refuses is not there for the library either. */
  async #install({ policies, seed, name, answers }: Cell): Promise<readonly string[]> {
    for (const [hook, answer] of Object.entries(answers))
      await this.#cluster.webhook.answer(`/${name}/${hook}`, answer)
    const refused: string[] = []
    for (const object of policies) {
      try {
        await this.#writer.put(object)
      } catch (error) {
        refused.push(`cell ${seed}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return refused
  }

  async #requests(cell: Cell): Promise<readonly Recorded[]> {
    const objects = await this.#readBack(cell)
    // Controllers may have been at work, and webhooks called, before.
    this.#counted.set(cell.name, (await this.#calls(cell.name)).length)
    const recorded: Recorded[] = []
    for (const request of cell.requests) {
      const stored = await this.#stored(request)
      const at = Date.now()
      const seen = await this.#observe(request, cell)
      const id = `fuzz/${cell.name}/${request.id}`
      const asCase = { ...request, expect: { outcome: 'allowed' } } as CaseRequest
      recorded.push({ id, request: asCase, stored, objects, documents: {}, answers: cell.answers, seen, at })
    }
    return recorded
  }

  async #observe(request: CellRequest, { name, answers }: Cell): Promise<Observed> {
    const isHooked = Object.keys(answers).length > 0
    const answer = await send(this.#server, request)
    const { code, body, warnings } = answer
    const audit = await this.#server.auditOf(answer)
    const all = isHooked ? await this.#calls(name) : []
    const calls = all.slice(this.#counted.get(name) ?? 0)
    this.#counted.set(name, all.length)
    return { ...statusOf(answer), code, warnings, audit, object: code < 400 ? body : null, calls }
  }

  async #calls(cell: string): Promise<readonly ObservedCall[]> {
    const requests = await this.#server.webhookCalls(this.#cluster.webhook.url, `/${cell}/`)
    // What controllers do meanwhile is no dry run.
    const asked = requests.filter(({ review }) => review.request.dryRun === true)
    return asked.map(({ path, review }) => ({
      hook: path.split('/').at(-1) ?? '',
      request: fieldsOf(review.request),
    }))
  }

  async #stored(request: CellRequest): Promise<unknown> {
    if (request.operation === 'create') return null
    if (request.operation === 'deletecollection')
      return await this.#server.list(pathOf({ ...request, name: '' }))
    return await this.#server.read(pathOf(request))
  }

  async #readBack({ name, objects, policies }: Cell): Promise<readonly KubeObject[]> {
    const read: KubeObject[] = []
    for (const object of [...objects, ...policies]) {
      const place = placeOf(object, this.#writer.offered)
      const found = place === null ? null : await this.#server.read(pathOf(place))
      if (found !== null) read.push(found)
    }
    for (const resource of ['serviceaccounts', 'limitranges', 'resourcequotas'])
      read.push(...(await this.#server.list(pathOf({ group: '', version: 'v1', resource, namespace: name }))))
    return read
  }
}
