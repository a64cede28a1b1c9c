import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEngine, type Engine } from './engine.ts'
import { sampleEntry } from './snapshot/index.ts'

let folder: string
let engine: Engine

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'))
  engine = await createEngine({ host: 'serve', version: '0', env: { HOME: folder } })
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** The sample cluster has its socket in the temporary folder: without one it cannot start. */
function withoutTemporaryFolder(): void {
  vi.stubEnv('TMPDIR', join(folder, 'not-there'))
}

test('a sample cluster that could not start is started by the next opening', async () => {
  withoutTemporaryFolder()
  await expect(engine.contexts.open(sampleEntry.id)).rejects.toThrow(/not-there/)
  vi.unstubAllEnvs()
  const api = await engine.contexts.open(sampleEntry.id)
  await expect.poll(() => api.session.state.get().phase, { timeout: 10_000 }).toBe('ready')
  await engine.close()
})

test('an engine whose sample cluster could not start closes in order', async () => {
  withoutTemporaryFolder()
  const opening = expect(engine.contexts.open(sampleEntry.id)).rejects.toThrow(/not-there/)
  await expect(engine.close()).resolves.toBeUndefined()
  await opening
  await expect(engine.close()).resolves.toBeUndefined()
})
