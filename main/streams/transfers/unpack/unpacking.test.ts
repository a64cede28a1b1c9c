import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TarReader, tarEnd, tarHeader, tarPadding } from '../tar/index.ts'
import { type DiskRules, rulesOf, Unpacking } from './index.ts'

let folder: string
let copy: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'unpack-'))
  copy = path.join(folder, 'in', 'copy')
  execFileSync('mkdir', [path.join(folder, 'in')])
  writeFileSync(path.join(folder, 'outside'), 'untouched')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Made {
  readonly path: string
  /** The letter of its type. */
  readonly type?: string
  readonly target?: string
  readonly content?: string | Buffer
  readonly mode?: number
  /** What the header says; the content's own where it says the truth. */
  readonly size?: number
  /** Raw bytes of a header that stands before it. */
  readonly before?: Buffer
}

/** An entry as no honest program writes it. */
function made({
  path: name,
  type = '0',
  target = '',
  content = '',
  size,
  mode = 0o644,
  before,
}: Made): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const plain = { type: 'file', path: name, target, mode, size: size ?? bytes.length, modified: 0 } as const
  const header = tarHeader(plain)
  const block = header.subarray(header.length - 512)
  block.write(type, 156, 'latin1')
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return Buffer.concat([before ?? Buffer.alloc(0), header, bytes, tarPadding(bytes.length)])
}

/** A header of the letter before an entry, with its content. */
function announcement(type: string, content: Buffer): Buffer {
  return made({ path: '././@LongLink', type, content })
}

function pax(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  const length = [2, 3, 4]
    .map(digits => rest.length + digits)
    .find((sum, at) => String(sum).length === at + 2)
  return announcement('x', Buffer.from(`${length}${rest}`))
}

const linux: DiskRules = { isWindows: false, isCaseBlind: false, umask: 0o022 }

async function unpack(
  entries: readonly Made[],
  rules: DiskRules = linux,
  piece = 1000,
): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  const unpacking = new Unpacking({
    copy,
    top: 'c',
    rules,
    onBytes: () => undefined,
    onEntry: () => undefined,
    onRefused: (name, why) => void refused.set(name, why),
  })
  const bytes = Buffer.concat([...entries.map(made), tarEnd])
  const source = (async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  })()
  const reader = new TarReader(source)
  for await (const item of reader.items()) await unpacking.add(item)
  await unpacking.finish()
  expect(reader.hasEnd).toBe(true)
  return refused
}

const top: Made = { path: 'c/', type: '5', mode: 0o755 }
const last: Made = { path: 'c/last', content: 'the rest goes on' }

