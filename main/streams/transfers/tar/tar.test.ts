import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TarReader, tarEnd, tarHeader, tarPadding } from './index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tar-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const names = [
  'plain',
  'two words',
  'a\nline\tand "quotes" \\ $(x)',
  '-rf',
  'zażółć 🦉',
  'e\u0301 and é',
  `${'long '.repeat(40)}end`,
  `deep/${'d'.repeat(90)}/${'e'.repeat(90)}/file`,
]

/** In pieces that fall onto no border. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

it.each(['gnu', 'posix', 'ustar'])('reads what GNU tar writes in the format %s', async format => {
  const written = names.filter(name => format !== 'ustar' || Buffer.byteLength(path.basename(name)) < 100)
  for (const name of written) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), `content of ${name}`)
  }
  symlinkSync('somewhere/else', path.join(folder, 'link'))
  const bytes = execFileSync('tar', ['cf', '-', `--format=${format}`, '-C', folder, '.'])
  for (const size of [1000, 7, bytes.length]) {
    const reader = new TarReader(inPieces(bytes, size))
    const found = new Map<string, string>()
    for await (const item of reader.items()) {
      if (item.type === 'damage') throw new Error('damage')
      expect(item.problem).toBe('')
      const chunks: Uint8Array[] = []
      for await (const chunk of item.content) chunks.push(chunk)
      if (item.type === 'file') found.set(item.path.slice(2), Buffer.concat(chunks).toString())
      if (item.type === 'symlink') expect(item.target).toBe('somewhere/else')
    }
    expect(reader.hasEnd).toBe(true)
    expect([...found].sort()).toEqual(written.map(name => [name, `content of ${name}`]).sort())
  }
})

it('an entry that is not read passes, and so does the rest of one that was begun', async () => {
  const file = (name: string, size: number) =>
    Buffer.concat([
      tarHeader({ type: 'file', path: name, target: '', mode: 0o644, size, modified: 0 }),
      Buffer.alloc(size, 'x'),
      tarPadding(size),
    ])
  const bytes = Buffer.concat([file('a', 5000), file('b', 0), file('c', 1024), file('d', 1), tarEnd])
  const seen: string[] = []
  for await (const item of new TarReader(inPieces(bytes, 700)).items()) {
    if (item.type === 'damage') throw new Error('damage')
    seen.push(`${item.path} ${item.size}`)
    if (item.path === 'a') for await (const _ of item.content) break
  }
  expect(seen).toEqual(['a 5000', 'b 0', 'c 1024', 'd 1'])
})

it('GNU tar unpacks what is written here, whatever the names', () => {
  const content = Buffer.from('content')
  const parts: Uint8Array[] = []
  const add = (entry: Partial<Parameters<typeof tarHeader>[0]>, bytes = Buffer.alloc(0)) => {
    const plain = { type: 'file', path: '', target: '', mode: 0o640, modified: 1_700_000_000_000 } as const
    parts.push(tarHeader({ ...plain, ...entry, size: bytes.length }), bytes, tarPadding(bytes.length))
  }
  add({ type: 'folder', path: 'c', mode: 0o750 })
  for (const name of names) add({ path: `c/${name}` }, content)
  const target = '../'.repeat(60)
  add({ type: 'symlink', path: 'c/link', target })
  execFileSync('tar', ['xf', '-', '-C', folder], { input: Buffer.concat([...parts, tarEnd]) })
  for (const name of names) expect(readFileSync(path.join(folder, 'c', name))).toEqual(content)
  expect(readlinkSync(path.join(folder, 'c/link'))).toBe(target)
  const { mode, mtimeMs } = statSync(path.join(folder, 'c/plain'))
  expect([mode & 0o777, mtimeMs]).toEqual([0o640, 1_700_000_000_000])
})

it('sizes beyond what octal digits hold are written and read', async () => {
  const size = 12_345_678_901
  const header = tarHeader({ type: 'file', path: 'big', target: '', mode: 0, size, modified: 0 })
  for await (const item of new TarReader(inPieces(header, 512)).items()) {
    expect(item).toMatchObject({ size })
    break
  }
})
