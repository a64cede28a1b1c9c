import { expect, it } from 'vitest'
import { alignColumns } from './columns.ts'

it('pads every column to its widest cell', () => {
  expect(
    alignColumns(
      ['NAME', 'AGE'],
      [
        ['a-long-name', '5d'],
        ['b', ''],
      ],
    ),
  ).toEqual(['NAME          AGE', 'a-long-name   5d', 'b'])
})

it.each(['\u001b]0;title\u0007', '\u001b[2J', 'a\nb', '\u202egnp.exe', '\u009b31m'])(
  'lets no terminal code or direction mark of a cluster through: %j',
  text => {
    const [, line] = alignColumns(['NAME'], [[text]])
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
  },
)