/** Every kind of entry that must not be taken, with the words that say why. */
const hostile: readonly [string, readonly Made[], RegExp, Partial<DiskRules>?][] = [
  ['an absolute path', [{ path: '/outside', content: 'x' }], /absolute/],
  ['a path that goes up', [{ path: 'c/../../outside', content: 'x' }], /goes up/],
  ['a path that goes up and down again', [{ path: 'c/../c/file', content: 'x' }], /goes up/],
  ['a path that is nothing but up', [{ path: '..', type: '5' }], /goes up/],
  ['a path beside what was asked for', [{ path: 'other', content: 'x' }], /not part of/],
  ['no name', [{ path: '', content: 'x' }], /no name/],
  ['a zero byte in a PAX name', [{ path: 'c/x', before: pax('path', 'c/a\0b') }], /zero byte/],
  ['a PAX name that goes up', [{ path: 'c/x', before: pax('path', '../outside') }], /goes up/],
  [
    'a long name of GNU that is absolute',
    [{ path: 'c/x', before: announcement('L', Buffer.from('/outside\0')) }],
    /absolute/,
  ],
  ['a link to an absolute path', [{ path: 'c/link', type: '2', target: '/etc/passwd' }], /link out/],
  ['a link that goes up', [{ path: 'c/link', type: '2', target: '../outside' }], /link out/],
  ['a link that goes up from below', [{ path: 'c/a/b/link', type: '2', target: '../../../x' }], /link out/],
  [
    'a PAX link that goes up',
    [{ path: 'c/l', type: '2', before: pax('linkpath', '../outside') }],
    /link out/,
  ],
  ['the copy itself as a link', [{ path: 'c', type: '2', target: 'x' }], /link out/],
  [
    'a link that leaves through another',
    [
      { path: 'c/dot', type: '2', target: '.' },
      { path: 'c/link', type: '2', target: 'dot/..' },
    ],
    /down and up/,
  ],
  ['a link to nowhere', [{ path: 'c/link', type: '2', target: '' }], /nowhere/],
  [
    'a file through an earlier link',
    [
      { path: 'c/dir', type: '2', target: '../' },
      { path: 'c/dir/outside', content: 'x' },
    ],
    /through the link/,
  ],
  [
    'a file through a link that leads inside',
    [
      { path: 'c/dir', type: '2', target: '.' },
      { path: 'c/dir/file', content: 'x' },
    ],
    /through the link/,
  ],
  [
    'a folder in the place of a link',
    [
      { path: 'c/dir', type: '2', target: '.' },
      { path: 'c/dir', type: '5' },
    ],
    /twice/,
  ],
  [
    'a link in the place of a file',
    [
      { path: 'c/last', content: 'x' },
      { path: 'c/last', type: '2', target: '.' },
    ],
    /twice/,
  ],
  ['a hard link to outside', [{ path: 'c/link', type: '1', target: '../outside' }], /hard link out/],
  [
    'a hard link to an absolute path',
    [{ path: 'c/link', type: '1', target: '/etc/passwd' }],
    /hard link out/,
  ],
  ['a hard link to what is not there', [{ path: 'c/link', type: '1', target: 'c/nothing' }], /not copied/],
  [
    'a hard link through a link',
    [
      { path: 'c/up', type: '2', target: '../' },
      { path: 'c/link', type: '1', target: 'c/up/outside' },
    ],
    /not copied/,
  ],
  ['a character device', [{ path: 'c/null', type: '3' }], /device/],
  ['a block device', [{ path: 'c/sda', type: '4' }], /device/],
  ['a pipe', [{ path: 'c/pipe', type: '6' }], /pipe/],
  ['an unknown type', [{ path: 'c/what', type: 'Z', content: 'x' }], /of a kind/],
  [
    'a file twice',
    [
      { path: 'c/file', content: '1' },
      { path: 'c/file', content: '2' },
    ],
    /twice/,
  ],
  [
    'a file below a file',
    [
      { path: 'c/file', content: '1' },
      { path: 'c/file/below', content: '2' },
    ],
    /is a file/,
  ],
  [
    'an entry bigger than announced',
    [{ path: 'c/big', content: 'x'.repeat(3000), size: 10 }],
    /more than its header/,
  ],
  [
    'an entry bigger than its PAX header says',
    [{ path: 'c/big', content: 'x'.repeat(3000), before: pax('size', '10') }],
    /more than its header/,
  ],
  ['a size that is no number', [{ path: 'c/x', before: pax('size', '-1') }], /no size/],
  [
    'a long name beyond all measure',
    [{ path: 'c/x', before: announcement('L', Buffer.alloc(100_000, 'a')) }],
    /header is 100000 bytes/,
  ],
  [
    'a PAX header beyond all measure',
    [{ path: 'c/x', before: announcement('x', Buffer.alloc(2_000_000, 'a')) }],
    /header is 2000000 bytes/,
  ],
  [
    'a PAX header that is none',
    [{ path: 'c/x', before: announcement('x', Buffer.from('99 path=c/y')) }],
    /damaged/,
  ],
  ['a name longer than systems take', [{ path: `c/${'n'.repeat(300)}`, content: 'x' }], /longer/],
  ['a path longer than systems take', [{ path: `c/${'n/'.repeat(3000)}x`, content: 'x' }], /longer/],
  [
    'a name that is no UTF-8',
    [{ path: 'c/x', before: announcement('L', Buffer.from('632fff00', 'hex')) }],
    /no UTF-8/,
  ],
  ['a sparse file of GNU', [{ path: 'c/sparse', type: 'S', content: 'x' }], /sparse/],
  [
    'a sparse file of PAX',
    [{ path: 'c/sparse', content: 'x', before: pax('GNU.sparse.major', '1') }],
    /sparse/,
  ],
  [
    'two names that differ in case',
    [{ path: 'c/LAST', content: 'x' }],
    /for the same/,
    { isCaseBlind: true },
  ],
  [
    'a folder that differs in case',
    [{ path: 'c/d/x' }, { path: 'c/D/y' }],
    /for the same/,
    { isCaseBlind: true },
  ],
  [
    'two spellings of an accent',
    [{ path: 'c/e\u0301' }, { path: 'c/\u00e9' }],
    /for the same/,
    { isCaseBlind: true },
  ],
  ['a name that Windows keeps', [{ path: 'c/aux.c', content: 'x' }], /keeps the name/, { isWindows: true }],
  ['a stream beside a file of Windows', [{ path: 'c/a:b', content: 'x' }], /characters/, { isWindows: true }],
  [
    'a backslash on Windows',
    [{ path: 'c/..\\..\\outside', content: 'x' }],
    /characters/,
    { isWindows: true },
  ],
  ['a drive of Windows', [{ path: 'C:/outside', content: 'x' }], /absolute/, { isWindows: true }],
  ['a dot at the end on Windows', [{ path: 'c/file.', content: 'x' }], /drops/, { isWindows: true }],
  [
    'a link with a drive of Windows',
    [{ path: 'c/link', type: '2', target: 'C:\\x' }],
    /link out/,
    { isWindows: true },
  ],
]

