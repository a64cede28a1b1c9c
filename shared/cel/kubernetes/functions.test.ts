import { describe, expect, it } from 'vitest'
import { functionsOf } from './functions.ts'

const find = (minor: number, name: string) => functionsOf(minor).find(one => one.name === name)

describe('functions of a release', () => {
  it.each([
    ['startsWith', 26, true],
    ['quantity', 27, false],
    ['quantity', 28, true],
    ['semver', 32, false],
    ['semver', 33, true],
    ['isSorted', 26, true],
    ['has', 26, true],
    ['transformList', 31, false],
  ])('%s in 1.%i: %s', (name, minor, isThere) => expect(find(minor, name) !== undefined).toBe(isThere))

  it('say on what they are called, and what comes of it', () => {
    expect(find(36, 'startsWith')).toEqual({
      name: 'startsWith',
      isMember: true,
      receivers: ['string'],
      signature: '(string) -> bool',
    })
  })

  it('leave out operators, and each stands once as member and once as function', () => {
    const keys = functionsOf(36).map(({ name, isMember }) => `${name} ${isMember}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every(key => /^[a-z]/i.test(key))).toBe(true)
  })
})
