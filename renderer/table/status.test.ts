import { expect, it } from 'vitest'
import { isStatusColumn, meaningOfStatus } from './status.ts'

it.each([
  ['Running', 'good'],
  ['Bound', 'good'],
  ['Pending', 'warning'],
  ['Init:0/2', 'warning'],
  ['Init:CrashLoopBackOff', 'bad'],
  ['Init:ExitCode:1', 'bad'],
  ['CrashLoopBackOff', 'bad'],
  ['ErrImagePull', 'bad'],
  ['CreateContainerConfigError', 'bad'],
  ['ExitCode:0', 'good'],
  ['ExitCode:137', 'bad'],
  ['Ready,SchedulingDisabled', 'warning'],
  ['NotReady', 'bad'],
  ['Unknown', 'unknown'],
  ['ClusterIP', null],
  ['constructor', null],
] as const)('the state %s means %s', (word, meaning) => {
  expect(meaningOfStatus(word)).toBe(meaning)
})

it('only columns that hold states are judged', () => {
  expect(isStatusColumn('Status')).toBe(true)
  expect(isStatusColumn('Phase')).toBe(true)
  expect(isStatusColumn('Name')).toBe(false)
})
