import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { sampleStore, sampleWebhooks } from '../sample/index.ts'
import type { SnapshotStore } from '../store/index.ts'
import { createSnapshotServer, type SnapshotServer } from './server.ts'
import { type AskOptions, ask } from './testClient.ts'

export const shop = '/api/v1/namespaces/shop'
export const apps = '/apis/apps/v1/namespaces'

export interface Seen {
  readonly status: number
  readonly warnings: string
  readonly body: KubeObject & {
    readonly message?: string
    readonly details?: { readonly causes?: readonly object[] }
  }
}

interface WritableCluster {
  socket: string
  store: SnapshotStore
  send(method: string, path: string, body?: unknown, type?: string): Promise<Seen>
}

/** The sample cluster that takes writes, for the tests of a file. */
export function writableCluster(): WritableCluster {
  let server: SnapshotServer
  let folder = ''
  const faults: string[] = []
  const current = { send } as WritableCluster
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-writes-'))
    current.socket = join(folder, 's')
    current.store = sampleStore(Date.now())
    server = createSnapshotServer(current.store, {
      dryRuns: { webhooks: sampleWebhooks },
      takesWrites: true,
      log: text => faults.push(text),
    })
    await server.listen(current.socket)
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
    expect(faults).toEqual([])
  })
  async function send(method: string, path: string, body?: unknown, type?: string): Promise<Seen> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const headers: AskOptions['headers'] = {
      'user-agent': 'tester/1.0',
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const answer = await ask(current.socket, path, {
      ...{ method, headers },
      ...(text === undefined ? {} : { body: text }),
    })
    const warnings = String(answer.headers.warning ?? '')
    // Paths that nothing serves answer with a line of text.
    const said: unknown = answer.text.startsWith('{') ? JSON.parse(answer.text) : { message: answer.text }
    return { status: answer.status, warnings, body: said as Seen['body'] }
  }
  return current
}

export const configMap = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data: { a: 'b' },
})
