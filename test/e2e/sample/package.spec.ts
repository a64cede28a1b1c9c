import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract, type Packed, readAsar } from '../../../build/package/asar.ts'
import { archiveBudget, contentFaults } from '../../../build/package/contents.ts'
import { isDummy, packedPrograms, wrongFuses } from '../../../build/package/fuses.ts'
import { packOnDummy } from '../../../build/package/unpacked.ts'
import { root } from '../../../build/root.ts'
import { expect, test } from '../fixtures.ts'

let folder: string
let packed: readonly Packed[]

test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-packed-'))
  const finished = await packOnDummy(folder, { quiet: true })
  expect(finished.code, finished.output).toBe(0)
  packed = await readAsar(join(folder, 'linux-unpacked/resources/app.asar'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('the unpacked app holds the bundles, their licences, and nothing else', () => {
  for (const { path, content } of packed) console.log(`${String(content.length).padStart(9)} ${path}`)
  const bytes = packed.reduce((sum, { content }) => sum + content.length, 0)
  console.log(`figure package.files ${packed.length} files`)
  console.log(`figure package.asar-bytes ${bytes} bytes must ${archiveBudget}`)
  const folders = [root, join(root, '..'), homedir()].filter(place => place.length > 5)
  expect(contentFaults(packed, { folders })).toEqual([])
  const licences = packed.find(({ path }) => path === 'dist/licences.txt')?.content.toString('utf8')
  for (const name of ['react ', 'undici ', 'ws ', 'yaml ', 'react-aria-components ', 'Kubernetes '])
    expect(licences).toContain(name)
})

test('electron-builder sets the fuses that the configuration asks for, here on a made-up program', async () => {
  const before = join(folder, 'dummy-electron/electron')
  expect((await wrongFuses(before)).join()).toMatch(
    /RunAsNode.*NodeOptions.*NodeCliInspect.*OnlyLoadAppFromAsar/,
  )
  const programs = await packedPrograms(folder)
  expect(programs).toHaveLength(1)
  for (const program of programs) {
    expect(await wrongFuses(program)).toEqual([])
    expect(await isDummy(program)).toBe(true)
  }
})

test('what was packed runs by itself, away from the project, and shows the sample', async ({
  page,
  open,
}) => {
  const away = join(folder, 'away')
  await extract(packed, away)
  await open({ cli: join(away, 'dist/main/cli.js') })
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(5)).toBeVisible()
})