describe('what leads out, or is no file, is refused by name, and the rest goes on', () => {
  it.each(hostile)('%s', async (_, entries, why, rules = {}) => {
    // Where the name itself is taken, the honest entry is the one that is refused.
    const refused = await unpack([top, ...entries, last], { ...linux, ...rules })
    expect([...refused.values()].join('\n')).toMatch(why)
    expect(refused.size).toBeLessThanOrEqual(2)
    expect(readdirSync(folder).sort()).toEqual(['in', 'outside'])
    expect(readdirSync(path.join(folder, 'in'))).toEqual(existsSync(copy) ? ['copy'] : [])
    expect(readFileSync(path.join(folder, 'outside'), 'utf8')).toBe('untouched')
    const isTaken = [...refused.keys()].includes('c/last') || entries.some(({ path: name }) => name === 'c')
    if (!isTaken) expect(readFileSync(path.join(copy, 'last'), 'utf8')).toMatch(/^(the rest goes on|x)$/)
    for (const name of refused.keys())
      if (name.startsWith('c/b')) expect(existsSync(path.join(copy, name.slice(2)))).toBe(false)
  })
})

it('files, folders, links and hard links come with their rights, time and content', async () => {
  const refused = await unpack(
    [
      { path: 'c/', type: '5', mode: 0o7777 },
      { path: 'c/tool', content: '#!', mode: 0o6755 },
      { path: 'c/open', content: 'x', mode: 0o666 },
      { path: 'c/closed/', type: '5', mode: 0 },
      { path: 'c/closed/file', content: 'in', mode: 0 },
      { path: 'c/deep/er/file', content: 'deep' },
      { path: 'c/deep/link', type: '2', target: '../tool' },
      { path: 'c/loop', type: '2', target: 'loop' },
      { path: 'c/hard', type: '1', target: 'c/tool' },
      { path: 'c/empty' },
    ],
    await rulesOf(path.join(folder, 'in')),
  )
  expect([...refused]).toEqual([])
  const mode = (name: string) => (statSync(path.join(copy, name)).mode & 0o7777).toString(8)
  const umask = process.umask()
  expect(mode('tool')).toBe((0o755 & ~umask).toString(8))
  expect(mode('open')).toBe((0o666 & ~umask).toString(8))
  expect([mode(''), mode('closed')]).toEqual([(0o777 & ~umask).toString(8), '700'])
  expect(readFileSync(path.join(copy, 'closed/file'), 'utf8')).toBe('in')
  expect(readFileSync(path.join(copy, 'deep/link'), 'utf8')).toBe('#!')
  expect(readlinkSync(path.join(copy, 'loop'))).toBe('loop')
  expect(statSync(path.join(copy, 'hard')).ino).toBe(statSync(path.join(copy, 'tool')).ino)
  expect(statSync(path.join(copy, 'empty'))).toMatchObject({ size: 0, mtimeMs: 0 })
})

it('an archive that is cut off is an error, and the file it was in is gone', async () => {
  const unpacking = new Unpacking({
    copy,
    top: '',
    rules: linux,
    onBytes: () => undefined,
    onEntry: () => undefined,
    onRefused: () => undefined,
  })
  const bytes = made({ path: 'file', content: 'x'.repeat(5000) }).subarray(0, 3000)
  const reader = new TarReader(
    (async function* () {
      yield bytes
    })(),
  )
  const reading = (async () => {
    for await (const item of reader.items()) await unpacking.add(item)
  })()
  await expect(reading).rejects.toThrow()
  expect(reader.hasEnd).toBe(false)
  expect(readdirSync(copy)).toEqual([])
})

it('long runs of zeros take no room on the disk', async () => {
  const size = 8_000_000
  await unpack([top, { path: 'c/sparse', content: `start${'\0'.repeat(size)}` }], linux, 64 * 1024)
  const found = statSync(path.join(copy, 'sparse'))
  expect(found.size).toBe(size + 5)
  expect(found.blocks * 512).toBeLessThan(1_000_000)
  expect(
    readFileSync(path.join(copy, 'sparse'))
      .subarray(5)
      .every(byte => byte === 0),
  ).toBe(true)
})
