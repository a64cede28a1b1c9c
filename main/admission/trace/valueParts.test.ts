import { expect, it } from 'vitest'
import { ValueParts } from './valueParts.ts'

const mark = '\u{F0000}'
const value = 'postgres://admin:C0rrect-h0rse-8attery@db.shop/orders'

it.each([
  ['a value that was cut', `got ${value.slice(0, 30)}…`, `got ${mark}…`],
  ['eight of its characters', `x ${value.slice(17, 25)} y`, `x ${mark} y`],
  ['all of it', `"${value}"`, `"${mark}"`],
  ['seven of its characters', value.slice(17, 24), value.slice(17, 24)],
  ['words of it', 'orders in shop/orders', 'orders in shop/orders'],
  ['nothing of it', 'a text of something else', 'a text of something else'],
])('%s in a text is found', (_name, text, expected) => {
  expect(new ValueParts([value]).replaced(text)).toBe(expected)
})

it('words of a file that a Secret holds stay where they stand in other texts', () => {
  const parts = new ValueParts(['apiVersion: v1\nnamespace: shop\ntoken: Zm9vYmFyYmF6\n'])
  expect(parts.replaced('namespace apiVersion')).toBe('namespace apiVersion')
  expect(parts.replaced('token Zm9vYmFy')).toBe(`token ${mark}`)
})
