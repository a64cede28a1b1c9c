import { execFile, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startBench } from './bench.ts'
import { ask, askJson, openWatch } from './server/testClient.ts'
import { startSample } from './start.ts'

const here = dirname(fileURLToPath(import.meta.url))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gh-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('serves the sample from a thread at a socket in a private folder, which goes when it stops', async () => {
  const sample = await startSample({ folder })
  const made = dirname(sample.socketPath)
  expect(statSync(made).mode & 0o777).toBe(0o700)
  expect(await askJson(sample.socketPath, '/version')).toMatchObject({
    gitVersion: expect.stringMatching(/-sample$/),
  })
  const map = '/api/v1/namespaces/shop/configmaps/feature-flags'
  const deleted = await ask(sample.socketPath, map, { method: 'DELETE' })
  expect(JSON.parse(deleted.text)).toMatchObject({ status: 'Success' })
  expect((await ask(sample.socketPath, map)).status).toBe(404)
  const watch = openWatch(sample.socketPath, '/api/v1/pods?watch=1')
  await watch.until(20)
  await Promise.all([sample.stop(), sample.stop()])
  await watch.ended
  expect(existsSync(made)).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

it('stands still when told to', async () => {
  const sample = await startSample({ folder, still: true })
  const versionNow = async () =>
    (
      await askJson<{ readonly metadata: { readonly resourceVersion: string } }>(
        sample.socketPath,
        '/api/v1/pods?limit=1',
      )
    ).metadata.resourceVersion
  const before = await versionNow()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(await versionNow()).toBe(before)
  await sample.stop()
})

it('takes another folder where the path would be too long for a socket', async () => {
  const deep = join(folder, 'x'.repeat(100))
  const sample = await startSample({ folder: deep, still: true })
  expect(sample.socketPath.startsWith(deep)).toBe(false)
  expect((await ask(sample.socketPath, '/healthz')).text).toBe('ok')
  await sample.stop()
})

it('leaves nothing behind when its thread cannot start', async () => {
  await expect(startSample({ folder, workerUrl: new URL('file:///nowhere/worker.js') })).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})

it('runs bundled, its worker and its schemas beside the bundle', async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const entry = join(folder, 'entry.ts')
  await writeFile(
    entry,
    `import { startSample } from ${JSON.stringify(join(here, 'start.ts'))}
     const sample = await startSample({ folder: ${JSON.stringify(folder)}, still: true })
     console.log(sample.socketPath)
     if (process.argv[2] === 'stop') await sample.stop()`,
  )
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    entryPoints: { entry, 'snapshot-worker': join(here, 'worker.ts') },
    outdir: join(folder, 'out'),
    logLevel: 'error',
    // As the build has it: some packages are CommonJS and ask for Node's modules by require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  await cp(join(here, 'schemas'), join(folder, 'out/schemas'), { recursive: true })
  for (const how of ['stop', 'just end']) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out/entry.js'), how])
    expect(stdout.trim()).toMatch(/api\.sock$/)
    expect(existsSync(dirname(stdout.trim())), how).toBe(false)
  }
})

it('the bench serves changing pods from a process of its own and ends with its input', async () => {
  const child = spawn(process.execPath, [join(here, 'bench.ts'), '--pods', '200', '--churn', '500'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = new Promise(resolve => child.once('exit', resolve))
  const line = await new Promise<string>(resolve =>
    createInterface({ input: child.stdout }).once('line', resolve),
  )
  const { socketPath, pods } = JSON.parse(line) as { readonly socketPath: string; readonly pods: number }
  expect(pods).toBe(200)
  const watch = openWatch(
    socketPath,
    '/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
  )
  const lines = await watch.until(400)
  expect(lines.filter(({ type }) => type === 'MODIFIED').length).toBeGreaterThan(100)
  child.stdin.end()
  await exited
  expect(existsSync(dirname(socketPath))).toBe(false)
})

it('the bench can forget its history, so that watches from before get a 410', async () => {
  const bench = await startBench({ pods: 20, changesPerSecond: 2000, folder })
  const { metadata } = await askJson<{ readonly metadata: { readonly resourceVersion: string } }>(
    bench.socketPath,
    '/api/v1/pods?limit=1',
  )
  while (bench.changes() < 10) await new Promise(resolve => setTimeout(resolve, 5))
  bench.compact()
  const watch = openWatch(
    bench.socketPath,
    `/api/v1/pods?watch=1&resourceVersion=${metadata.resourceVersion}`,
  )
  await watch.ended
  expect(watch.lines.map(({ type }) => type)).toEqual(['ERROR'])
  await bench.stop()
  expect(await readdir(folder)).toEqual([])
})
