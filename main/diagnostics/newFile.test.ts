import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeNewFile } from './newFile.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'new-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  ['audit.sarif.json', 'audit.sarif-2.json'],
  ['bundle.tar.gz', 'bundle-2.tar.gz'],
  ['audit.csv', 'audit-2.csv'],
  ['password', 'password-2'],
])('a second file %s does not replace the first', async (name, second) => {
  const file = { folder: path.join(folder, 'new'), name, what: 'It' }
  const first = await writeNewFile({ ...file, content: 'one' })
  await writeNewFile({ ...file, content: 'two' })
  expect((await readdir(path.join(folder, 'new'))).sort()).toEqual([name, second].sort())
  expect(await readFile(first, 'utf8')).toBe('one')
  expect((await stat(first)).mode & 0o777).toBe(0o600)
})

it('a name leads to no other folder, and a folder has to be told from the root', async () => {
  const written = await writeNewFile({ folder, name: '../../x.csv', content: '', what: 'It' })
  expect(written).toBe(path.join(folder, 'x.csv'))
  for (const name of ['..', '../..', '.', ''])
    await expect(writeNewFile({ folder, name, content: '', what: 'It' })).rejects.toThrow(/called/)
  await expect(writeNewFile({ folder: 'here', name: 'x', content: '', what: 'It' })).rejects.toThrow(
    /absolute/,
  )
})
