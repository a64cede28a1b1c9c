import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { privateAddress, removeStale } from './address.ts'

let folder: string
let server: Server

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gh-'))
  server = createServer()
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** A folder whose process was killed while it listened. */
async function leaveBehind(name: string): Promise<void> {
  await mkdir(join(folder, name))
  const child = spawn(process.execPath, [
    '-e',
    'require("node:net").createServer().listen(process.argv[1], () => console.log("listening"))',
    join(folder, name, 'api.sock'),
  ])
  await new Promise(resolve => child.stdout.once('data', resolve))
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

it('what killed runs left is removed when an address is made, and nothing else', async () => {
  await leaveBehind('gatehouse-aB3dE6')
  await mkdir(join(folder, 'gatehouse-served'))
  await new Promise<void>(resolve => server.listen(join(folder, 'gatehouse-served', 'api.sock'), resolve))
  await mkdir(join(folder, 'gatehouse-empty1'))
  await mkdir(join(folder, 'gatehouse-foreig'))
  await writeFile(join(folder, 'gatehouse-foreig', 'notes.txt'), 'mine')
  await mkdir(join(folder, 'gatehouse-bundle-aB3dE6'))
  await writeFile(join(folder, 'gatehouse-afile1'), '')
  await symlink(join(folder, 'gatehouse-foreig'), join(folder, 'gatehouse-alink1'))
  const kept = (await readdir(folder)).filter(name => name !== 'gatehouse-aB3dE6')
  const address = await privateAddress(folder)
  await expect.poll(() => existsSync(join(folder, 'gatehouse-aB3dE6'))).toBe(false)
  await address.remove()
  expect((await readdir(folder)).sort()).toEqual(kept.sort())
})

it('a folder that cannot be listed is no failure', async () => {
  await removeStale(join(folder, 'none'))
})
