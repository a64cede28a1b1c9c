import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSnapshotServer, type SnapshotStore } from '../../../main/snapshot/index.ts'
import { sampleStore } from '../../../main/snapshot/sample/index.ts'
import { hostileObjects } from './objects.ts'
import { attacks } from './strings.ts'

export interface HostileCluster {
  readonly kubeconfig: string
  readonly contextName: string
  stop(): Promise<void>
}

/**
 * A cluster whose API server sends whatever it likes, behind a kubeconfig with hostile names.
 * @param objects what it has besides the sample
 */
export async function startHostile(objects = hostileObjects()): Promise<HostileCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-hostile-'))
  const store: SnapshotStore = sampleStore(Date.now())
  for (const { group, resource, object } of objects) store.load({ group, resource }, object)
  const server = createSnapshotServer(store, { versionSuffix: `hostile${attacks.reversed}` })
  const socketPath = join(folder, 's')
  await server.listen(socketPath)
  const forwarder = await forward(socketPath)
  const name = `hostile ${attacks.reversed} ${attacks.image}`
  const named = (value: object): object => ({ name, ...value })
  const kubeconfig = join(folder, 'config')
  await writeFile(
    kubeconfig,
    // JSON is YAML.
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': name,
      clusters: [named({ cluster: { server: `http://127.0.0.1:${forwarder.port}` } })],
      users: [named({ user: {} })],
      contexts: [named({ context: { cluster: name, user: name, namespace: attacks.reversed } })],
    }),
  )
  return {
    kubeconfig,
    contextName: name,
    stop: async () => {
      forwarder.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Forwarder {
  readonly port: number
  close(): void
}

/** A TCP port in front of the socket, which is all the in-memory server listens on. */
async function forward(socketPath: string): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  const listener = createServer(client => {
    const server = connect(socketPath)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
      from.pipe(to)
    }
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the forwarder has no port')
  return {
    port: address.port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
