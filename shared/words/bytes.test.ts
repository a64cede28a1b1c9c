import { expect, test } from 'vitest'
import { bytesText } from './bytes.ts'

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [12_400, '12.4 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [8_250_000, '8.3 MB'],
  [1e9, '1 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
