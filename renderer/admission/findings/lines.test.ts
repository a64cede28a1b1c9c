import { describe, expect, it } from 'vitest'
import { diffText, foldText, textDiff } from './lines.ts'

const short = (before: string, after: string) =>
  textDiff(before, after).map(({ kind, text }) => `${kind[0]} ${text}`)

describe('two texts', () => {
  it.each([
    ['a\nb\nc\n', 'a\nx\nc\n', ['s a', 'r b', 'a x', 's c']],
    ['', 'a\nb\n', ['a a', 'a b']],
    ['a\nb\n', '', ['r a', 'r b']],
    ['a\n', 'a\n', ['s a']],
    ['a\nb\nc\nd\n', 'a\nc\nx\nd\n', ['s a', 'r b', 's c', 'a x', 's d']],
    ['b\nb\n', 'b\nb\nb\n', ['s b', 's b', 'a b']],
  ])('%j and %j are told by their lines', (before, after, lines) => {
    expect(short(before, after)).toEqual(lines)
  })

  it('that are long are compared in bounded time, and lose no line', () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join('\n')
    const lines = textDiff(many('a'), many('b'))
    expect(lines).toHaveLength(40_000)
  })
})

it('unchanged lines far from a change fold away', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`)
  const after = before.with(10, 'other')
  const parts = foldText(textDiff(before.join('\n'), after.join('\n')))
  expect(parts.map(part => (part.type === 'fold' ? part.count : -part.lines.length))).toEqual([7, -8, 6])
})

it('a difference is copied with the signs of a patch', () => {
  expect(diffText('Service web', textDiff('a\nb\n', 'a\nc\n'))).toBe(
    '--- Service web\n+++ Service web\n a\n-b\n+c\n',
  )
})
