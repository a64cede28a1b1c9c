import { describe, expect, it } from 'vitest'
import { forwardedPort, isOurPage, isPermitted, mayLoad } from './origin.ts'

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

it.each([
  ['http://127.0.0.1:8080/', 8080],
  ['https://[::1]:8443/', 8443],
  ['http://127.0.0.1:8080/delete?all', null],
  ['http://127.0.0.1:8080', null],
  ['http://127.0.0.1/', 80],
  ['https://127.0.0.1/', 443],
  ['http://127.0.0.1:8080@evil.example/', null],
  ['http://user@127.0.0.1:8080/', null],
  ['http://localhost.evil.example:8080/', null],
  ['file://127.0.0.1:8080/', null],
  ['http://127.0.0.1:08080/', null],
])('the forwarded page of %s is that of port %s', (url, port) => expect(forwardedPort(url)).toBe(port))

it('copying text is permitted', () => expect(isPermitted('clipboard-sanitized-write')).toBe(true))
