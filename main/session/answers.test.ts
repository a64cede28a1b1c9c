import { expect, test } from 'vitest'
import { statusError } from './statusError.ts'
import { parseWarnings } from './warnings.ts'

test.each([
  ['one', ['299 - "deprecated"'], ['deprecated']],
  ['two in one header', ['299 - "a", 299 - "b"'], ['a', 'b']],
  ['quotes, commas and backslashes', ['299 - "say \\"a, b\\" \\\\ c", 299 - "d"'], ['say "a, b" \\ c', 'd']],
  [
    'text of other tongues',
    [`299 - "${Buffer.from('größer — 日本').toString('latin1')}"`],
    ['größer — 日本'],
  ],
  ['a repeated one', ['299 - "a"', '299 - "a"'], ['a']],
  ['another code', ['199 - "a"', '299 kube "b"'], ['b']],
  ['a date behind', ['299 - "a" "Wed, 21 Oct 2015 07:28:00 GMT"'], ['a']],
  ['none', [], []],
  ['nonsense', ['hello', '299', '299 - "open'], []],
] as const)('warnings: %s', (_what, headers, texts) => {
  expect(parseWarnings(headers)).toEqual(texts)
})

const status = (fields: object) => JSON.stringify({ kind: 'Status', ...fields })
const answered = (code: number, text: string, headers: Record<string, string> = {}) =>
  statusError({ status: code, headers, text }, 'ctx', 'list pods').body

test.each([
  [400, 'invalid'],
  [401, 'loginNeeded'],
  [403, 'denied'],
  [404, 'gone'],
  [405, 'invalid'],
  [409, 'conflict'],
  [410, 'gone'],
  [422, 'invalid'],
  [429, 'throttled'],
  [500, 'serverFault'],
  [503, 'serverFault'],
  [302, 'serverFault'],
] as const)('%d is %s', (code, kind) => {
  expect(answered(code, status({ message: 'm', reason: 'R' }))).toEqual({
    kind,
    context: 'ctx',
    resource: 'list pods',
    status: code,
    message: 'm',
    reason: 'R',
  })
})

test('causes come one a line with their field', () => {
  const details = { causes: [{ field: 'spec.x', message: 'bad' }, { message: 'only' }, {}, null, 5] }
  expect(answered(422, status({ message: 'm', details })).causes).toEqual(['spec.x: bad', 'only'])
})

test.each([
  [{ 'retry-after': '7' }, {}, 7],
  [{}, { details: { retryAfterSeconds: 3 } }, 3],
  [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' }, {}, 30],
  [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, {}, 0],
  [{ 'retry-after': 'soon' }, {}, undefined],
  [{ 'retry-after': '-1' }, {}, undefined],
  [{ 'retry-after': '' }, {}, undefined],
] as const)('retry after %j and %j', (headers, fields, seconds) => {
  expect(answered(429, status(fields), headers).retryAfterSeconds).toBe(seconds)
})

test('a date to come back at is held against this machine where the server names none of its own', () => {
  const soon = new Date(Date.now() + 20_000).toUTCString()
  expect(answered(429, '', { 'retry-after': soon }).retryAfterSeconds).toBeGreaterThan(17)
})

test.each([
  ['<html><body>502</body></html>', 'The server answered with status 502.'],
  ['', 'The server answered with status 502.'],
  ['upstream is gone', 'upstream is gone'],
  ['{"kind":"Other"}', '{"kind":"Other"}'],
  ['{"kind":"Status","message":5,"details":[]}', '{"kind":"Status","message":5,"details":[]}'],
])('an answer without a Status (%j) still has a message', (text, message) => {
  expect(answered(502, text).message).toBe(message)
})
