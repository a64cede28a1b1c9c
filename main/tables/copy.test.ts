import { expect, test } from 'vitest'
import type { Cell, Row } from '../../shared/ipc/index.ts'
import { csvOf } from './copy.ts'

const row = (...cells: Cell[]): Row => ({
  key: 'k',
  context: 'c',
  namespace: '',
  name: 'n',
  uid: '',
  cells,
  created: 0,
  deleting: false,
  changed: 0,
})
const columns = [
  { name: 'Name', description: '', type: 'string', priority: 0 },
  { name: 'Age', description: '', type: 'date', priority: 0 },
] as const

test('CSV quotes by RFC 4180, ends lines with CRLF, and writes times in full', () => {
  expect(csvOf(columns, [row('a,"b"\nc', Date.parse('2026-01-02T03:04:05Z'))])).toBe(
    'Name,Age\r\n"a,""b""\nc",2026-01-02T03:04:05.000Z\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\nx', '＝1+1'])('%j cannot run as a formula', text => {
  expect(csvOf(columns, [row(text, null)])).toBe(`Name,Age\r\n"'${text}",\r\n`)
})

test('what may be split at another separator is quoted', () => {
  expect(csvOf(columns, [row('a;=1+1', null)])).toBe('Name,Age\r\n"a;=1+1",\r\n')
})

test('a number stays a number', () => {
  const numbers = [{ name: 'Size', description: '', type: 'integer', priority: 0 }] as const
  expect(csvOf(numbers, [row(-3)])).toBe('Size\r\n-3\r\n')
})
