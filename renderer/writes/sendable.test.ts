import { expect, it } from 'vitest'
import type { PlanStep } from '../../shared/ipc/index.ts'
import { heldBy, sendableOf, sentOf } from './sendable.ts'

const step = (index: number, after: readonly number[], more: Partial<PlanStep> = {}): PlanStep => ({
  ...{ index, after, context: 'c', ref: null, kind: 'ConfigMap', title: `step ${index}`, method: 'PATCH' },
  ...{ path: '/', body: '', live: null, result: null, changes: [], conflicts: [], immutable: [] },
  ...{ warnings: [], isPreviewed: true, isUnchanged: false },
  ...more,
})
const steps = [
  step(0, [], { problem: { kind: 'invalid', message: 'no' } }),
  step(1, [0]),
  step(2, [1]),
  step(3, []),
  step(4, [3], { isUnchanged: true }),
]

it('what needs a refused step is held back by it, through others too', () => {
  expect([...heldBy(steps)].map(([index, by]) => [index, by.index])).toEqual([
    [1, 0],
    [2, 0],
  ])
  expect(sendableOf(steps)).toEqual([3])
})

it('only what could be sent and was not chosen is left out of the run', () => {
  expect(sentOf(steps, new Set([3]))).toEqual([0, 1, 2, 3, 4])
  expect(sentOf(steps, new Set())).toEqual([0, 1, 2, 4])
})
