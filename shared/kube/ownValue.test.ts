import { expect, it } from 'vitest'
import { ownValue } from './ownValue.ts'

it.each([...Object.getOwnPropertyNames(Object.prototype)])('finds no %s that every object inherits', key => {
  expect(ownValue({ a: 1 }, key)).toBeUndefined()
  expect(ownValue(JSON.parse(`{${JSON.stringify(key)}:1}`) as Record<string, number>, key)).toBe(1)
})

it('finds what is there, and nothing where there is no record', () => {
  expect(ownValue({ a: 1 }, 'a')).toBe(1)
  expect(ownValue(null, 'a')).toBeUndefined()
  expect(ownValue(undefined, 'a')).toBeUndefined()
})
