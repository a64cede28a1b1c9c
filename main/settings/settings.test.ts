import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { createSettings, settingsFolder, settingsHandlers } from './index.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'settings-'))
  file = path.join(folder, 'deep', 'settings.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => createSettings(file, { clock: systemClock })
const content = () => JSON.parse(readFileSync(file, 'utf8'))

test('without a file the defaults hold and nothing is written', () => {
  expect(open().value.get()).toMatchObject({ theme: 'system', kubeconfigPaths: [] })
  expect(readdirSync(folder)).toEqual([])
})

test('a change is on disk at once, for the owner alone, and told to listeners', () => {
  const settings = open()
  const seen: string[] = []
  settings.value.subscribe(value => seen.push(value.theme))
  settings.change({ theme: 'dark', density: undefined })
  expect(seen).toEqual(['dark'])
  expect(content().theme).toBe('dark')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(open().value.get().theme).toBe('dark')
  expect(readdirSync(path.dirname(file))).toEqual(['settings.json'])
})

test('unknown keys survive a change', () => {
  open().change({ theme: 'dark' })
  writeFileSync(file, JSON.stringify({ ...content(), future: { a: 1 }, __proto__x: 2 }))
  open().change({ theme: 'light' })
  expect(content()).toMatchObject({ theme: 'light', future: { a: 1 } })
})

test('a change of another process survives ours', () => {
  const ours = open()
  const theirs = open()
  ours.change({ theme: 'dark' })
  theirs.change({ pinned: ['apps/deployments'] })
  ours.change({ density: 'comfortable' })
  expect(content()).toMatchObject({ theme: 'dark', density: 'comfortable', pinned: ['apps/deployments'] })
})

test.each([['{"theme": '], ['[1]'], ['null'], ['']])('a file that is no object (%s) is set aside', text => {
  open().change({ theme: 'dark' })
  writeFileSync(file, text)
  const settings = open()
  expect(settings.problem.get()?.message).toContain(file)
  expect(settings.value.get().theme).toBe('system')
  settings.change({ theme: 'light' })
  const kept = readdirSync(path.dirname(file)).filter(name => name.includes('.broken-'))
  expect(kept).toHaveLength(1)
  expect(readFileSync(path.join(path.dirname(file), kept[0]!), 'utf8')).toBe(text)
  expect(content().theme).toBe('light')
  expect(settings.problem.get()).toBeNull()
})

test('a file that broke while it was in use is set aside; what was in use stays, and that is what is said', () => {
  const settings = open()
  settings.change({ theme: 'dark' })
  writeFileSync(file, '{"theme": ')
  settings.change({ density: 'comfortable' })
  expect(settings.value.get()).toMatchObject({ theme: 'dark', density: 'comfortable' })
  expect(settings.problem.get()?.message).toMatch(
    /not readable as JSON\. Those of before stay in use; .*kept as/,
  )
  expect(content()).toMatchObject({ theme: 'dark', density: 'comfortable' })
  writeFileSync(file, '{"theme": ')
  expect(open().problem.get()?.message).toMatch(/Defaults are used; .*kept as/)
})

test('a wrong value costs only its own key', () => {
  open().change({ theme: 'dark' })
  writeFileSync(file, JSON.stringify({ theme: 'dark', density: 7, pinned: ['a'], other: 1 }))
  const settings = open()
  expect(settings.value.get()).toMatchObject({ theme: 'dark', density: 'compact', pinned: ['a'] })
  expect(settings.problem.get()?.message).toContain('density')
  expect(content()).toEqual({ theme: 'dark', pinned: ['a'], other: 1 })
})

test('a change that cannot be written is told and holds meanwhile', () => {
  writeFileSync(path.join(folder, 'deep'), 'a file where the folder should be')
  const settings = open()
  settings.change({ theme: 'dark' })
  expect(settings.problem.get()?.kind).toBe('badConfig')
  expect(settings.value.get().theme).toBe('dark')
})

test.each([
  [{ HOME: '/h' }, 'linux', '/h/.config/gatehouse'],
  [{ HOME: '/h', XDG_CONFIG_HOME: '/x' }, 'linux', '/x/gatehouse'],
  [{ HOME: '/h', XDG_CONFIG_HOME: 'relative' }, 'linux', '/h/.config/gatehouse'],
  [{ HOME: '/h' }, 'darwin', '/h/Library/Application Support/Gatehouse'],
  [{ APPDATA: 'C:\\R' }, 'win32', 'C:\\R\\Gatehouse'],
  [{ USERPROFILE: 'C:\\U' }, 'win32', 'C:\\U\\AppData\\Roaming\\Gatehouse'],
] as const)('the folder for %j on %s is %s', (env, platform, expected) => {
  expect(settingsFolder(env, platform)).toBe(expected)
})

test('what is kept is measured, and what is cleared is empty', async () => {
  const settings = open()
  settings.change({ theme: 'dark' })
  const at = path.dirname(file)
  const places = {
    settingsFile: file,
    logFile: path.join(at, 'a.log'),
    pastedFolder: path.join(at, 'pasted'),
    draftsFolder: path.join(at, 'drafts'),
    journalFile: path.join(at, 'journal.jsonl'),
    clearWrites: async (what: string) => {
      if (what === 'drafts') throw new Error('EACCES')
      for (const end of ['', '.1']) rmSync(places.journalFile + end)
    },
  }
  const handlers = settingsHandlers(settings, places)
  const { signal } = new AbortController()
  const stored = async (what: string) =>
    (await handlers['settings.stored']({}, signal)).find(item => item.what === what)
  expect(await stored('pasted')).toMatchObject({ files: 0, bytes: 0 })
  writeFileSync(places.logFile, '12345')
  writeFileSync(`${places.logFile}.1`, '123')
  mkdirSync(places.pastedFolder)
  writeFileSync(path.join(places.pastedFolder, 'x.yaml'), 'text')
  expect(await stored('log')).toMatchObject({ files: 2, bytes: 8, path: places.logFile })
  expect(await stored('pasted')).toMatchObject({ files: 1, bytes: 4 })
  mkdirSync(places.draftsFolder)
  writeFileSync(path.join(places.draftsFolder, 'x.txt'), '12')
  writeFileSync(places.journalFile, '1')
  writeFileSync(`${places.journalFile}.1`, '123')
  expect(await stored('drafts')).toMatchObject({ files: 1, bytes: 2, path: places.draftsFolder })
  expect(await stored('journal')).toMatchObject({ files: 2, bytes: 4, path: places.journalFile })
  for (const what of ['log', 'pasted', 'journal', 'settings'] as const)
    await handlers['settings.clear']({ what }, signal)
  expect(await stored('log')).toMatchObject({ files: 1, bytes: 0 })
  expect(await stored('pasted')).toMatchObject({ files: 0 })
  expect(await stored('journal')).toMatchObject({ files: 0 })
  const refused = handlers['settings.clear']({ what: 'drafts' }, signal)
  await expect(refused).rejects.toThrow(`${places.draftsFolder} could not be cleared: EACCES.`)
  expect(settings.value.get().theme).toBe('system')
})
