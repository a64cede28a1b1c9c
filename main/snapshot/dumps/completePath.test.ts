import path from 'node:path'
import { expect, it } from 'vitest'
import { folderForEachTest } from '../reading/underTest.ts'
import { completePath } from './completePath.ts'

const folder = folderForEachTest()

it.each([
  ['/du', ['/dump.yaml', '/dumps/']],
  ['/dumps/', ['/dumps/a.tar', '/dumps/b.zip']],
  ['/dumps', ['/dumps/']],
  ['/.h', ['/.hidden']],
  ['/', ['/dump.yaml', '/dumps/', '/x']],
  ['/nothing/x', []],
])('completes %s', async (typed, expected) => {
  for (const name of ['dump.yaml', 'dumps/a.tar', 'dumps/b.zip', 'x', '.hidden']) await folder.write(name, '')
  const complete = await completePath(folder.path + typed, '/home/nobody')
  expect(complete).toEqual(expected.map(end => folder.path + end))
  expect(await completePath(`~${typed}`, folder.path)).toEqual(expected.map(end => `~${end}`))
})

it.each([
  ['', [`~${path.sep}`]],
  ['~', [`~${path.sep}`]],
  ['relative/x', []],
])('%j completes to %j', async (typed, expected) => {
  expect(await completePath(typed, folder.path)).toEqual(expected)
})
