import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'explain-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command from its sources on the sample cluster, with a home of its own. */
function explain(...args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'main/cli.ts', 'explain', ...args],
    { env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder } },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += String(chunk)
  })
  child.stderr.on('data', chunk => {
    stderr += String(chunk)
  })
  return new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve =>
    child.once('close', code => resolve({ code, stdout, stderr })),
  )
}

it('a field is told with its type, what is required, and the fields inside', async () => {
  const { code, stdout } = await explain('deploy.spec.template.spec.containers')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Deployment in apps\/v1, field spec\.template\.spec\.containers$/m)
  expect(stdout).toMatch(/type list of Container/)
  expect(stdout).toMatch(/items told apart by name/)
  expect(stdout).toMatch(/^ {2}name \(string, required\)$/m)
}, 60_000)

it('every field inside is named with --recursive', async () => {
  const { code, stdout } = await explain('deployments.apps.spec.strategy', '--recursive')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^ {2}rollingUpdate \(RollingUpdateDeployment\)\n {4}maxSurge \(integer or string\)$/m,
  )
}, 60_000)

it.each([
  [['deployments.spec.nothing'], /There is no field spec\.nothing\. spec has: /],
  [['nothings'], /no kind “nothings”/],
])(
  '%j ends with 3 and says why',
  async (args, why) => {
    const { code, stdout, stderr } = await explain(...args)
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(why)
  },
  60_000,
)

it.each([
  [['deployments', '--api-version', 'apps/v9'], /does not serve Deployment in apps\/v9/],
  [['deployments..spec'], /empty part/],
])(
  '%j is a wrong command and ends with 2',
  async (args, why) => {
    const { code, stderr } = await explain(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(why)
  },
  60_000,
)
