import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { SnapshotStore } from '../store/index.ts'
import { createSnapshotServer, type SnapshotServer } from './server.ts'

export const pods = { group: '', resource: 'pods' }

export const pod = (
  name: string,
  namespace = 'a',
  more: Readonly<Record<string, unknown>> = {},
  labels = {},
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace,
    labels,
    uid: `${namespace}-${name}`,
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { containers: [{ name: 'main' }] },
  status: { phase: 'Running' },
  ...more,
})

export interface List {
  readonly kind: string
  readonly items: readonly KubeObject[]
  readonly metadata: {
    readonly resourceVersion: string
    readonly continue?: string
    readonly remainingItemCount?: number
  }
}
export const namesOf = ({ items }: List) => items.map(({ metadata }) => metadata.name)

interface UnderTest {
  socket: string
  store: SnapshotStore
  server: SnapshotServer
}

/**
 * A server for each test of a file, with three pods at versions 101 to 103 and room for twenty
 * changes. After each test nothing of it may be left: no watch, no listener, no fault logged.
 */
export function serverForEachTest(): UnderTest {
  const current = {} as UnderTest
  const faults: string[] = []
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-server-'))
    current.socket = join(folder, 's')
    current.store = new SnapshotStore({ firstVersion: 100, historyLimit: 20 })
    for (const [name, namespace] of [
      ['one', 'a'],
      ['two', 'a'],
      ['three', 'b'],
    ] as const)
      current.store.load(pods, pod(name, namespace))
    current.server = createSnapshotServer(current.store, {
      bookmarkInterval: 40,
      log: message => faults.push(message),
    })
    await current.server.listen(current.socket)
  })
  afterEach(async () => {
    await current.server.close()
    await rm(folder, { recursive: true })
    expect(current.server.figures()).toEqual({ watches: 0 })
    expect(current.store.collection(pods).listenerCount).toBe(0)
    expect(faults).toEqual([])
  })
  return current
}
