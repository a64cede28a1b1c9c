import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it.each([
  ['thrown', 'setTimeout(() => { throw new Error("lost") })'],
  ['rejected', 'void Promise.reject(new Error("lost"))'],
  ['an event', 'new (await import("node:events")).EventEmitter().emit("error", new Error("lost"))'],
])('an error that nothing caught (%s) is logged, and the program goes on', (_name, failing) => {
  const program = `
    import { reportUncaught } from ${JSON.stringify(new URL('./uncaught.ts', import.meta.url).href)}
    reportUncaught({ error: (message, { error }) => console.log(message, error) })
    setTimeout(() => console.log('still here'), 50)
    ${failing}`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toContain('an error that nothing caught Error: lost')
  expect(stdout).toContain('still here')
  expect(stderr).toContain('written to the log')
  expect(stderr).not.toContain('lost')
})
