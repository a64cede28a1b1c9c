import { expect, it } from 'vitest'
import { takesText } from './usePaste.ts'

it.each([
  ['spec: {}', true, true],
  ['  \n', true, false],
  ['spec: {}', false, false],
  ['apiVersion: v1\nkind: Pod\n', false, true],
  ['{\n  "apiVersion": "v1",\n  "kind": "Pod"\n}', false, true],
])('%j pasted where it is empty (%s) takes its place: %s', (text, isEmpty, takes) => {
  expect(takesText(text, isEmpty)).toBe(takes)
})
