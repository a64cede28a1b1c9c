import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeObject } from '../../shared/kube/index.ts'
import type { Cluster } from '../cluster/harness/index.ts'
import { pathOf, placeOf } from './address.ts'
import { readDocuments } from './base.ts'
import { awaitEffect, keepers } from './canary.ts'
import { type AdmissionCase, type CaseRequest, type Variant, withHook } from './case.ts'
import { differences, type Observed, type ObservedCall } from './expectation.ts'
import { fieldsOf } from './json.ts'
import type { Recorded } from './recording.ts'
import { send, statusOf } from './sending.ts'
import type { ApiServer, ServerAnswer } from './server.ts'
import { inParallel, until, type Writer } from './writing.ts'

/** Milliseconds between two tries of a request, and after policies were touched. */
const betweenTries = 300
const untilOrderedAnew = 1200
/** Tries after objects were changed that the request hangs on, where the case says nothing. */
const triesAfterChange = 10

/** Runs all variants of cases beside each other on one control plane. */
export class RealSide {
  readonly #cluster: Cluster
  readonly #server: ApiServer
  readonly #writer: Writer

  constructor(cluster: Cluster, server: ApiServer, writer: Writer) {
    this.#cluster = cluster
    this.#server = server
    this.#writer = writer
  }

  async run(cases: readonly AdmissionCase[]): Promise<readonly Recorded[]> {
    const { url, caPem } = this.#cluster.webhook
    const place = { url, authority: Buffer.from(caPem).toString('base64') }
    const variants = cases.flatMap(({ id, variants }) =>
      variants.map(variant => ({ caseId: id, variant: withHook(variant, place) })),
    )
    for (const keeper of keepers()) await this.#writer.put(keeper)
    await this.#setUp(variants.map(({ variant }) => variant))
    const recorded = await inParallel(variants, 6, ({ caseId, variant }) => this.#requests(caseId, variant))
    return recorded.flat()
  }

  /** Policies and webhooks come last, once all that they may act on is there. */
  async #setUp(variants: readonly Variant[]): Promise<void> {
    await inParallel(variants, 8, async ({ id, setup, webhookAnswers = {}, wait = [] }) => {
      for (const [hook, answer] of Object.entries(webhookAnswers))
        await this.#cluster.webhook.answer(`/${id}/${hook}`, answer)
      for (const object of setup) if (!isPolicy(object)) await this.#writer.put(object)
      for (const { path, code } of wait)
        await until(
          path,
          () => this.#server.call('GET', path),
          answer => answer.code === code,
        )
    })
    await inParallel(variants, 8, async ({ setup }) => {
      for (const object of setup) if (isPolicy(object)) await this.#writer.put(object)
    })
    await awaitEffect(this.#server, this.#writer, 'cases')
  }

  async #requests(caseId: string, variant: Variant): Promise<readonly Recorded[]> {
    const recorded: Recorded[] = []
    let written = variant.setup
    let world = await this.#readBack(written)
    for (const request of variant.requests) {
      if (request.before !== undefined) {
        for (const object of request.before) await this.#writer.put(object)
        written = [...written, ...request.before]
        world = await this.#readBack(written)
      }
      const stored = await this.#stored(request)
      const at = Date.now()
      const seen = await this.#observe(variant, request)
      const id = `${caseId}/${variant.id}/${request.id}`
      recorded.push({ id, request, stored, seen, at, answers: variant.webhookAnswers ?? {}, ...world })
    }
    return recorded
  }

  /** The object that is asked about as it is before the request; a list where all are. */
  async #stored(request: CaseRequest): Promise<unknown> {
    if (request.operation === 'create' || request.operation === 'connect') return null
    if (request.operation === 'deletecollection')
      return await this.#server.list(pathOf({ ...request, name: '' }))
    const { subresource, ...whole } = request
    return (await this.#server.read(pathOf(request))) ?? (await this.#server.read(pathOf(whole)))
  }

