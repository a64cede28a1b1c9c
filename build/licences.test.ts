import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAllowed, licencesFile, licencesOf, packageFolders } from './licences.ts'

let folder: string
const install = async (name: string, fields: object, text: string | null): Promise<string> => {
  const own = join(folder, 'node_modules', name)
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...fields }))
  if (text !== null) await writeFile(join(own, 'LICENSE.md'), text)
  return join(own, 'index.js')
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'licences-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a file belongs to the innermost package, scoped or not, and our own files to none', () => {
  expect(
    packageFolders([
      '/a/node_modules/x/lib/y.js',
      '/a/node_modules/x/index.js',
      '/a/node_modules/@s/z/i.js',
      '/a/node_modules/x/node_modules/w/i.js',
      'C:\\a\\node_modules\\v\\i.js',
      '/a/main/index.ts',
    ]),
  ).toEqual([
    '/a/node_modules/@s/z',
    '/a/node_modules/x',
    '/a/node_modules/x/node_modules/w',
    'C:/a/node_modules/v',
  ])
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN x', false],
  ['', false],
])('the licence %j may be bundled: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})

it('a text that several packages share stands once, with their names', async () => {
  const files = [
    await install('one', { license: 'MIT' }, 'the text'),
    await install('two', { license: 'MIT' }, 'the text'),
    await install('three', { license: 'ISC' }, 'another'),
  ]
  const text = licencesFile(await licencesOf(files))
  expect(text.match(/the text/g)).toHaveLength(1)
  expect(text).toContain('one 1.0.0\ntwo 1.0.0\n\nthe text')
  expect(text).toContain('three 1.0.0: ISC')
})

it('packages without a licence, with one of no list, or without its text stop the build, all named', async () => {
  const files = [
    await install('none', {}, 'text'),
    await install('foreign', { license: 'GPL-3.0' }, 'text'),
    await install('bare', { license: 'MIT' }, null),
  ]
  await expect(licencesOf(files)).rejects.toThrow(
    /bare .*without the text[\s\S]*foreign .*GPL-3.0[\s\S]*none .*names no licence/,
  )
})
