/**
 * Many clusters at once, well ones and sick ones: servers of the in-memory kind behind ports of
 * loopback, and listeners that never answer, refuse, deny or want a login. For specs and live tests.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, request, type Server, type ServerResponse } from 'node:http'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCrowd } from '../bench/product.ts'

export type Ailment =
  /** Accepts connections and never says a word. */
  | 'silent'
  /** Nobody listens. */
  | 'refusing'
  /** Answers 401 to everything. */
  | 'unauthorized'
  /** Its exec plugin sleeps and never gives credentials. */
  | 'sleeping'
  /** Serves everything but pods, which may not be listed. */
  | 'denying'
  /** Serves everything but pods, which it does not have. */
  | 'lacking'

/** What a context of the fleet leads to: a number of pods, an ailment, or a server of one's own. */
export type Berth = { readonly name: string } & (
  | { readonly pods: number }
  | { readonly ailment: Ailment }
  | { readonly cluster: object; readonly user: object }
)

export interface Fleet {
  /** For `KUBECONFIG`. */
  readonly kubeconfig: string
  /** Writes the kubeconfig anew with these names only. */
  keep(names: readonly string[]): Promise<void>
  stop(): Promise<void>
}

export async function startFleet(berths: readonly Berth[]): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-fleet-'))
  const stops: (() => Promise<void>)[] = []
  const dock = new Dock(folder, stops)
  const entries: Entry[] = []
  for (const berth of berths) entries.push({ name: berth.name, ...(await dock.entryOf(berth)) })
  const kubeconfig = join(folder, 'config')
  const write = (kept: readonly Entry[]) => writeFile(kubeconfig, kubeconfigText(kept))
  await write(entries)
  return {
    kubeconfig,
    keep: names => write(entries.filter(({ name }) => names.includes(name))),
    stop: async () => {
      for (const stop of stops) await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Entry {
  readonly name: string
  readonly cluster: object
  readonly user: object
}

function kubeconfigText(entries: readonly Entry[]): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: entries.map(({ name, cluster }) => ({ name, cluster })),
    users: entries.map(({ name, user }) => ({ name, user })),
    contexts: entries.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
  })
}

/** Starts what contexts lead to; each sort of sick server once. */
class Dock {
  readonly #folder: string
  readonly #stops: (() => Promise<void>)[]
  readonly #ports = new Map<Ailment, Promise<number>>()

  constructor(folder: string, stops: (() => Promise<void>)[]) {
    this.#folder = folder
    this.#stops = stops
  }

  async entryOf(berth: Berth): Promise<Omit<Entry, 'name'>> {
    if ('cluster' in berth) return { cluster: berth.cluster, user: berth.user }
    if ('pods' in berth) return { cluster: { server: await this.#crowd(berth.pods) }, user: {} }
    switch (berth.ailment) {
      case 'refusing':
        return { cluster: { server: 'http://127.0.0.1:1' }, user: {} }
      case 'sleeping':
        return {
          cluster: { server: `http://127.0.0.1:${await this.#port('silent')}` },
          user: { exec: await this.#plugin() },
        }
      default:
        return { cluster: { server: `http://127.0.0.1:${await this.#port(berth.ailment)}` }, user: {} }
    }
  }

  async #crowd(pods: number): Promise<string> {
    const crowd = await startCrowd(pods)
    this.#stops.push(() => crowd.stop())
    return crowd.server
  }

  async #plugin(): Promise<object> {
    const command = join(this.#folder, 'sleeping-plugin')
    await writeFile(command, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
    return { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' }
  }

  #port(ailment: Ailment): Promise<number> {
    const port = this.#ports.get(ailment) ?? this.#listen(ailment)
    this.#ports.set(ailment, port)
    return port
  }

  async #listen(ailment: Ailment): Promise<number> {
    if (ailment === 'silent') return this.#open(createServer())
    if (ailment === 'unauthorized')
      return this.#open(createHttpServer((_request, response) => refuse(response, 401, 'Unauthorized')))
    const crowd = new URL(await this.#crowd(20))
    const [status, reason] = ailment === 'denying' ? [403, 'Forbidden'] : [404, 'NotFound']
    return this.#open(
      createHttpServer((asked, response) => {
        if (/^\/api\/v1\/(namespaces\/[^/]+\/)?pods/.test(asked.url ?? '')) {
          refuse(response, status as number, reason as string)
          return
        }
        const onward = request(
          {
            host: crowd.hostname,
            port: crowd.port,
            path: asked.url,
            method: asked.method,
            headers: asked.headers,
          },
          answer => {
            response.writeHead(answer.statusCode ?? 500, answer.headers)
            answer.pipe(response)
          },
        )
        // Either side may go first.
        onward.on('error', () => response.destroy())
        response.on('close', () => onward.destroy())
        asked.pipe(onward)
      }),
    )
  }

  async #open(server: NetServer | Server): Promise<number> {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
      if (server.listenerCount('request') === 0) socket.resume()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    this.#stops.push(
      () =>
        new Promise(resolve => {
          for (const socket of sockets) socket.destroy()
          server.close(() => resolve())
        }),
    )
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
}

function refuse(response: ServerResponse, code: number, reason: string): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Status',
      status: 'Failure',
      code,
      reason,
      message: reason === 'Forbidden' ? 'pods is forbidden' : `the server answers ${code}`,
    }),
  )
}
