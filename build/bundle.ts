import { existsSync } from 'node:fs'
import { cp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build as esbuild } from 'esbuild'
import { type Rolldown, build as vite } from 'vite'
import packageFile from '../package.json' with { type: 'json' }
import { licencesFile, licencesOf } from './licences.ts'
import { root } from './root.ts'

const dist = join(root, 'dist')
const mark = join(dist, 'built')

/** Builds main, preload and renderer into dist/. */
export async function bundle(): Promise<void> {
  const start = Date.now()
  await rm(dist, { recursive: true, force: true })
  const files = await Promise.all([bundleMain(), bundlePreload(), bundleRenderer()])
  await writeFile(join(dist, 'licences.txt'), licencesFile(await licencesOf(files.flat())))
  // The in-memory server reads its schemas from beside its worker.
  await cp(join(root, 'main/snapshot/schemas'), join(dist, 'main/schemas'), {
    recursive: true,
    filter: name => !name.endsWith('.mjs'),
  })
  await writeFile(mark, new Date(start).toISOString())
  console.error(`Built dist/ in ${((Date.now() - start) / 1000).toFixed(1)} s.`)
}

/** Builds when there is no bundle or a source is newer than it. */
export async function bundleIfStale(): Promise<void> {
  if (!existsSync(mark) || (await newestSource()) > (await stat(mark)).mtimeMs) await bundle()
}

const common: BuildOptions = {
  bundle: true,
  target: 'node22',
  legalComments: 'none',
  // Paths in the bundle stay relative where node_modules is a link.
  preserveSymlinks: true,
  logLevel: 'warning',
  define: { 'process.env.GATEHOUSE_VERSION': JSON.stringify(packageFile.version) },
}

/** Bundles by esbuild; resolves with the files that went in. */
async function bundleNode(options: BuildOptions): Promise<readonly string[]> {
  const { metafile } = await esbuild({ ...common, ...options, absWorkingDir: root, metafile: true })
  return Object.keys(metafile?.inputs ?? {}).map(name => join(root, name))
}

function bundleMain(): Promise<readonly string[]> {
  return bundleNode({
    platform: 'node',
    format: 'esm',
    entryPoints: {
      index: join(root, 'main/index.ts'),
      cli: join(root, 'main/cli.ts'),
      'snapshot-worker': join(root, 'main/snapshot/worker.ts'),
      'admission-worker': join(root, 'main/admission/trace/worker.ts'),
      'writes-worker': join(root, 'main/writes/work/worker.ts'),
    },
    outdir: join(dist, 'main'),
    external: ['electron'],
    splitting: true,
    chunkNames: 'chunk-[hash]',
    // Some packages are CommonJS and ask for Node's modules by require.
    banner: {
      js: "import { createRequire as gatehouseRequire } from 'node:module'; const require = gatehouseRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
    },
  })
}

function bundlePreload(): Promise<readonly string[]> {
  return bundleNode({
    // A sandboxed preload can only be CommonJS.
    platform: 'node',
    format: 'cjs',
    entryPoints: [join(root, 'preload/index.ts')],
    outfile: join(dist, 'preload/index.cjs'),
    external: ['electron'],
  })
}

async function bundleRenderer(): Promise<readonly string[]> {
  const built = await vite({ configFile: join(root, 'build/vite.config.ts'), logLevel: 'warn' })
  const { output } = built as Rolldown.RolldownOutput
  return output.flatMap(part =>
    part.type === 'chunk' ? part.moduleIds : part.originalFileNames.map(name => join(root, 'renderer', name)),
  )
}

/** Time in milliseconds of the youngest file that goes into the bundle. */
async function newestSource(): Promise<number> {
  let newest = 0
  for (const folder of ['main', 'renderer', 'preload', 'shared', 'build', 'package-lock.json']) {
    const path = join(root, folder)
    const entries = folder.endsWith('.json')
      ? [path]
      : (await readdir(path, { recursive: true })).map(name => join(path, name))
    for (const entry of entries) newest = Math.max(newest, (await stat(entry)).mtimeMs)
  }
  return newest
}
