import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isNotFoundCode, readMark, shellAttempts } from './shell.ts'

const folder = mkdtempSync(join(tmpdir(), 'shells-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the best shell is found by one command', () => {
  it.each([
    { there: ['bash', 'ash'], best: 'bash' },
    { there: ['bash'], best: 'bash' },
    { there: ['ash'], best: 'ash' },
    { there: [], best: 'sh' },
  ])('of sh, $there: $best', ({ there, best }) => {
    const path = mkdtempSync(join(folder, 'path-'))
    // Each says who it is; sh is the one of this machine, which has to find them.
    for (const name of there)
      writeFileSync(join(path, name), `#!/bin/sh\necho ran ${name}\n`, { mode: 0o755 })
    symlinkSync('/bin/sh', join(path, 'sh'))
    const [, ...words] = shellAttempts(false, true)[0] ?? []
    const { stdout } = spawnSync('/bin/sh', words, { env: { PATH: path }, input: 'echo ran sh $TERM\n' })
    const { shell, rest } = readMark(stdout)
    expect(shell).toBe(best)
    expect(Buffer.from(rest).toString().trim()).toBe(best === 'sh' ? 'ran sh xterm-256color' : `ran ${best}`)
  })

  it('without a terminal nothing is put out but what the shell does', () => {
    const [, ...words] = shellAttempts(false, false)[0] ?? []
    expect(spawnSync('/bin/sh', words, { input: 'echo only\n' }).stdout.toString()).toBe('only\n')
  })
})

it('where there is no sh others are tried, and on Windows those of Windows', () => {
  expect(shellAttempts(false, true).slice(1)).toEqual([['bash'], ['ash'], ['/busybox/sh']])
  expect(shellAttempts(true, true)).toEqual([['powershell'], ['cmd']])
})

it.each([
  '',
  'x',
  '$ ',
  '\u001b]0;title\u0007$ ',
  '\u001b]7777;bash',
  '\u001b]7777;BASH\u0007',
  'x\u001b]7777;sh\u0007',
])('output that begins otherwise is left as it is: %j', text => {
  const { shell, rest } = readMark(Buffer.from(text))
  expect([shell, Buffer.from(rest).toString()]).toEqual([null, text])
})

it('exit codes of what is not there', () => {
  expect([0, 1, 126, 127, 128, 137].filter(isNotFoundCode)).toEqual([126, 127])
})
