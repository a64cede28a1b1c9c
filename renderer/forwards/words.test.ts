import { expect, it } from 'vitest'
import { hostOf, isListening, mayStop, pageOf, remoteText } from './words.ts'

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
  ['starting', 0, true, false],
  ['starting', 1, true, true],
  ['open', 1, true, true],
  ['waiting', 1, true, true],
  ['failed', 0, false, false],
  ['failed', 1, true, false],
  ['stopped', 1, false, false],
] as const)(
  'a forward that is %s since %d: may be stopped %s, is reached %s',
  (phase, startedAt, stops, reached) => {
    expect([mayStop({ phase, startedAt }), isListening({ phase, startedAt })]).toEqual([stops, reached])
  },
)
