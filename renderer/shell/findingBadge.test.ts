import { expect, it } from 'vitest'
import { worstOf } from './findingBadge.ts'

it.each([
  [[], null],
  [['info'], null],
  [['low', 'info', 'low'], '2 low'],
  [['medium', 'low'], '1 medium'],
  [['low', 'high', 'medium', 'high'], '2 high'],
] as const)('of findings %j the badge tells %s', (severities, text) => {
  expect(
    worstOf(
      severities.map(severity => ({ severity })),
      'whole',
    )?.text ?? null,
  ).toBe(text)
})

it('the badge says that it is of the configuration where no more was looked at', () => {
  expect(worstOf([{ severity: 'high' }], 'configuration')?.text).toBe('1 high in the configuration')
})
