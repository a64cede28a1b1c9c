import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveText } from './saving.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-logs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* texts(...parts: readonly string[]): AsyncGenerator<string> {
  yield* parts
}

it('writes a file that only its owner may read, and leaves nothing beside it', async () => {
  const saved = await saveText(path.join(folder, 'new', 'a.log'), 'x', texts('ä\n', 'b\n'))
  expect(saved).toEqual({ path: path.join(folder, 'new', 'a.log'), bytes: 5 })
  expect(await readFile(saved.path, 'utf8')).toBe('ä\nb\n')
  if (process.platform !== 'win32') expect((await stat(saved.path)).mode & 0o777).toBe(0o600)
  expect(await readdir(path.join(folder, 'new'))).toEqual(['a.log'])
})

it('never writes over what is there', async () => {
  const file = path.join(folder, 'a.log')
  await writeFile(file, 'mine')
  await expect(saveText(file, 'x', texts('other'))).rejects.toThrow('is there already')
  expect(await readFile(file, 'utf8')).toBe('mine')
  // Not even what came while it wrote.
  const late = path.join(folder, 'b.log')
  const meanwhile = async function* (): AsyncGenerator<string> {
    yield 'other'
    await writeFile(late, 'mine')
  }
  await expect(saveText(late, 'x', meanwhile())).rejects.toThrow('is there already')
  expect(await readFile(late, 'utf8')).toBe('mine')
  expect((await readdir(folder)).sort()).toEqual(['a.log', 'b.log'])
})

it('a failure on the way leaves nothing', async () => {
  const failing = async function* (): AsyncGenerator<string> {
    yield 'begun'
    throw new Error('no more')
  }
  await expect(saveText(path.join(folder, 'a.log'), 'x', failing())).rejects.toThrow(
    'could not be saved: no more',
  )
  expect(await readdir(folder)).toEqual([])
})

it.each(['relative.log', '', '/', '/tmp/', '/tmp/.profile', '/tmp/a\0b.log'])(
  '%j is no path for it',
  async wanted => {
    await expect(saveText(wanted, 'x', texts('a'))).rejects.toThrow('cannot be written to')
  },
)

it('a name that a program might run gets the ending of a log', async () => {
  await mkdir(path.join(folder, 'bin'))
  const { path: file } = await saveText(path.join(folder, 'bin', 'tool.sh'), 'x', texts('a'))
  expect(path.basename(file)).toBe('tool.sh.log')
})
