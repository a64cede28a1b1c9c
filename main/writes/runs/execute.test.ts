import { expect, it } from 'vitest'
import type { StepPhase } from '../../../shared/ipc/index.ts'
import type { PlannedRequest } from '../types.ts'
import { inOrder } from './execute.ts'

const request = (title: string, after: readonly number[]): PlannedRequest => ({
  ...{ ref: null, kind: 'ConfigMap', title, method: 'PATCH', path: '/', dryRun: 'none' },
  ...{ after: [...after] },
})
const steps = [
  request('refused', []),
  request('needs it', [0]),
  request('needs that', [1]),
  request('free', []),
]

/** Carries out what is waiting; answers with the phases at the end. */
async function carriedOut(phases: StepPhase[]): Promise<readonly StepPhase[]> {
  const indices = phases.flatMap((phase, index) => (phase === 'waiting' ? [index] : []))
  const run = {
    send: async (index: number) => {
      phases[index] = 'done'
      return { answer: null, warnings: [] }
    },
    set: (index: number, { phase }: { readonly phase: StepPhase }) => {
      phases[index] = phase
    },
    phase: (index: number) => phases[index] ?? 'skipped',
  }
  await inOrder(async () => undefined)(run, steps, new AbortController().signal, indices)
  return phases
}

it('what was refused beforehand holds back what needs it, and only that', async () => {
  expect(await carriedOut(['failed', 'waiting', 'waiting', 'waiting'])).toEqual([
    ...(['failed', 'failed', 'failed', 'done'] as const),
  ])
})

it('what was left out or done before holds nothing back, and what is tried again is sent', async () => {
  expect(await carriedOut(['skipped', 'waiting', 'waiting', 'done'])).toEqual([
    ...(['skipped', 'done', 'done', 'done'] as const),
  ])
  expect(await carriedOut(['waiting', 'waiting', 'waiting', 'done'])).toEqual([
    ...(['done', 'done', 'done', 'done'] as const),
  ])
})
