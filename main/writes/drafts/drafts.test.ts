import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import type { WritesSources } from '../types.ts'
import { Work } from '../work/index.ts'
import { Drafts } from './drafts.ts'

let folder: string
let work: Work
const never = new AbortController().signal
/** All that texts of no object need. */
const sources = {
  clock: systemClock,
  onBug: (error: unknown): void => {
    throw error
  },
} as unknown as WritesSources

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'drafts-')), 'drafts')
  work = new Work()
})
afterEach(() => {
  work.close()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const begin = () => new Drafts(sources, work, folder)
const openIn = async (drafts: Drafts, text: string) =>
  (await drafts.open({ context: 'c', ref: null, text }, never)).id
const idsOf = (drafts: Drafts) => drafts.summaries.get().map(({ id }) => id)
const idsOnDisk = () => new Set(readdirSync(folder).map(name => name.slice(0, 36)))

it('cleared drafts are gone from memory and disk, those whose run is under way stay', async () => {
  const earlier = begin()
  const restored = await openIn(earlier, 'a: 1')
  await earlier.close()
  const drafts = begin()
  const open = await openIn(drafts, 'a: 2')
  const secret = await openIn(drafts, 'kind: Secret')
  const sent = await openIn(drafts, 'a: 3')
  await drafts.markSent(sent, [])
  expect(idsOnDisk()).toEqual(new Set([restored, open, sent]))
  expect(statSync(folder).mode & 0o077).toBe(0)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  await drafts.clear()
  expect(idsOf(drafts)).toEqual([sent])
  expect(idsOnDisk()).toEqual(new Set([sent]))
  for (const gone of [restored, open, secret])
    await expect(drafts.save(gone, 'a: 4')).rejects.toThrow('not there any more')
  const later = begin()
  await later.ready
  expect(idsOf(later)).toEqual([sent])
  // Once its run has ended nothing holds it.
  drafts.leaveSent(sent)
  await drafts.clear()
  expect(readdirSync(folder)).toEqual([])
})

it('a text that is being saved while drafts are cleared does not come back', async () => {
  const drafts = begin()
  const id = await openIn(drafts, 'a: 1')
  const saving = drafts.save(id, 'a: 2').catch(() => null)
  await Promise.all([drafts.clear(), saving])
  await drafts.close()
  expect(readdirSync(folder)).toEqual([])
})

it('what is no whole draft is deleted too, and what another process sent is not', async () => {
  const drafts = begin()
  await openIn(drafts, 'a: 1')
  const other = begin()
  const sentElsewhere = await openIn(other, 'a: 2')
  await other.markSent(sentElsewhere, [])
  writeFileSync(join(folder, `${randomUUID()}.txt`), 'cut off')
  writeFileSync(join(folder, `${randomUUID()}.json.1.tmp`), '{')
  await drafts.clear()
  expect(idsOnDisk()).toEqual(new Set([sentElsewhere]))
})

it('without a folder there is nothing to clear, and a disk that refuses says so', async () => {
  const drafts = begin()
  await drafts.clear()
  writeFileSync(folder, 'a file where the folder should be')
  await expect(drafts.clear()).rejects.toThrow('ENOTDIR')
})
