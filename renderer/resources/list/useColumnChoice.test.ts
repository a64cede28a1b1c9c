import { expect, it } from 'vitest'
import { resized } from './useColumnChoice.ts'

it.each([
  ['Name', 200, { Age: 60, Name: 200 }],
  ['Age', 90, { Age: 90 }],
  ['Age', null, {}],
] as const)('giving %s a width of %s', (column, pixels, after) => {
  expect(resized({ Age: 60 }, column, pixels)).toEqual(after)
})
