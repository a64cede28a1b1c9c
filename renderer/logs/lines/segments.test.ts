import { expect, it } from 'vitest'
import { segmentsOf } from './segments.ts'

it('a line is cut where its look changes, and the rest is plain', () => {
  expect(segmentsOf('ERROR disk full', [{ length: 5, color: 1, isBold: true }], [])).toEqual([
    { text: 'ERROR', looks: ['color1', 'bold'] },
    { text: ' disk full', looks: [] },
  ])
})

it('a hit may begin and end within a look', () => {
  expect(segmentsOf('abcdef', [{ length: 3, color: 2 }], [{ from: 2, to: 4 }])).toEqual([
    { text: 'ab', looks: ['color2'] },
    { text: 'c', looks: ['color2', 'hit'] },
    { text: 'd', looks: ['hit'] },
    { text: 'ef', looks: [] },
  ])
})

it('hidden characters are marked in every stretch', () => {
  expect(segmentsOf('a\u0000b\u202Ec', [{ length: 2, color: 4 }], [])).toEqual([
    { text: 'a⟨U+0000⟩', looks: ['color4'] },
    { text: 'b⟨U+202E⟩c', looks: [] },
  ])
})

it('spans and hits beyond the text are of no effect, and no text is lost', () => {
  const segments = segmentsOf(
    'short',
    [
      { length: 100, color: 1 },
      { length: 100, color: 2 },
    ],
    [{ from: 3, to: 50 }],
  )
  expect(segments.map(({ text }) => text).join('')).toBe('short')
  expect(segments.at(-1)).toEqual({ text: 'rt', looks: ['color1', 'hit'] })
})

it('an empty line has no stretches', () => {
  expect(segmentsOf('', [{ length: 1, color: 1 }], [])).toEqual([])
})
