import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { aggregatedAccept, readAggregated } from '../../main/api/aggregated.ts'
import { markPreferred } from '../../main/api/preferred.ts'
import type { Subject } from '../../shared/cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import type { Cluster, WebhookRecord } from '../cluster/harness/index.ts'
import { fieldsOf, listOf, textOf } from './json.ts'

export interface ServerAnswer {
  readonly code: number
  /** Decoded where it is JSON, else its text. */
  readonly body: unknown
  readonly warnings: readonly string[]
  /** Names the request in the audit log. */
  readonly auditId: string
}

export interface CallOptions {
  readonly body?: unknown
  /** `application/json` where absent. */
  readonly type?: string
  readonly query?: Readonly<Record<string, string>>
  readonly accept?: string
  /** Impersonates this user. */
  readonly as?: { readonly user: string; readonly groups?: readonly string[] }
}

/** The token of a user with all rights, which the test cluster knows. */
const adminToken = 'admin-token'

/** Plain requests to a control plane, with nothing of the product in between. */
export class ApiServer {
  readonly #cluster: Cluster
  readonly #agent: Agent
  readonly #audit: AuditTrail | null

  constructor(cluster: Cluster) {
    this.#cluster = cluster
    this.#agent = new Agent({ keepAlive: true, maxSockets: 8, ca: cluster.caPem })
    this.#audit = cluster.auditLog === undefined ? null : new AuditTrail(cluster.auditLog)
  }

  call(method: string, path: string, options: CallOptions = {}): Promise<ServerAnswer> {
    const { body, type = 'application/json', query = {}, accept = 'application/json', as } = options
    const search = new URLSearchParams(query).toString()
    const headers: Record<string, string | string[]> = { authorization: `Bearer ${adminToken}`, accept }
    if (body !== undefined) headers['content-type'] = type
    if (as !== undefined) headers['impersonate-user'] = as.user
    if (as?.groups !== undefined) headers['impersonate-group'] = [...as.groups]
    const url = `${this.#cluster.server}${path}${search === '' ? '' : `?${search}`}`
    return this.#request(method, url, headers, body)
  }

  #request(
    method: string,
    url: string,
    headers: Readonly<Record<string, string | string[]>>,
    body?: unknown,
  ): Promise<ServerAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: this.#agent }, response => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject).once('end', () =>
          resolve({
            code: response.statusCode ?? 0,
            body: decoded(Buffer.concat(parts).toString('utf8')),
            warnings: warningsOf(response.rawHeaders),
            auditId: textOf(response.headers['audit-id']),
          }),
        )
      })
      sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  /** What the webhook server at `url` was asked below a path, oldest first. */
  async webhookCalls(url: string, path: string): Promise<readonly WebhookRecord[]> {
    const { body } = await this.#request('GET', `${url}/_requests?path=${encodeURIComponent(path)}`, {})
    return listOf(body) as readonly WebhookRecord[]
  }

  /** The object or list at a path; null where there is none. */
  async read(path: string): Promise<KubeObject | null> {
    const { code, body } = await this.call('GET', path)
    return code === 200 ? (body as KubeObject) : null
  }

  /** All objects of a list, which says nothing of kind and version for each. */
  async list(path: string): Promise<readonly KubeObject[]> {
    const { code, body } = await this.call('GET', path)
    if (code !== 200) return []
    const { apiVersion, kind, items } = fieldsOf(body)
    return listOf(items).map(
      item => ({ apiVersion, kind: textOf(kind).replace(/List$/, ''), ...fieldsOf(item) }) as KubeObject,
    )
  }

  /** What the server offers. */
  async resources(): Promise<readonly ResourceInfo[]> {
    const documents = await Promise.all(
      ['/api', '/apis'].map(path => this.call('GET', path, { accept: aggregatedAccept })),
    )
    return markPreferred(documents.flatMap(({ body }) => readAggregated(body).resources))
  }

  /** Who the requests are made as. */
  async whoAmI(): Promise<Subject> {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
    const { body } = await this.call('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      body: review,
    })
    const { username, uid, groups } = fieldsOf(fieldsOf(fieldsOf(body).status).userInfo)
    return {
      username: textOf(username),
      groups: listOf(groups).map(textOf),
      ...(textOf(uid) === '' ? {} : { uid: textOf(uid) }),
    }
  }

  /** Annotations that the server put on a request in its audit log. */
  async auditOf({ auditId }: ServerAnswer): Promise<Readonly<Record<string, string>>> {
    for (let left = 20; this.#audit !== null && left > 0; left--) {
      const found = this.#audit.annotations(auditId)
      if (found !== undefined) return found
      await sleep(25)
    }
    return {}
  }

  close(): void {
    this.#agent.destroy()
  }
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Texts of `Warning` headers, which are quoted as in RFC 7234. */
function warningsOf(headers: readonly string[]): readonly string[] {
  return headers.flatMap((name, at) => {
    if (at % 2 === 1 || name.toLowerCase() !== 'warning') return []
    const quoted = /^\d{3} \S+ "((?:[^"\\]|\\.)*)"/.exec(headers[at + 1] ?? '')?.[1]
    return quoted === undefined
      ? []
      : [Buffer.from(quoted.replaceAll(/\\(.)/g, '$1'), 'latin1').toString('utf8')]
  })
}

/** An audit log that grows while it is read. */
class AuditTrail {
  readonly #file: string
  readonly #annotations = new Map<string, Readonly<Record<string, string>>>()
  #read = 0

  constructor(file: string) {
    this.#file = file
  }

  annotations(auditId: string): Readonly<Record<string, string>> | undefined {
    if (!this.#annotations.has(auditId)) this.#readOn()
    return this.#annotations.get(auditId)
  }

  #readOn(): void {
    const file = openSync(this.#file, 'r')
    const more = Buffer.alloc(Math.max(0, fstatSync(file).size - this.#read))
    const got = readSync(file, more, 0, more.length, this.#read)
    closeSync(file)
    const end = more.subarray(0, got).lastIndexOf('\n') + 1
    for (const line of more.subarray(0, end).toString('utf8').split('\n')) {
      if (line === '') continue
      const { auditID, stage, annotations } = fieldsOf(JSON.parse(line))
      if (stage === 'ResponseComplete')
        this.#annotations.set(textOf(auditID), fieldsOf(annotations) as Readonly<Record<string, string>>)
    }
    this.#read += end
  }
}
