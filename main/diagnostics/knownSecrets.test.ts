import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { KnownSecrets } from './knownSecrets.ts'

const token = (): string => randomBytes(33).toString('base64url')
const privateKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string

const isMasked = (secrets: KnownSecrets, value: string): boolean =>
  [value, JSON.stringify(value), Buffer.from(value).toString('base64')].every(
    text => !/[\w-]{16}/.test(secrets.mask(`quoted ${text}`)),
  )

test('tokens that are renewed for days: the newest stay masked as a whole, only the oldest are forgotten', () => {
  const secrets = new KnownSecrets()
  const tokens = Array.from({ length: 1500 }, token)
  for (const each of tokens) secrets.add(each)
  const masked = tokens.map(each => isMasked(secrets, each))
  const first = masked.indexOf(true)
  expect(masked.slice(first)).toEqual(masked.slice(first).map(() => true))
  expect(masked.length - first).toBe(secrets.size)
  expect(secrets.size).toBeGreaterThan(300)
  expect(secrets.size).toBeLessThan(1500)
})

test('what is told again counts as new, and what was forgotten can be told again', () => {
  const secrets = new KnownSecrets()
  const kept = token()
  const [forgotten = '', ...others] = Array.from({ length: 1500 }, token)
  secrets.add(kept, forgotten)
  for (const each of others) secrets.add(each, kept)
  expect([isMasked(secrets, kept), isMasked(secrets, forgotten)]).toEqual([true, false])
  secrets.add(forgotten)
  expect(isMasked(secrets, forgotten)).toBe(true)
})

test('long keys push out no newer token', () => {
  const secrets = new KnownSecrets()
  const values = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? token() : privateKey()))
  for (const value of values) secrets.add(value)
  for (const recent of values.slice(-20)) expect(isMasked(secrets, recent.trim())).toBe(true)
})

test('a secret of any length is kept while it is the only one', () => {
  const secrets = new KnownSecrets()
  const lines = Array.from({ length: 2000 }, token)
  secrets.add(lines.join('\n'))
  expect(secrets.mask(lines[7] ?? '')).toBe('[redacted]')
})
