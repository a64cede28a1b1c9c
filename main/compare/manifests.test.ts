import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readManifests } from './manifests.ts'

describe('manifests of a path', () => {
  let folder = ''
  const { signal } = new AbortController()

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-manifests-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('a file that is too large is refused before it is read', async () => {
    const path = join(folder, 'huge.yaml')
    await writeFile(path, '')
    // Sparse, and more than one buffer can hold.
    await truncate(path, 8_000_000_000)
    await expect(readManifests(folder, signal)).rejects.toMatchObject({ body: { reason: 'TooLarge' } })
    await expect(readManifests(path, signal)).rejects.toMatchObject({ body: { reason: 'TooLarge' } })
  })

  test.skipIf(process.platform === 'win32')('what may never end is not read', async () => {
    const pipe = join(folder, 'pipe.yaml')
    execFileSync('mkfifo', [pipe])
    const device = join(folder, 'zero.yaml')
    await symlink('/dev/zero', device)
    for (const path of [pipe, device])
      await expect(readManifests(path, signal)).rejects.toMatchObject({ body: { reason: 'NoFile' } })
  })

  test('files are read by name, without a byte order mark', async () => {
    await writeFile(join(folder, 'b.yml'), 'b: 1')
    await writeFile(join(folder, 'a.yaml'), '\ufeffa: 1')
    await writeFile(join(folder, 'notes.txt'), 'no')
    const { files } = await readManifests(folder, signal)
    expect(files).toEqual([
      { file: 'a.yaml', text: 'a: 1' },
      { file: 'b.yml', text: 'b: 1' },
    ])
  })
})
