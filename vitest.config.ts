import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest file begins first: what is left over at the end would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/soak.test.ts')
    return [...sorted.filter(isLongest), ...sorted.filter(file => !isLongest(file))]
  }
}

/** On a shared machine a test is tried twice (docs/decisions/0010-second-try.md); the report names each that needed it. */
const tries = process.env.CI ? 1 : 0

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{main,renderer,shared,preload,build}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          retry: tries,
          // Many wait for sockets and timers: one worker fewer than cores, the default, leaves a core idle.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'live',
          include: ['test/{live,cluster}/**/*.test.ts'],
          testTimeout: 120_000,
          retry: tries,
          hookTimeout: 180_000,
          // Two control planes at a time: they wait more than they compute.
          maxWorkers: 2,
        },
      },
    ],
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
  },
})
