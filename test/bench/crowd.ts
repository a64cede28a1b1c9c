/**
 * The in-memory server with many pods, in a process of its own and on a TCP port of loopback, so
 * that a kubeconfig can name it. (The server itself listens on a socket only; its pods are made
 * up, so a port gives nothing away here.) Prints one line of JSON; ends with its standard input.
 */
import { connect, createServer, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { startBench } from '../../main/snapshot/bench.ts'

const { values } = parseArgs({
  options: { pods: { type: 'string', default: '1000' }, churn: { type: 'string', default: '0' } },
})
const bench = await startBench({ pods: Number(values.pods), changesPerSecond: Number(values.churn) })
const sockets = new Set<Socket>()
const forwarder = createServer(client => {
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
forwarder.listen(0, '127.0.0.1', () => {
  const address = forwarder.address()
  if (typeof address !== 'object' || address === null) throw new Error('the forwarder has no port')
  console.log(JSON.stringify({ server: `http://127.0.0.1:${address.port}` }))
})

process.stdin.resume()
process.stdin.on('end', () => {
  for (const socket of sockets) socket.destroy()
  forwarder.close()
  void bench.stop().then(() => process.exit(0))
})
