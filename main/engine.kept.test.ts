import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEngine, type Engine } from './engine.ts'
import { sampleEntry } from './snapshot/index.ts'

/** What is typed and written stays in the files of drafts and journal: no support bundle has it, and clearing ends it. */
let folder: string
let engine: Engine
const context = sampleEntry.id
const patience = { timeout: 20_000, interval: 20 }
const none = new AbortController().signal
const planted = { first: plant(), second: plant(), draft: plant(), secret: plant(), refused: plant() }

function plant(): string {
  return `Typed${randomBytes(9).toString('hex')}`
}

const configMap = (value: string, kind = 'ConfigMap') =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: { name: kept, namespace: shop }\n${kind === 'Secret' ? 'stringData' : 'data'}: { colour: ${value} }\n`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'))
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
  engine = await createEngine({ host: 'serve', version: '0', env })
  const api = await engine.contexts.open(context)
  await vi.waitFor(() => expect(api.discovery.get().readAt).toBeGreaterThan(0), patience)
  await write(configMap(planted.first))
  await write(configMap(planted.second))
  for (const text of [configMap(planted.draft), configMap(planted.secret, 'Secret')])
    await engine.handlers['writes.openDraft']({ context, ref: null, text }, none)
  await plan(`apiVersion: v1\nkind: Service\nmetadata: { name: kept }\nspec: { type: ${planted.refused} }\n`)
}, 60_000)
afterAll(async () => {
  await engine?.close()
  rmSync(folder, { recursive: true, force: true })
})

const kept = () => join(folder, 'config', 'gatehouse')

/** Text of every file below the folder of what is kept. */
const onDisk = () =>
  readdirSync(kept(), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

const plan = (text: string) =>
  engine.handlers['writes.plan'](
    {
      ...{ context, text, draft: null, namespace: 'shop', fieldValidation: 'Strict', leave: [] },
      method: { type: 'apply', manager: 'gatehouse', force: false },
    },
    none,
  )

async function write(text: string): Promise<void> {
  const { handlers } = engine
  const { id } = await plan(text)
  const { run } = await handlers['writes.send']({ plan: id, typed: '' }, none)
  const phase = () => {
    const stream = handlers['writes.run']({ id: run }, () => undefined)
    const state = stream.take()
    stream.close()
    return state?.phase
  }
  await vi.waitFor(() => expect(phase()).toBe('done'), patience)
}

const journal = () => engine.handlers['writes.journal']({ search: '', context: '', from: 0, count: 10 }, none)

async function bundleTexts(hidesNames: boolean): Promise<string> {
  const { handlers } = engine
  const preview = await handlers['diagnostics.prepareBundle']({ hidesNames }, none)
  const shown = await Promise.all(
    preview.files.map(({ name }) => handlers['diagnostics.bundleFile']({ id: preview.id, name }, none)),
  )
  const out = join(folder, 'out')
  const { path } = await handlers['diagnostics.writeBundle']({ id: preview.id, folder: out }, none)
  return [...shown, gunzipSync(readFileSync(path)).toString('utf8')].join('\n')
}

test('a support bundle has neither drafts nor values of the journal', async () => {
  // They are there to be found.
  const { first, second, draft, secret } = planted
  for (const value of [first, second, draft]) expect(onDisk()).toContain(value)
  expect(onDisk()).not.toContain(secret)
  expect((await journal()).total).toBe(2)
  for (const hidesNames of [false, true]) {
    const text = await bundleTexts(hidesNames)
    expect(text).toContain('log.jsonl')
    for (const value of Object.values(planted)) expect(text).not.toContain(value)
  }
})

test('what is stored tells of drafts and journal, and clearing them leaves nothing of them', async () => {
  const { handlers } = engine
  const stored = async (what: string) =>
    (await handlers['settings.stored']({}, none)).find(item => item.what === what)
  expect(await stored('drafts')).toMatchObject({ path: join(kept(), 'drafts'), files: 2 })
  expect(await stored('journal')).toMatchObject({ path: join(kept(), 'journal.jsonl'), files: 1 })
  const [entry] = (await journal()).entries
  for (const what of ['drafts', 'journal'] as const) {
    await handlers['settings.clear']({ what }, none)
    expect(await stored(what)).toMatchObject({ files: 0, bytes: 0 })
  }
  const drafts = handlers['writes.drafts']({}, () => undefined)
  expect(drafts.take()).toEqual([])
  drafts.close()
  expect((await journal()).total).toBe(0)
  await expect(handlers['writes.undo']({ entry: entry!.id }, none)).rejects.toThrow('not kept any more')
  for (const value of Object.values(planted)) expect(onDisk()).not.toContain(value)
})
