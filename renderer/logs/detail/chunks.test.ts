import { expect, it } from 'vitest'
import { chunksOf } from './chunks.ts'

it('pieces are the text again and cut no character', () => {
  const text = `${'a'.repeat(1999)}${'👩'.repeat(3000)}`
  const chunks = chunksOf(text)
  expect(chunks.join('')).toBe(text)
  expect(chunks.length).toBeGreaterThan(2)
  for (const chunk of chunks) expect(chunk.isWellFormed()).toBe(true)
  expect(chunksOf('')).toEqual([])
})
