import { expect, it } from 'vitest'
import { bytesText, hostOf, pageOf, remoteText } from './words.ts'

it.each([
  ['127.0.0.1', '127.0.0.1:8080'],
  ['::1', '[::1]:8080'],
  ['0.0.0.0', '127.0.0.1:8080'],
])('on %s a port is reached as %s', (address, expected) => {
  expect(hostOf(address, { local: 8080 })).toBe(expected)
})

it('a browser opens what looks like a web page, and nothing else', () => {
  expect(pageOf('::1', { local: 8443, scheme: 'https' })).toBe('https://[::1]:8443/')
  expect(pageOf('127.0.0.1', { local: 5432, scheme: '' })).toBeNull()
})

it.each([
  ['80', 8080, '80 (8080)'],
  ['http', 8080, 'http (8080)'],
  ['8080', 8080, '8080'],
  ['http', 0, 'http'],
])('port %s that leads to %s reads %s', (asked, remote, expected) => {
  expect(remoteText({ asked, remote })).toBe(expected)
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [12_400, '12.4 kB'],
  [1_000_000_000, '1 GB'],
])('%s bytes read %s', (bytes, expected) => {
  expect(bytesText(bytes).replace(',', '.')).toBe(expected)
})
