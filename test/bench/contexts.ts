import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connectClient } from '../client/index.ts'
import { startApp } from '../e2e/app.ts'
import { percentile, report, reportSpread } from './figures.ts'
import { type Folder, withFolder } from './product.ts'

const runs = 5
const perFile = 25

/**
 * Contexts of many files, listed through the protocol. Every context leads to a listener that
 * counts connections, and signs in by a plugin that leaves a mark when it runs: none may.
 */
export function benchContexts(): Promise<void> {
  return withFolder(folder => listContexts(folder))
}

async function listContexts(folder: Folder): Promise<void> {
  let connections = 0
  const listener = createServer(socket => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const plugin = join(folder.path, 'plugin')
  const mark = join(folder.path, 'plugin-ran')
  await writeFile(plugin, `#!/bin/sh\necho run >> ${mark}\nexit 1\n`)
  await chmod(plugin, 0o755)
  const medians: number[] = []
  for (const files of [2, 20]) {
    const kubeconfig = await writeFiles(folder, files, port, plugin)
    const listed: number[] = []
    const started: number[] = []
    for (let run = 0; run < runs; run++) {
      const began = performance.now()
      const app = await startApp({ kubeconfig })
      const client = await connectClient(app.address)
      const opened = performance.now()
      await client
        .open('contexts.list', {})
        .until(
          ({ contexts }) =>
            contexts.filter(({ origin }) => origin === 'kubeconfig').length === files * perFile,
        )
      listed.push(performance.now() - opened)
      started.push(performance.now() - began)
      client.close()
      await app.stop()
    }
    reportSpread(`contexts.${files * perFile}.listed`, listed, files === 20 ? '200' : 'report')
    reportSpread(`contexts.${files * perFile}.start-to-listed`, started)
    medians.push(percentile(started, 0.5))
  }
  // The files are read while the engine starts: what 450 contexts more cost there counts.
  report('contexts.500.reading', Math.max(0, (medians[1] ?? 0) - (medians[0] ?? 0)), 'ms', '200')
  report('contexts.unopened.connections', connections, 'connections', '0')
  const marks = await readFile(mark, 'utf8').catch(() => '')
  report('contexts.unopened.plugin-runs', marks.split('\n').length - 1, 'runs', '0')
  listener.close()
}

async function writeFiles(folder: Folder, files: number, port: number, plugin: string): Promise<string> {
  const paths: string[] = []
  for (let file = 0; file < files; file++) {
    const contexts = Array.from({ length: perFile }, (_, index) => ({
      name: `cluster-${file}-${index}`,
      server: `https://127.0.0.1:${port}/${file}/${index}`,
      plugin,
    }))
    paths.push(await folder.kubeconfig(`${files}-${file}`, contexts))
  }
  return paths.join(':')
}
