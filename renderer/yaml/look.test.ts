import { expect, it } from 'vitest'
import { levelsOf } from './look.ts'

it.each([
  ['spec:', 0],
  ['  replicas: 3', 1],
  ['    - name: a', 2],
  ['      ', 0],
  ['   odd', 1],
  [`${' '.repeat(200)}x`, 16],
])('%j lies %i levels deep', (text, levels) => expect(levelsOf(text)).toBe(levels))
