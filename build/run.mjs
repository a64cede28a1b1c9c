// Entry of every npm script. Plain JavaScript, so that it runs on the Node a fresh machine has
// (20 or newer): it installs what is missing, says so, and hands over to build/tasks/*.ts on a
// current Node.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies, ensureNode, root } from './prepare.mjs'

const [task = '', ...args] = process.argv.slice(2)
const file = join(root, 'build', 'tasks', `${task}.ts`)
if (!existsSync(file)) {
  console.error(`There is no task “${task}”. See the scripts in package.json.`)
  process.exit(2)
}
ensureDependencies()
const { node, env } = ensureNode()
const result = spawnSync(node, ['--disable-warning=ExperimentalWarning', file, ...args], {
  stdio: 'inherit',
  env,
  cwd: root,
})
if (result.error) {
  console.error(`${node} could not be started: ${result.error.message}`)
  process.exit(1)
}
process.exit(result.status ?? 1)
