/** Three minutes of the soak (`npm run soak` runs an hour and more). */
import { expect, it } from 'vitest'
import { runSoak } from '../soak/soak.ts'
import { figure } from './figures.ts'

const minutes = 3
const seed = Number(process.env.GATEHOUSE_SOAK_SEED ?? Date.now() % 1_000_000)

it('after minutes of change and random faults rows equal what kubectl prints, and nothing is left', {
  timeout: (minutes + 3) * 60_000,
}, async () => {
  console.log(`soak of ${minutes} minutes, seed ${seed}: GATEHOUSE_SOAK_SEED=${seed} makes the same faults`)
  const { changes, faults, differences, leftovers, live, slope } = await runSoak({ minutes, seed })
  const equal = [...differences.values()].filter(found => found.length === 0).length
  figure('soak.equal', `${equal}/${differences.size}`, 'kinds', 'all')
  figure('soak.changes', changes, 'changes', '>= 1000')
  figure(
    'soak.faults',
    [...faults.values()].reduce((sum, count) => sum + count, 0),
    'faults',
    '>= 15',
  )
  figure('soak.leftovers', leftovers.length, 'kinds of objects', '0')
  figure('soak.main.live', Math.round(live), 'MiB', 'report')
  figure('soak.main.slope', Math.round(slope), 'MiB an hour', 'report')
  expect(Object.fromEntries(differences)).toEqual(
    Object.fromEntries([...differences.keys()].map(kind => [kind, []])),
  )
  expect(leftovers).toEqual([])
  expect(changes).toBeGreaterThan(1000)
  expect([...faults.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(15)
})
