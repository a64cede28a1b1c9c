#!/usr/bin/env node
// The command `gatehouse` in a checkout: builds when sources are newer than the bundle, then
// runs the bundled command line on a current Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureDependencies, ensureNode, root } from './prepare.mjs'

ensureDependencies()
const { node, env } = ensureNode()
const quiet = ['--disable-warning=ExperimentalWarning']
const build = spawnSync(node, [...quiet, join(root, 'build', 'tasks', 'build.ts'), '--if-stale'], {
  stdio: ['ignore', 2, 2],
  env,
  cwd: root,
})
if (build.status !== 0) process.exit(build.status ?? 1)
const run = spawnSync(node, [...quiet, join(root, 'dist', 'main', 'cli.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env,
})
process.exit(run.status ?? 1)
