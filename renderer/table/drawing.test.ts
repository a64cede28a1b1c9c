import { expect, it } from 'vitest'
import type { Cell, Row } from '../../shared/ipc/index.ts'
import type { ShownColumn } from './columns.ts'
import { drawingOf, type RowLooks } from './drawing.ts'

const rowOf = (cell: Cell): Row => ({
  key: 'k',
  context: 'c',
  namespace: 'shop',
  name: 'web\u202E',
  uid: '',
  cells: [cell],
  created: 0,
  deleting: true,
  changed: 0,
})
const cellOf = (name: string, isDate = false): ShownColumn => ({
  type: 'cell',
  name,
  description: '',
  index: 0,
  isNumber: false,
  isDate,
})
const looks: RowLooks = { columns: [], contextName: () => 'prod', contextColour: () => 3 }

it.each<[string, ShownColumn, Cell, object]>([
  [
    'a known state is a chip',
    cellOf('Status'),
    'Running',
    { type: 'chip', text: 'Running', meaning: 'good' },
  ],
  ['an unknown state is text', cellOf('Status'), 'Odd', { type: 'text', text: 'Odd', isFaint: false }],
  ['a state in another column is text', cellOf('Reason'), 'Running', { type: 'text', text: 'Running' }],
  ['what stands for nothing is faint', cellOf('Node'), '<none>', { type: 'text', isFaint: true }],
  ['a cell that is missing is empty', cellOf('Node'), null, { type: 'text', text: '' }],
  ['zero is a value', cellOf('Restarts'), 0, { type: 'text', text: '0' }],
  ['a moment is an age', cellOf('Age', true), 1000, { type: 'age', head: '', tail: '', since: 1000 }],
  [
    'a time in brackets stands apart from its head',
    cellOf('Restarts'),
    { prefix: '3 (', since: 1000, suffix: ' ago)' },
    { type: 'age', head: '3 ', tail: '(', since: 1000, suffix: ' ago)' },
  ],
  ['hidden characters are shown', cellOf('Node'), 'a\u202Eb', { type: 'text', text: 'a⟨U+202E⟩b' }],
  [
    'a name says that it is being deleted',
    { type: 'name', name: 'Name', description: '' },
    null,
    { type: 'name', text: 'web⟨U+202E⟩', isDeleting: true },
  ],
  [
    'a context has its colour',
    { type: 'context', name: 'Context', description: '' },
    null,
    { type: 'context', text: 'prod', colour: 3 },
  ],
])('%s', (_rule, column, cell, drawing) => {
  expect(drawingOf(rowOf(cell), column, looks)).toMatchObject(drawing)
})

it('a row that is not there yet is empty', () => {
  expect(drawingOf(undefined, cellOf('Status'), looks)).toEqual({ type: 'text', text: '', isFaint: false })
})

it('who shows the table may draw a cell, and leaves the others to it', () => {
  const own: RowLooks = { ...looks, renderCell: (_row, { name }) => (name === 'Own' ? 'mine' : undefined) }
  expect(drawingOf(rowOf('x'), cellOf('Own'), own)).toEqual({ type: 'own', node: 'mine' })
  expect(drawingOf(rowOf('x'), cellOf('Other'), own)).toMatchObject({ type: 'text', text: 'x' })
})
