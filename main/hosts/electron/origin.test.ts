import { describe, expect, it } from 'vitest'
import { isOurPage, isPermitted, mayLoad } from './origin.ts'

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

describe('the page loads nothing of a network', () => {
  it.each([
    ['app://gatehouse/assets/index.js', true],
    ['data:image/png;base64,AAAA', true],
    ['blob:app://gatehouse/1', true],
    ['https://example.org/x.js', false],
    ['http://127.0.0.1:6443/', false],
    ['ws://127.0.0.1/', false],
    ['file:///etc/passwd', false],
    ['app://evil/index.html', false],
    ['devtools://devtools/bundled/inspector.html', false],
  ])('%s: %s', (url, expected) => expect(mayLoad(url, false)).toBe(expected))

  it('developer tools load their own pages where they are there', () => {
    expect(mayLoad('devtools://devtools/bundled/inspector.html', true)).toBe(true)
    expect(mayLoad('https://example.org/', true)).toBe(false)
  })
})

it.each([
  'clipboard-read',
  'geolocation',
  'notifications',
  'media',
  'midi',
  'openExternal',
  'fileSystem',
  'unknown',
])('the permission %s is refused', permission => expect(isPermitted(permission)).toBe(false))

it('copying text is permitted', () => expect(isPermitted('clipboard-sanitized-write')).toBe(true))
