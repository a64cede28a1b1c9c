#!/usr/bin/env node
// The command `gatehouse` in a checkout: builds when sources are newer than the bundle, then
// runs the bundled command line on a current Node.
import { join } from 'node:path'
import { passSignalsOn, run } from './child.mjs'
import { ensureDependencies, ensureNode, root } from './prepare.mjs'

ensureDependencies()
const { node, env } = ensureNode()
passSignalsOn()
const quiet = ['--disable-warning=ExperimentalWarning']
const built = await run(node, [...quiet, join(root, 'build', 'tasks', 'build.ts'), '--if-stale'], {
  stdio: ['ignore', 2, 2],
  env,
  cwd: root,
})
if (built !== 0) process.exit(built)
const cli = join(root, 'dist', 'main', 'cli.js')
process.exit(await run(node, [...quiet, cli, ...process.argv.slice(2)], { stdio: 'inherit', env }))
