import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subject } from '../../shared/cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import type { WebhookAnswer } from '../cluster/harness/index.ts'
import type { CaseRequest } from './case.ts'
import type { Observed } from './expectation.ts'

/** A server as it was before anything of a test was there. */
export interface Base {
  readonly minor: number
  readonly user: Subject
  readonly resources: readonly ResourceInfo[]
  readonly objects: readonly KubeObject[]
  /** OpenAPI v3 by group and version as in `apiVersion`. */
  readonly documents: Readonly<Record<string, unknown>>
}

/** One request with all that the library needs to trace it, and what the server did. */
export interface Recorded {
  /** `case/variant/request`. */
  readonly id: string
  readonly request: CaseRequest
  /** As the server had it when the request was made: null where there was none. */
  readonly stored: unknown
  /** Objects beside those of the base. */
  readonly objects: readonly KubeObject[]
  readonly documents: Readonly<Record<string, unknown>>
  readonly answers: Readonly<Record<string, WebhookAnswer>>
  readonly seen: Observed
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface Recording {
  readonly base: Base
  readonly requests: readonly Recorded[]
}

const folder = join(import.meta.dirname, '../../test-results/admission')

/** Keeps what was seen, so that the library can be held against it again without a server. */
export function keepRecording(name: string, recording: Recording): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(recording))
}

export function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Recording
}
