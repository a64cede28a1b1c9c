import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { KubeObject } from '../../shared/kube/index.ts'
import type { WebhookAnswer } from '../cluster/harness/index.ts'

/** What is held to be true of admission, in requests and what the server does with them. */
export interface AdmissionCase {
  readonly id: string
  /** S needs answers of a webhook, T a webhook that nobody can reach, R objects alone. */
  readonly class: string
  readonly text: string
  readonly note?: string
  readonly variants: readonly Variant[]
}

/** Objects, and requests made on them. */
export interface Variant {
  readonly id: string
  readonly setup: readonly KubeObject[]
  readonly wait?: readonly { readonly path: string; readonly code: number }[]
  /** By the last segment of the webhook’s path. */
  readonly webhookAnswers?: Readonly<Record<string, WebhookAnswer>>
  readonly requests: readonly CaseRequest[]
}

export interface CaseRequest {
  readonly id: string
  readonly operation:
    | 'create'
    | 'update'
    | 'patch'
    | 'apply'
    | 'delete'
    | 'deletecollection'
    | 'connect'
    | 'get'
    | 'list'
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly object?: KubeObject
  /** A JSON merge patch. */
  readonly patch?: unknown
  /** Merged into the stored object, which is then sent as a whole. */
  readonly replaceFrom?: unknown
  readonly dryRun?: boolean
  readonly as?: { readonly user: string; readonly groups?: readonly string[] }
  readonly query?: Readonly<Record<string, string>>
  /** Objects that are written before the request is made. */
  readonly before?: readonly KubeObject[]
  /** How often it may be made until what is expected is seen, where an order is nobody’s to choose. */
  readonly tries?: number
  /** Kind of policy that is touched before each try, so that the server orders its policies anew. */
  readonly recompute?: string
  readonly expect: Expectation
}

export interface Expectation {
  /** `dropped`: the server closes the connection without an answer. */
  readonly outcome: 'called' | 'notCalled' | 'allowed' | 'rejected' | 'dropped'
  readonly code?: number
  readonly reason?: string
  readonly message?: readonly string[]
  readonly notMessage?: readonly string[]
  readonly messageEquals?: string
  readonly warnings?: readonly string[]
  readonly warningCount?: number
  /** Beginning of a key, and part of its value; `<absent>` where there is no such key. */
  readonly audit?: Readonly<Record<string, string>>
  readonly causes?: readonly unknown[]
  readonly object?: unknown
  /** Webhooks in the order of their calls: the name alone, or with parts of the review. */
  readonly calls?: readonly (string | Readonly<Record<string, unknown>>)[]
}

const folder = join(import.meta.dirname, '../cases/admission')

/** Cases of a folder of test/cases/admission, in the order of their ids. */
export function readCases(of: 'core' | 'own'): readonly AdmissionCase[] {
  return readdirSync(join(folder, of))
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => parse(readFileSync(join(folder, of, name), 'utf8')) as AdmissionCase)
}

/** What stands for the webhook server in cases. */
export const hookUrl = `$${'{HOOK}'}`
export const hookAuthority = `$${'{HOOK_CA}'}`

/** Where the test’s own webhook server is. */
export interface HookPlace {
  readonly url: string
  /** In base64. */
  readonly authority: string
}

/** What a case or a cell says, with the webhook server’s address and authority put in. */
export function withHook<Said>(said: Said, { url, authority }: HookPlace): Said {
  const text = JSON.stringify(said).replaceAll(hookAuthority, authority).replaceAll(hookUrl, url)
  return JSON.parse(text) as Said
}
