/**
 * The in-memory server with many pods, in a process of its own and on a TCP port of loopback, so
 * that a kubeconfig can name it. (The server itself listens on a socket only; its pods are made
 * up, so a port gives nothing away here.) Prints one line of JSON; ends with its standard input.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, createServer as createForwarder, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { startBench } from '../../main/snapshot/bench.ts'
import type { SnapshotStore } from '../../main/snapshot/store/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { definitionsIn, ownedObjects, podBelow, podMetrics } from './objects.ts'

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '1000' },
    churn: { type: 'string', default: '0' },
    /** Objects below one Deployment, besides the pods. */
    owned: { type: 'string', default: '0' },
    /** With 1 the pods have figures of use, as of a metrics server. */
    metrics: { type: 'string', default: '0' },
    /** Kinds served besides those that there always are. */
    kinds: { type: 'string', default: '0' },
    /** A file with an object to serve as a CustomResourceDefinition. */
    definition: { type: 'string', default: '' },
  },
})
const pods = { group: '', resource: 'pods' }
let stored: SnapshotStore | null = null
const bench = await startBench({
  pods: Number(values.pods),
  changesPerSecond: Number(values.churn),
  prepare: store => {
    stored = store
    for (const { resource, object } of ownedObjects(Number(values.owned))) store.load(resource, object)
    const measured = values.metrics === '1' ? store.collection(pods).list() : []
    for (const { resource, object } of podMetrics(measured)) store.load(resource, object)
    if (values.definition !== '')
      store.load(
        { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
        parse(readFileSync(values.definition, 'utf8')) as KubeObject,
      )
  },
})
const sockets = new Set<Socket>()
const kinds = Number(values.kinds)
const front: Server = kinds > 0 ? withKinds() : forwarder()
front.listen(0, '127.0.0.1', () => {
  const address = front.address()
  if (typeof address !== 'object' || address === null) throw new Error('the forwarder has no port')
  console.log(JSON.stringify({ server: `http://127.0.0.1:${address.port}` }))
})

// A line is the phase that one of the pods below the Deployment is in from now on.
createInterface({ input: process.stdin }).on('line', phase => {
  const pod = stored?.get(podBelow.resource, podBelow.namespace, podBelow.name)
  if (pod) stored?.put(podBelow.resource, { ...pod, status: { phase } })
})
process.stdin.on('end', () => {
  for (const socket of sockets) socket.destroy()
  front.close()
  void bench.stop().then(() => process.exit(0))
})

function forwarder(): Server {
  return createForwarder(client => {
    const server = connect(bench.socketPath)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      // Either side may vanish with the process behind it.
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
      from.pipe(to)
    }
    client.setNoDelay(true)
  })
}

/** The same server, whose discovery names further kinds. */
function withKinds(): Server {
  const server = createServer((asked, answer) => passOn(asked, answer))
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return server
}

function passOn(asked: IncomingMessage, answer: ServerResponse): void {
  const { url: path = '/', method, headers } = asked
  const passed = request({ socketPath: bench.socketPath, path, method, headers }, response => {
    const isDiscovery = path.split('?')[0] === '/apis' && response.statusCode === 200
    if (!isDiscovery) {
      answer.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(answer)
      return
    }
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('end', () => {
      const list = JSON.parse(Buffer.concat(parts).toString()) as { items?: unknown[]; groups?: unknown[] }
      list.items?.push(...definitionsIn(kinds))
      const { 'content-length': _length, ...rest } = response.headers
      answer.writeHead(200, rest)
      answer.end(JSON.stringify(list))
    })
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}
