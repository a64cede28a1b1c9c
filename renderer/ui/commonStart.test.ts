import { expect, it } from 'vitest'
import { commonStart } from './commonStart.ts'

it.each([
  [['/home/me/a', '/home/me/ab'], '/home/me/a'],
  [['/a/', '/b/'], '/'],
  [['x'], 'x'],
  [[], ''],
])('%j begin with %j', (texts, expected) => expect(commonStart(texts)).toBe(expected))
