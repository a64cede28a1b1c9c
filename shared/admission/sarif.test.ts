import { expect, it } from 'vitest'
import { sarifLog, sarifText } from './sarif.ts'

it.each([
  ['plain, with [brackets] (and others)', 'plain, with [brackets] (and others)'],
  ['[click](https://example.com)', '[click\\](https://example.com)'],
  ['[a](1) [b](2)', '[a\\](1) [b\\](2)'],
])('the message %j holds no link', (text, expected) => expect(sarifText(text)).toBe(expected))

it('a log with gaps counts as not successful, and names them', () => {
  const setup = { toolVersion: '1', rules: [], results: [], notes: ['n'] }
  const run = (gaps: readonly string[]) => JSON.parse(sarifLog({ ...setup, gaps })).runs[0].invocations[0]
  expect(run([]).executionSuccessful).toBe(true)
  expect(run(['[x](y)'])).toEqual({
    executionSuccessful: false,
    toolExecutionNotifications: [
      { level: 'warning', message: { text: '[x\\](y)' } },
      { level: 'note', message: { text: 'n' } },
    ],
  })
})
