import { expect, it } from 'vitest'
import type { LogEntry } from '../../../shared/ipc/index.ts'
import { widthsOf } from './columnWidths.ts'

const line = (fields: Record<string, string> | null): LogEntry => ({
  type: 'line',
  number: 1,
  source: 0,
  time: '',
  text: '',
  spans: [],
  level: null,
  fields,
  cut: 0,
  isHit: false,
  isContext: false,
})

it.each([
  ['fit the widest text', ['msg'], [line({ msg: 'a'.repeat(20) }), line({ msg: 'b' })], [], [22]],
  ['fit their name', ['request.method'], [line({})], [], [16]],
  ['have a least and a most', ['a', 'b'], [line({ b: 'x'.repeat(1000) })], [], [6, 60]],
  ['never shrink', ['msg'], [line({ msg: 'short' })], [33], [33]],
  ['are not measured by lines without keys', ['msg'], [line(null)], [], [6]],
])('columns %s', (_rule, columns, entries, before, widths) => {
  expect(widthsOf(columns, entries, before)).toEqual(widths)
})
