import { expect, it } from 'vitest'
import { isOurPage } from './origin.ts'

it.each([
  ['app://gatehouse/index.html', true],
  ['app://gatehouse', true],
  ['app://gatehouse.evil/index.html', false],
  ['app://gatehouse@evil/', false],
  ['https://gatehouse/', false],
  ['file:///index.html', false],
  ['about:blank', false],
])('messages and navigation of %s count as ours: %s', (url, expected) => {
  expect(isOurPage(url)).toBe(expected)
})
