import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Journal, type StoredEntry } from './journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const entry = (title: string, context = 'c'): Omit<StoredEntry, 'id'> => ({
  ...{ at: 1, context, contextName: context, ref: null, kind: 'Pod', title, method: 'POST', path: '/p' },
  ...{ outcome: 'done', message: '', fields: ['spec.replicas'], canUndo: false },
})
const fail = (error: unknown): void => {
  throw error
}
const asked = { search: '', context: '', from: 0, count: 10 }

it('entries are found by their words and their context, newest first, by a later run of the program too', async () => {
  const journal = new Journal(folder, fail)
  for (const name of ['one', 'two', 'three']) journal.add(entry(`scale Deployment ${name}`))
  journal.add(entry('delete Pod x', 'other'))
  for (const each of [journal, new Journal(folder, fail)]) {
    const all = await each.search(asked)
    expect(all.entries.map(({ title }) => title)[0]).toBe('delete Pod x')
    expect(all.total).toBe(4)
    expect((await each.search({ ...asked, search: 'REPLICAS two' })).entries).toHaveLength(1)
    expect((await each.search({ ...asked, context: 'other' })).total).toBe(1)
    expect((await each.search({ ...asked, from: 1, count: 1 })).entries[0]?.title).toBe(
      'scale Deployment three',
    )
  }
})

it('a line that was cut off is passed over, and only the owner may read the file', async () => {
  const journal = new Journal(folder, fail)
  const id = journal.add(entry('a'))
  const file = join(folder, 'journal.jsonl')
  appendFileSync(file, '{"id":"cut of')
  const later = new Journal(folder, fail)
  expect((await later.find(id)).title).toBe('a')
  expect((await later.search(asked)).total).toBe(1)
  later.add(entry('b'))
  expect((await new Journal(folder, fail).search(asked)).total).toBe(2)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('"title":"a"')
})

it('a cleared journal has forgotten all, in memory and in both files, and goes on', async () => {
  const earlier = new Journal(folder, fail)
  const old = earlier.add(entry('of an earlier run'))
  const file = join(folder, 'journal.jsonl')
  writeFileSync(`${file}.1`, readFileSync(file, 'utf8').replace(old, 'older'))
  const journal = new Journal(folder, fail)
  const id = journal.add(entry('of this run'))
  expect((await journal.search(asked)).total).toBe(3)
  const version = journal.version.get()
  journal.clear()
  expect(journal.version.get()).toBeGreaterThan(version)
  expect([existsSync(file), existsSync(`${file}.1`)]).toEqual([false, false])
  expect((await journal.search(asked)).total).toBe(0)
  for (const gone of [id, old, 'older'])
    await expect(journal.find(gone)).rejects.toThrow('is not kept any more')
  journal.add(entry('after'))
  for (const each of [journal, new Journal(folder, fail)]) expect((await each.search(asked)).total).toBe(1)
  expect(statSync(file).mode & 0o077).toBe(0)
})
