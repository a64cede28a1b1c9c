import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a launcher of this script, and answers with how it ends. */
function launched(script: string) {
  const [inner, outer] = [join(folder, 'inner.mjs'), join(folder, 'outer.mjs')]
  writeFileSync(inner, script)
  writeFileSync(
    outer,
    `import { passSignalsOn, run } from ${JSON.stringify(pathToFileURL('build/child.mjs').href)}
passSignalsOn()
process.exit(await run(process.execPath, [${JSON.stringify(inner)}], { stdio: 'inherit' }))`,
  )
  const child = spawn(process.execPath, [outer], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return { child, ended }
}

it('the exit code is that of what was run', async () => {
  expect(await launched('process.exit(3)').ended).toBe(3)
})

it.each([
  ['SIGINT', "process.on('SIGINT', () => process.exit(7))", 7],
  ['SIGTERM', "process.on('SIGTERM', () => process.exit(8))", 8],
  ['SIGINT', '', 130],
  ['SIGTERM', '', 143],
] as const)('%s goes on, and what it comes to comes back (%s)', async (signal, handler, code) => {
  const { child, ended } = launched(`${handler}\nsetInterval(() => undefined, 1000)\nconsole.log('ready')`)
  await new Promise(resolve => child.stdout.once('data', resolve))
  const since = performance.now()
  child.kill(signal)
  expect(await ended).toBe(code)
  expect(performance.now() - since).toBeLessThan(1000)
})
