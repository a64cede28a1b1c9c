import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isAppError, isCancelled } from '../../../shared/errors/index.ts'
import { Slicer } from '../../watch/index.ts'
import { LineStore } from './lineStore.ts'
import { saveText } from './saving.ts'
import type { LogSession } from './session.ts'
import { savedTexts } from './texts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-logs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const save = (wanted: string | null, parts: AsyncIterable<string>) =>
  saveText({ wanted, name: 'x', home: folder }, parts)

async function* texts(...parts: readonly string[]): AsyncGenerator<string> {
  yield* parts
}

it('writes a file that only its owner may read, and leaves nothing beside it', async () => {
  const saved = await save(path.join(folder, 'new', 'a.log'), texts('ä\n', 'b\n'))
  expect(saved).toEqual({ path: path.join(folder, 'new', 'a.log'), bytes: 5 })
  expect(await readFile(saved.path, 'utf8')).toBe('ä\nb\n')
  if (process.platform !== 'win32') expect((await stat(saved.path)).mode & 0o777).toBe(0o600)
  expect(await readdir(path.join(folder, 'new'))).toEqual(['a.log'])
})

it('never writes over what is there', async () => {
  const file = path.join(folder, 'a.log')
  await writeFile(file, 'mine')
  await expect(save(file, texts('other'))).rejects.toThrow('is there already')
  expect(await readFile(file, 'utf8')).toBe('mine')
  // Not even what came while it wrote.
  const late = path.join(folder, 'b.log')
  const meanwhile = async function* (): AsyncGenerator<string> {
    yield 'other'
    await writeFile(late, 'mine')
  }
  await expect(save(late, meanwhile())).rejects.toThrow('is there already')
  expect(await readFile(late, 'utf8')).toBe('mine')
  expect((await readdir(folder)).sort()).toEqual(['a.log', 'b.log'])
})

it('a failure on the way leaves nothing', async () => {
  const failing = async function* (): AsyncGenerator<string> {
    yield 'begun'
    throw new Error('no more')
  }
  await expect(save(path.join(folder, 'a.log'), failing())).rejects.toThrow('could not be saved: no more')
  expect(await readdir(folder)).toEqual([])
})

it('what the disk takes in parts is written whole', async () => {
  const probe = await open(path.join(folder, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe) as typeof probe
  await probe.close()
  const { write } = handles
  const little = vi.spyOn(handles, 'write').mockImplementation(function (this: typeof probe, bytes: Buffer) {
    return Reflect.apply(write, this, [bytes, 0, Math.ceil(bytes.length / 2)])
  } as never)
  const text = 'ä'.repeat(1000)
  const saved = await save(path.join(folder, 'a.log'), texts(text, text))
  little.mockRestore()
  expect(await readFile(saved.path, 'utf8')).toBe(text + text)
  expect(saved.bytes).toBe(4000)
})

it('one that is given up ends as such, and leaves nothing', async () => {
  const store = new LineStore()
  for (let line = 0; line < 1000; line++) store.line(0, Buffer.from(`line ${line}`), 0)
  const saving = new AbortController()
  const counting = { lines: 0 }
  const slicer = new Slicer()
  // A caller that goes while the file is written.
  slicer.isSpent = () => {
    if (counting.lines === 100) saving.abort()
    return false
  }
  const run = { slicer, signal: saving.signal, counting }
  const wanted = { isFiltered: false, hasTimes: true, hasSources: false }
  const saved = save(path.join(folder, 'a.log'), savedTexts({ store } as LogSession, wanted, run))
  await expect(saved).rejects.toSatisfy(isCancelled)
  expect(counting.lines).toBe(100)
  expect(await readdir(folder)).toEqual([])
})

it.each(['relative.log', '', '/', '/tmp/', '/tmp/.profile', '/tmp/a\0b.log', '~/.profile', '~other/a.log'])(
  '%j is no path for it',
  async wanted => {
    const failure = await save(wanted, texts('a')).catch((error: unknown) => error)
    expect(isAppError(failure) && failure.body.kind).toBe('invalid')
    expect(await readdir(folder)).toEqual([])
  },
)

it('a name that a program might run gets the ending of a log', async () => {
  await mkdir(path.join(folder, 'bin'))
  const { path: file } = await save(path.join(folder, 'bin', 'tool.sh'), texts('a'))
  expect(path.basename(file)).toBe('tool.sh.log')
})

it('a tilde is the home folder, and without a path the file goes to its downloads', async () => {
  await mkdir(path.join(folder, 'Downloads'))
  expect((await save('~/a.txt', texts('a'))).path).toBe(path.join(folder, 'a.txt'))
  vi.stubEnv('XDG_CONFIG_HOME', path.join(folder, 'none'))
  expect((await save(null, texts('a'))).path).toBe(path.join(folder, 'Downloads', 'x.log'))
  expect((await save(null, texts('b'))).path).toBe(path.join(folder, 'Downloads', 'x-2.log'))
  vi.unstubAllEnvs()
})
