import { describe, expect, it } from 'vitest'
import { CelError } from '../values/value.ts'
import { type Amount, addAmounts, asInt64, compareScaled, parseAmount, printAmount } from './amount.ts'

function amount(text: string): Amount {
  const parsed = parseAmount(text)
  if (parsed instanceof CelError) throw new Error(parsed.message)
  return parsed
}

describe('quantities', () => {
  it.each([
    ['1.5Gi', '1536Mi'],
    ['1000m', '1'],
    ['0.5', '500m'],
    ['1e3', '1e3'],
    ['0.0000000001', '1n'],
    ['1024Ki', '1Mi'],
    ['99999999999999999999Gi', '9223372036854775807'],
    ['-0', '0'],
  ])('%s is printed as %s', (text, printed) => {
    expect(printAmount(amount(text))).toBe(printed)
  })

  it.each(['', ' 1', '1.2.3', '1 Gi', '1K', '1e', '0x1', '1e99999999999999999999'])('%j is none', text => {
    expect(parseAmount(text)).toBeInstanceOf(CelError)
  })

  it.each(['.', '+', 'Gi'])('%j is no error where the server takes it for zero', text => {
    const parsed = parseAmount(text)
    expect((parsed as Amount).unscaled).toBe(0n)
  })

  it('compares numbers of any size without writing them out', () => {
    expect(compareScaled(amount('1e999999999'), amount('1e999999998'))).toBe(1)
    expect(compareScaled(amount('-1e999999999'), amount('1'))).toBe(-1)
    expect(compareScaled(amount('1000m'), amount('1'))).toBe(0)
  })

  it('refuses to add what is too far apart to be written out', () => {
    expect(addAmounts(amount('1e999999999'), amount('1'))).toBeInstanceOf(CelError)
  })

  it('has an integer only where 64 bits and no rounding are enough', () => {
    expect(asInt64(amount('50k'))).toBe(50_000n)
    expect(asInt64(amount('1500m'))).toBeNull()
    expect(asInt64(amount('10E'))).toBeNull()
    expect(asInt64(amount('1.5Gi'))).toBeNull()
  })
})
