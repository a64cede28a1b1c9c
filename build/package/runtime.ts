import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../root.ts'
import { run } from '../run-tool.ts'

/**
 * The place of the fuses as Electron ships it: a mark to find it by, version, length, and a digit
 * for each fuse. It lets the step that sets them run here too.
 */
const unsetFuses = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100010'

/** First line of the program of a made-up runtime; a real Electron never begins so. */
export const dummyMark = '#!/bin/sh\n# Not Electron: a stand-in that holds its place in an unpacked app.\n'

/** Folder of this system’s Electron, fetched when it can be; null when it cannot. */
export async function electronRuntime(): Promise<string | null> {
  const folder = join(root, 'node_modules/electron')
  const named = join(folder, 'path.txt')
  if (!existsSync(named) && existsSync(join(folder, 'install.js'))) {
    console.error('Fetching Electron …')
    await run(process.execPath, [join(folder, 'install.js')], { quiet: true })
  }
  if (!existsSync(named)) return null
  return existsSync(join(folder, 'dist', readFileSync(named, 'utf8'))) ? join(folder, 'dist') : null
}

/** Makes a folder in the shape of Electron for Linux that holds no Electron. */
export async function dummyRuntime(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'locales'), { recursive: true })
  await mkdir(join(folder, 'resources'))
  await writeFile(
    join(folder, 'electron'),
    `${dummyMark}echo "This app was packed without Electron." >&2\nexit 1\n${unsetFuses}\n`,
  )
  await chmod(join(folder, 'electron'), 0o755)
  await writeFile(join(folder, 'version'), '0.0.0-dummy')
  await writeFile(join(folder, 'locales/en-US.pak'), '')
  await writeFile(join(folder, 'LICENSE'), 'A stand-in for Electron’s licence file.\n')
  await writeFile(join(folder, 'LICENSES.chromium.html'), '<!doctype html><title>A stand-in</title>\n')
  return folder
}
