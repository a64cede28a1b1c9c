import { expect, test } from 'vitest'
import { differingParts } from './intraline.ts'

function marked(before: string, after: string): readonly string[] | null {
  const parts = differingParts(before, after)
  return parts === null
    ? null
    : [before.slice(parts.before.from, parts.before.to), after.slice(parts.after.from, parts.after.to)]
}

test('whole words that differ are marked, between what is common', () => {
  expect(marked('  image: web:1.24', '  image: web:1.27')).toEqual(['24', '27'])
  expect(marked('replicas: 3', 'replicas: 30')).toEqual(['3', '30'])
  expect(marked('a: x', 'a: x y')).toEqual(['', ' y'])
  expect(marked('a: x x', 'a: x x x')).toEqual(['', ' x'])
})

test('lines with nothing in common have no marks', () => {
  expect(marked('    a', '    b')).toBeNull()
  expect(marked('', 'b')).toBeNull()
})
