import { expect, it } from 'vitest'
import { closingLine, goTotals } from './tally.ts'

const lines = (...events: object[]): string => events.map(event => JSON.stringify(event)).join('\n')

it('counts Go tests by their leaves, so that a test with subtests counts once for each', () => {
  const output = lines(
    { Action: 'run', Package: 'p', Test: 'A' },
    { Action: 'pass', Package: 'p', Test: 'A/one' },
    { Action: 'fail', Package: 'p', Test: 'A/two' },
    { Action: 'fail', Package: 'p', Test: 'A' },
    { Action: 'skip', Package: 'p', Test: 'B' },
    { Action: 'fail', Package: 'p' },
  )
  expect(goTotals(output)).toEqual({ passed: 1, failed: 1, skipped: 1 })
})

it('counts a Go package that does not build as a failure', () => {
  expect(goTotals(lines({ Action: 'fail', Package: 'p' }))).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it('closes with one plain line', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 1 })).toBe('3 passed, 0 failed, 1 skipped')
})
