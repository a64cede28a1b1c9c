import { expect, it, test } from 'vitest'
import { droppedPaths } from './droppedPaths.ts'

const drop = (uris: string, files: readonly string[] = []) => ({
  files: files.map(name => ({ name }) as File),
  getData: (type: string) => (type === 'text/uri-list' ? uris : ''),
})
const nowhere = () => ''

it.each([
  ['file:///home/me/a%20b.yaml', ['/home/me/a b.yaml']],
  ['file:///C:/dumps/x.zip', ['C:/dumps/x.zip']],
  ['# comment\r\nfile:///a\r\nfile:///b\r\nfile:///a', ['/a', '/b']],
  ['file://server/share/x', []],
  ['https://example.com/x.yaml', []],
  ['file:///%E0%A4%A', []],
  ['', []],
])('%j names %j', (uris, paths) => expect(droppedPaths(drop(uris), nowhere)).toEqual(paths))

test('the desktop host tells where files lie; a browser does not', () => {
  expect(droppedPaths(drop('', ['x.yaml']), file => `/dumps/${file.name}`)).toEqual(['/dumps/x.yaml'])
  expect(droppedPaths(drop('', ['x.yaml']), nowhere)).toEqual([])
})
