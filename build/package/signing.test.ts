import { expect, it } from 'vitest'
import { macSigning } from './signing.ts'

const apple = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' }
it.each([
  ['linux', {}, {}, ''],
  ['win32', {}, {}, 'NOT signed'],
  ['win32', { WIN_CSC_LINK: 'file' }, {}, ''],
  ['darwin', {}, { identity: '-', hardenedRuntime: false, notarize: false }, 'NOT signed'],
  ['darwin', { CSC_LINK: '' }, { identity: '-', hardenedRuntime: false, notarize: false }, 'NOT signed'],
  ['darwin', { CSC_LINK: 'file' }, { notarize: false }, 'NOT notarised'],
  ['darwin', { CSC_NAME: 'name', ...apple }, { notarize: true }, ''],
] as const)('on %s with %j the mac section gets %j and one hears “%s”', (platform, env, expected, heard) => {
  const said: string[] = []
  expect(macSigning(platform, env, line => said.push(line))).toEqual(expected)
  expect(said).toHaveLength(heard === '' ? 0 : 1)
  expect(said.join()).toContain(heard)
})
