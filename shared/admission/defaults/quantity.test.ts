import { expect, it } from 'vitest'
import { type Amount, addAmounts, compareAmounts, printAmount } from '../../cel/kubernetes/index.ts'
import { parseQuantity, roundedToMilli } from './quantity.ts'

const printed = (text: string) => {
  const quantity = parseQuantity(text)
  return quantity === null ? null : printAmount(quantity)
}
const of = (text: string) => parseQuantity(text)!

it.each([
  ['1000m', '1'],
  ['100m', '100m'],
  ['0.5', '500m'],
  ['1.5Gi', '1536Mi'],
  ['1024Ki', '1Mi'],
  ['1025Ki', '1025Ki'],
  ['128974848', '128974848'],
  ['129e6', '129e6'],
  ['2000000', '2M'],
  ['0.5Ki', '512'],
  ['1023', '1023'],
  ['-0.5Gi', '-512Mi'],
  ['0Mi', '0'],
  ['', null],
  ['1 Gi', null],
  // A suffix alone is zero to the server.
  ['Gi', '0'],
  ['1ki', null],
  ['abc', null],
  ['1e', null],
])('a quantity is written in its canonical form: %s', (text, wanted) => {
  expect(printed(text)).toBe(wanted)
})

it.each(['1.500', '+5', '05', '100k'])('a text that is nearly canonical is kept: %s', text => {
  expect(printed(text)).toBe(text)
})

it('an amount below a nano is one, and a binary one ends at what 64 bits hold', () => {
  expect(printed('0.0000000001')).toBe('1n')
  expect(printed('16Ei')).toBe('9223372036854775807')
})

it('lists of resources hold nothing below a thousandth', () => {
  expect(printAmount(roundedToMilli(of('1500u')))).toBe('2m')
  expect(printAmount(roundedToMilli(of('-100u')))).toBe('-1m')
  expect(printAmount(roundedToMilli(of('1.500')))).toBe('1.500')
})

it('amounts are added and compared across their forms', () => {
  expect(printAmount(addAmounts(of('1Gi'), of('512Mi')) as Amount)).toBe('1536Mi')
  expect(compareAmounts(of('1'), of('1000m'))).toBe(0)
  expect(compareAmounts(of('1Ki'), of('1k'))).toBe(1)
})

it('an endless number takes no time', () => {
  const began = performance.now()
  for (const text of [
    `1${'0'.repeat(1_000_000)}`,
    '9'.repeat(1_000_000),
    `0.${'1'.repeat(1_000_000)}`,
    '1e999',
    '1e9999',
  ]) {
    parseQuantity(text)
  }
  printed('1e999')
  expect(performance.now() - began).toBeLessThan(100)
})
