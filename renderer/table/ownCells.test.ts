import { expect, it } from 'vitest'
import { areSameCells, keyOfPlace, type OwnCell } from './ownCells.ts'

const [first, second] = [{}, {}] as HTMLElement[] as [HTMLElement, HTMLElement]
const cell = (place: HTMLElement, node: string): OwnCell => ({ place, node })

it.each([
  ['none and none', [], [], true],
  ['the same in the same places', [cell(first, 'a')], [cell(first, 'a')], true],
  ['other content', [cell(first, 'a')], [cell(first, 'b')], false],
  ['the same content in another place', [cell(first, 'a')], [cell(second, 'a')], false],
  [
    'places that changed about',
    [cell(first, 'a'), cell(second, 'a')],
    [cell(second, 'a'), cell(first, 'a')],
    false,
  ],
  ['one more', [cell(first, 'a')], [cell(first, 'a'), cell(second, 'b')], false],
])('%s', (_what, a, b, isSame) => {
  expect(areSameCells(a, b)).toBe(isSame)
  expect(areSameCells(b, a)).toBe(isSame)
})

it('a place keeps its key, and shares it with no other', () => {
  expect(keyOfPlace(first)).toBe(keyOfPlace(first))
  expect(keyOfPlace(first)).not.toBe(keyOfPlace(second))
})
