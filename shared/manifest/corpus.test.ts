import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { compare } from '../diff/index.ts'
import { isMapping } from '../kube/index.ts'
import { applyEdits, decodeText, editsFor, encodeText, parseManifest, rangeOf } from './index.ts'

const shared = process.env.GATEHOUSE_SHARED ?? path.join(import.meta.dirname, '../../../shared')
const folder = path.join(shared, 'corpus')
const isThere = existsSync(folder)
if (!isThere) console.warn(`skipped: no corpus at ${folder}; set GATEHOUSE_SHARED to its parent`)

/** Larger ones have a test of their own. */
const mostCharacters = 100_000

const files = !isThere
  ? []
  : readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.yaml'))
      .map(entry => path.join(entry.parentPath, entry.name))
      .sort()
      .map(file => ({ name: path.relative(folder, file), text: readFileSync(file, 'utf8') }))
const usual = files.filter(({ text }) => text.length < mostCharacters)

/** The same numbers for the same seed (mulberry32), from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Owner = Record<string | number, unknown>

interface Leaf {
  readonly owner: Owner
  readonly key: string | number
  readonly path: readonly (string | number)[]
}

function placesIn(value: unknown, at: readonly (string | number)[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap(name => {
    const key = Array.isArray(value) ? Number(name) : name
    const here = [...at, key]
    return [{ owner: value as Owner, key, path: here }, ...placesIn((value as Owner)[key], here)]
  })
}

const texts = [
  ...[
    'plain',
    'no',
    '0644',
    'a: b',
    '# x',
    'two\nlines\n',
    '"quoted"',
    "it's",
    '',
    ' lead',
    'trail ',
    '[a]',
    '{b}',
  ],
  ...[
    'tab\tx',
    'é😀',
    '2020-01-01',
    'a\n\n\nb',
    'keep\n\n',
    '-',
    '- x',
    '*a',
    '&b',
    '!c',
    '%d',
    '@e',
    '`f',
    '1_000',
  ],
  ...[
    '0x1F',
    'null',
    '~',
    '..',
    '---',
    '...\n',
    'a #b',
    'a:',
    'http://x:80/y#z',
    'l1\n  in\nl3',
    '\nfirst',
    'cr\r\nlf',
  ],
  ...['\u2028', '<<', '=', 'x'.repeat(100)],
]
const others = [
  1,
  0,
  -5,
  1.5,
  true,
  false,
  null,
  12345678901234567890n,
  [],
  {},
  { a: 1 },
  [1, 2],
  ['no', { b: { c: 'd' } }],
]

describe.skipIf(!isThere)('objects of public projects', () => {
  it('a value on one line changed: the text differs in that line alone, in both kinds of line ends', () => {
    const random = seeded(1)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    let count = 0
    for (const { name, text: written } of usual)
      for (const text of [written, written.replaceAll('\n', '\r\n')])
        for (const { index, value } of parseManifest(text).documents) {
          const after = structuredClone(value)
          const leaf = pick(
            placesIn(after).filter(({ owner, key, path: at }) => {
              const range = rangeOf(text, index, at)
              const isOne = owner[key] !== null && typeof owner[key] !== 'object'
              return isOne && range !== null && !text.slice(range.from, range.to).includes('\n')
            }),
          )
          if (leaf === undefined) continue
          leaf.owner[leaf.key] = pick(texts.filter(one => !one.includes('\n')))
          const changed = applyEdits(text, editsFor(text, index, after))
          const lines = changed.split('\n')
          const differ = text.split('\n').filter((line, at) => line !== lines[at]).length
          expect(lines.length, name).toBe(text.split('\n').length)
          expect(differ, `${name} ${leaf.path.join('.')}`).toBeLessThanOrEqual(1)
          expect(parseManifest(changed).documents[index]?.value, name).toEqual(after)
          count++
        }
    expect(count).toBeGreaterThan(250)
  })

  it('any field set, removed, added, renamed or moved gives a text that is read as wanted', () => {
    const random = seeded(Number(process.env.GATEHOUSE_SEED ?? 2))
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    let count = 0
    for (const { name, text: written } of usual)
      for (const text of [written, written.replaceAll('\n', '\r\n')])
        for (const { index, value } of parseManifest(text).documents) {
          const after = structuredClone(value)
          const places = placesIn(after)
          if (places.length === 0) continue
          const { owner, key, path: at } = pick(places)
          change(
            owner,
            key,
            pick(['set', 'set', 'remove', 'add', 'reverse', 'rename']),
            random() < 0.6 ? pick(texts) : pick(others),
          )
          const changed = applyEdits(text, editsFor(text, index, after))
          const read = parseManifest(changed).documents[index]?.value
          const wanted = at.length === 0 ? after : withoutEmptyTexts(after)
          expect(compare(withoutEmptyTexts(read), wanted).type, `${name} ${at.join('.')}`).toBe('same')
          if (text.includes('\r\n')) expect(changed, name).not.toMatch(/[^\r]\n/)
          count++
        }
    expect(count).toBeGreaterThan(250)
  })

  it('nothing changed gives no edits, and every text survives its encoding', () => {
    for (const { name, text } of usual) {
      for (const { index, value } of parseManifest(text).documents)
        if (value !== undefined && value !== null) expect(editsFor(text, index, value), name).toEqual([])
      for (const charset of ['utf-8', 'utf-16le', 'utf-16be'] as const)
        for (const hasMark of [true, false]) {
          const bytes = encodeText(text, { charset, hasMark })
          expect(decodeText(bytes)).toEqual({ text, encoding: { charset, hasMark } })
        }
    }
  })

  it('a definition of 1.4 MB is read, checked and changed within two seconds of a free machine', () => {
    const file = files.find(({ name }) => name.endsWith('crd-applicationsets-huge.yaml'))
    const text = file?.text ?? ''
    const began = performance.now()
    const { documents, problems } = parseManifest(text)
    const read = performance.now()
    const after = structuredClone(documents[0]?.value) as { spec: { scope: string } }
    after.spec.scope = 'Cluster'
    const start = performance.now()
    const edits = editsFor(text, 0, after)
    const done = performance.now()
    console.log(`figure manifest.huge.parse ${Math.round(read - began)} ms must <2000`)
    console.log(`figure manifest.huge.edit ${Math.round(done - start)} ms must <2000`)
    expect(problems).toEqual([])
    expect(edits).toHaveLength(1)
  })
})

function change(owner: Owner, key: string | number, kind: string, value: unknown): void {
  if (kind === 'set') owner[key] = value
  else if (Array.isArray(owner)) {
    if (kind === 'add') owner.splice(Number(key), 0, value)
    else if (kind === 'reverse') owner.reverse()
    else owner.splice(Number(key), 1)
  } else {
    const old = owner[key]
    if (kind === 'add') owner['a/new key'] = value
    else delete owner[key]
    if (kind === 'rename') owner[`${key}x`] = old
  }
}

/** A label without a value is read as an empty text. */
function withoutEmptyTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyTexts)
  if (!isMapping(value)) return value === '' ? null : value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutEmptyTexts(field)]))
}
