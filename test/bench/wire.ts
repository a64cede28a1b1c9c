import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { parse } from 'yaml'

interface WireTimes {
  /** Milliseconds to the first row and to the end of the initial events. */
  readonly first: number
  readonly all: number
  readonly bytes: number
}

/**
 * The bare wire: streamed initial events of all pods as Table with metadata, bytes counted and
 * thrown away. What no client can be faster than.
 */
export async function readWire(tokenKubeconfig: string): Promise<WireTimes> {
  const config = parse(await readFile(tokenKubeconfig, 'utf8')) as {
    clusters: { cluster: { server: string; 'certificate-authority-data': string } }[]
    users: { user: { token: string } }[]
  }
  const { server, 'certificate-authority-data': authority } = config.clusters[0]?.cluster ?? failed()
  const url = new URL(
    '/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&includeObject=Metadata',
    server,
  )
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        ca: Buffer.from(authority, 'base64'),
        headers: {
          authorization: `Bearer ${config.users[0]?.user.token}`,
          accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
        },
      },
      response => {
        let bytes = 0
        let first = 0
        let tail = ''
        response.on('data', (chunk: Buffer) => {
          if (bytes === 0) first = performance.now() - start
          bytes += chunk.length
          tail = (tail + chunk.toString('latin1')).slice(-chunk.length - 64)
          if (!tail.includes('initial-events-end')) return
          asked.destroy()
          resolve({ first, all: performance.now() - start, bytes })
        })
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

function failed(): never {
  throw new Error('the kubeconfig names no cluster')
}
