import { expect, test } from 'vitest'
import { atOnce, inTurns, type Steps } from './turns.ts'

function* sum(steps: number, each: () => void): Steps<number> {
  let result = 0
  for (let step = 0; step < steps; step++) {
    each()
    result += step
    yield
  }
  return result
}
function busy(): void {
  const end = performance.now() + 2
  while (performance.now() < end);
}

test('long work leaves turns to others, and comes to the same as in one go', async () => {
  let turns = 0
  const turn = (): void => {
    turns++
    turning = setImmediate(turn)
  }
  let turning = setImmediate(turn)
  expect(await inTurns(sum(20, busy))).toBe(190)
  clearImmediate(turning)
  expect(turns).toBeGreaterThanOrEqual(9)
  expect(atOnce(sum(20, () => undefined))).toBe(190)
})

test('short work takes no turn of others', async () => {
  let turned = false
  const turning = setImmediate(() => {
    turned = true
  })
  expect(await inTurns(sum(0, busy))).toBe(0)
  expect(turned).toBe(false)
  clearImmediate(turning)
})
