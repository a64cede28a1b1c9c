// Builds what is stale and opens the app: Electron where its binary is, or can be had; else the
// serve host in the user's browser.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleIfStale } from '../bundle.ts'
import { root } from '../root.ts'
import { run } from '../run-tool.ts'

const args = process.argv.slice(2)
await bundleIfStale()
const electron = args.length === 0 ? await electronBinary() : null
if (electron === null) await openServe()
else await finish(electron, [root])

/**
 * Path of Electron's binary, or null with the reason said. Electron fetches it on first use; a
 * machine without access to its releases learns that within seconds.
 */
async function electronBinary(): Promise<string | null> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    console.error('There is no display for a desktop window; opening the browser host instead.')
    return null
  }
  const folder = join(root, 'node_modules/electron')
  const named = join(folder, 'path.txt')
  if (!existsSync(named) && existsSync(join(folder, 'install.js'))) {
    console.error('Fetching Electron …')
    await run(process.execPath, [join(folder, 'install.js')], { quiet: true })
  }
  const binary = existsSync(named) ? join(folder, 'dist', readFileSync(named, 'utf8')) : null
  if (binary !== null && existsSync(binary)) return binary
  console.error('Electron’s binary cannot be had here; opening the browser host instead.')
  return null
}

function openServe(): Promise<void> {
  return finish(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(root, 'dist/main/cli.js'),
    'serve',
    ...args,
  ])
}

/** Runs the app in the foreground and ends as it ends. */
function finish(command: string, commandArgs: readonly string[]): Promise<void> {
  const child = spawn(command, commandArgs, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise(resolve => {
    child.once('close', code => {
      process.exitCode = code ?? 0
      resolve()
    })
  })
}
