import { expect, test } from 'vitest'
import type { LogLine } from '../../shared/ipc/index.ts'
import { millisText } from './figures.ts'
import { fitting, joined, nothingKnown, plainLine } from './logLines.ts'

const line = (id: number, more: Partial<LogLine> = {}): LogLine => ({
  id,
  time: 0,
  level: 'info',
  message: `line ${id}`,
  context: '',
  fields: '',
  ...more,
})

test('frames add up, no line twice and no more than the memory of the log', () => {
  const one = joined(nothingKnown, { lines: [line(1), line(2)], missed: 0, capacity: 3 })
  const two = joined(one, { lines: [line(2), line(3), line(4)], missed: 2, capacity: 3 })
  expect(two.lines.map(({ id }) => id)).toEqual([2, 3, 4])
  expect(two.missed).toBe(2)
  expect(joined(two, { lines: [], missed: 0, capacity: 3 })).toBe(two)
})

test.each([
  [{ text: '', level: 'warn', context: '' }, [2]],
  [{ text: 'LINE 1', level: 'debug', context: '' }, [1]],
  [{ text: '', level: 'debug', context: 'a' }, [3]],
  [{ text: 'needle', level: 'debug', context: '' }, [3]],
] as const)('filter %j leaves %j', (filter, ids) => {
  const lines = [line(1), line(2, { level: 'error' }), line(3, { context: 'a', fields: '{"x":"needle"}' })]
  expect(fitting(lines, filter).map(({ id }) => id)).toEqual(ids)
})

test('a line as text has time, level and all it says', () => {
  expect(plainLine(line(1, { context: 'c', fields: '{"a":1}' }))).toBe(
    '1970-01-01T00:00:00.000Z INFO  line 1 c {"a":1}',
  )
})

test('times in words', () => {
  expect([0.42, 12.6, 1234].map(millisText)).toEqual(['0.4 ms', '13 ms', '1.2 s'])
})
