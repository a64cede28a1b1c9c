import { describe, expect, it } from 'vitest'
import { base64Fault } from './index.ts'

describe('base64', () => {
  it.each(['', 'YQ==', 'YWI=', 'YWJj', 'YW\nJj\r\n', 'YQ=\n=\n', 'YR=='])('is right: %j', text => {
    expect(base64Fault(text)).toBeNull()
  })

  it.each([
    ['!', 0],
    ['1', 0],
    ['YWJj1', 4],
    ['YW', 0],
    ['YW=', 3],
    ['YW=x', 2],
    ['=', 0],
    ['Y=', 1],
    ['YWJj!', 4],
    ['YWI=YQ==', 4],
    ['Y\n!', 2],
  ])('is wrong where Go says: %j at %d', (text, at) => {
    expect(base64Fault(text)).toBe(`illegal base64 data at input byte ${at}`)
  })
})
