/** A way to a cluster on which answers get lost after the server has acted, and on which every write is counted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { parse } from 'yaml'
import type { Cluster } from '../cluster/harness/index.ts'

export interface AnswerThief {
  readonly kubeconfig: string
  /** Writes that reached the server, dry runs aside, as `METHOD path`. */
  readonly writes: string[]
  /** The next write whose path holds this is carried out, and its connection cut before the answer. */
  stealNext(path: string): void
  /** The next write whose path holds this never arrives: its connection is cut. */
  dropNext(path: string): void
  /** The next write waits before the server gets it. */
  holdNext(path: string, held: () => void): void
  stop(): void
}

export async function startThief(cluster: Cluster): Promise<AnswerThief> {
  const { users } = parse(readFileSync(cluster.tokenKubeconfig, 'utf8')) as {
    users: [{ user: { token: string } }]
  }
  const target = new URL(cluster.server)
  const writes: string[] = []
  let next: {
    readonly path: string
    readonly act: 'steal' | 'drop' | 'hold'
    readonly held?: () => void
  } | null = null
  const handle = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const { method = 'GET', url = '/', headers } = incoming
    const isWrite = method !== 'GET' && !url.includes('dryRun=All') && !url.includes('reviews')
    const fault = isWrite && next !== null && url.includes(next.path) ? next : null
    if (fault !== null) next = null
    if (fault?.act === 'drop') {
      incoming.socket.destroy()
      return
    }
    if (fault?.act === 'hold') {
      fault.held?.()
      return
    }
    if (isWrite) writes.push(`${method} ${url.split('?')[0]}`)
    const upstream = request(
      {
        ...{ host: target.hostname, port: target.port, method, path: url, ca: cluster.caPem },
        headers: { ...headers, host: target.host, authorization: `Bearer ${users[0].user.token}` },
      },
      response => {
        if (fault?.act === 'steal') {
          response.resume()
          response.on('end', () => incoming.socket.destroy())
          return
        }
        answer.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(answer)
      },
    )
    upstream.on('error', () => incoming.socket.destroy())
    incoming.on('close', () => {
      if (!incoming.complete) upstream.destroy()
    })
    answer.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }
  const server = createServer(handle)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const kubeconfig = `${cluster.dir}/thief-${port}.kubeconfig`
  writeFileSync(kubeconfig, kubeconfigOf(port), { mode: 0o600 })
  return {
    ...{ kubeconfig, writes },
    stealNext: path => {
      next = { path, act: 'steal' }
    },
    dropNext: path => {
      next = { path, act: 'drop' }
    },
    holdNext: (path, held) => {
      next = { path, act: 'hold', held }
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function kubeconfigOf(port: number): string {
  return JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'thief' },
    clusters: [{ name: 'thief', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'thief', user: {} }],
    contexts: [{ name: 'thief', context: { cluster: 'thief', user: 'thief', namespace: 'default' } }],
  })
}