  async #observe(variant: Variant, request: CaseRequest): Promise<Observed> {
    const tries = request.tries ?? (request.before === undefined ? 1 : triesAfterChange)
    for (let left = tries; ; left--) {
      if (request.recompute !== undefined) await this.#touchPolicies(variant)
      const seen = await this.#once(variant, request)
      if (left === 1 || differences(request.expect, seen).length === 0) return seen
      await sleep(betweenTries)
    }
  }

  async #once({ id }: Variant, request: CaseRequest): Promise<Observed> {
    const { webhook } = this.#cluster
    const isRecorded = request.expect.calls !== undefined
    const earlier = isRecorded ? (await webhook.requests(`/${id}/`)).length : 0
    const answer = await send(this.#server, request).catch(unanswered)
    const calls = isRecorded ? (await webhook.requests(`/${id}/`)).slice(earlier) : []
    return {
      ...statusOf(answer),
      code: answer.code,
      warnings: answer.warnings,
      audit: await this.#server.auditOf(answer),
      object: answer.code < 400 ? answer.body : null,
      calls: calls.map(
        ({ path, review }): ObservedCall => ({
          hook: path.split('/').at(-1) ?? '',
          request: fieldsOf(review.request),
        }),
      ),
    }
  }

  async #touchPolicies({ setup }: Variant): Promise<void> {
    for (const policy of setup.filter(({ kind }) => kind === 'MutatingAdmissionPolicy')) {
      const path = pathOf(placeOf(policy, this.#writer.offered) ?? { group: '', version: '', resource: '' })
      const body = { metadata: { annotations: { touched: String(Date.now()) } } }
      await this.#server.call('PATCH', path, { body, type: 'application/merge-patch+json' })
    }
    await sleep(untilOrderedAnew)
  }

  /** The objects as the server has them, with the accounts of their namespaces and the schemas of their kinds. */
  async #readBack(written: readonly KubeObject[]): Promise<Pick<Recorded, 'objects' | 'documents'>> {
    const paths = new Set<string>()
    for (const object of written) {
      const place = placeOf(object, this.#writer.offered)
      if (place !== null) paths.add(pathOf(place))
    }
    const namespaces = written.filter(({ kind }) => kind === 'Namespace')
    const lists = namespaces.flatMap(({ metadata: { name: namespace } }) =>
      ['serviceaccounts', 'limitranges', 'resourcequotas'].map(resource =>
        pathOf({ group: '', version: 'v1', resource, namespace }),
      ),
    )
    const objects: KubeObject[] = []
    for (const path of paths) objects.push(...[await this.#server.read(path)].filter(found => found !== null))
    for (const path of lists) objects.push(...(await this.#server.list(path)))
    const custom = written.flatMap(({ kind, spec }) =>
      kind === 'CustomResourceDefinition' ? definedVersions(spec) : [],
    )
    return { objects, documents: await this.#documentsOf([...new Set(custom)]) }
  }

  /** Schemas of custom kinds are published a moment after the kinds are served. */
  async #documentsOf(versions: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    if (versions.length === 0) return {}
    for (let left = 20; ; left--) {
      const found = await readDocuments(this.#server, versions)
      if (left === 0 || Object.keys(found).length === versions.length) return found
      await sleep(betweenTries)
    }
  }
}

/** What a server that panics leaves of a request: a closed connection. */
function unanswered(error: unknown): ServerAnswer {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
    return { code: 0, body: '', warnings: [], auditId: '' }
  throw error
}

function isPolicy({ apiVersion }: KubeObject): boolean {
  return apiVersion.startsWith('admissionregistration.k8s.io/')
}

function definedVersions(spec: unknown): readonly string[] {
  const { group, versions } = spec as {
    readonly group: string
    readonly versions: readonly { readonly name: string; readonly served: boolean }[]
  }
  return versions.filter(({ served }) => served).map(({ name }) => `${group}/${name}`)
}
