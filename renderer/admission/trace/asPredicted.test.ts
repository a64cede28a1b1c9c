import { expect, it } from 'vitest'
import { asPredicted } from './verdict.ts'

it.each<[boolean, readonly string[], Parameters<typeof asPredicted>[1], string]>([
  [true, [], 'allowed', ', as predicted.'],
  [false, [], 'denied', ', as predicted.'],
  [false, [], 'unknown', '. It was not known before; nothing else is otherwise than predicted.'],
  [true, [], 'incomplete', '. It was not known before; nothing else is otherwise than predicted.'],
  [false, ['x'], 'allowed', '.'],
])('an answer is told beside its prediction (%#)', (allowed, differences, verdict, text) => {
  expect(asPredicted({ allowed, differences }, verdict)).toBe(text)
})
