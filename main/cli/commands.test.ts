import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command line from its sources with a home and a temporary folder of its own. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'main/cli.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += String(chunk)
  })
  child.stderr.on('data', chunk => {
    stderr += String(chunk)
  })
  const ended = new Promise<Ended>(resolve => child.once('close', code => resolve({ code, stdout, stderr })))
  return { child, ended }
}

it.each([
  ['serve', '--port', '99999'],
  ['serve', '--port', 'abc'],
  ['get', 'svc,po'],
  ['get', 'po/web'],
  ['get', 'po', '-A', '-n', 'shop'],
  ['get', 'po', 'web', '-A'],
  ['get', 'po', 'web', '-l', 'a=b'],
  ['get', 'po', '--watch', '-o', 'yaml'],
  ['get', 'po', '--snapshot', '/nowhere/at-all'],
  ['get', 'po', '--snapshot', '/tmp', '--context', 'a'],
  ['serve', '--no-open', '--snapshot', '/nowhere/at-all'],
  ['get'],
  ['nonsense'],
])('a wrong command (%s %s %s) says why and exits with 2', async (...args) => {
  const { code, stdout, stderr } = await start(args).ended
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/error/)
})

it('without a kubeconfig, get reads the sample cluster and says so', async () => {
  const { code, stdout, stderr } = await start(['get', 'po', '-n', 'shop,payments']).ended
  expect(code).toBe(0)
  expect(stdout.split('\n')[0]).toMatch(/^NAMESPACE +NAME/)
  expect(stderr).toContain('sample cluster')
})

it('a reader that goes away early ends the command without a word, and nothing is left behind', async () => {
  const { child, ended } = start(['get', 'po', '-A', '--watch'])
  child.stdout.once('data', () => child.stdout.destroy())
  await interruptAfter(child, 3000)
  const { stderr } = await ended
  expect(stderr).not.toMatch(/EPIPE|at .*\.(ts|js):/)
  expect(readdirSync(folder).filter(name => name.startsWith('gatehouse-'))).toEqual([])
})

it.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends a watch, and nothing is left behind', async (signal, code) => {
  const { child, ended } = start(['get', 'po', '-A', '--watch'])
  await new Promise(resolve => child.stdout.once('data', resolve))
  child.kill(signal)
  expect((await ended).code).toBe(code)
  expect(readdirSync(folder).filter(name => name.startsWith('gatehouse-'))).toEqual([])
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends serve in order', async signal => {
  const { child, ended } = start(['serve', '--no-open'])
  await new Promise<void>(resolve => {
    child.stdout.on('data', chunk => {
      if (String(chunk).includes('#token=')) resolve()
    })
  })
  child.kill(signal)
  expect((await ended).code).toBe(0)
})

it.each([
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s ends a credential plugin that hangs', async (signal, code) => {
  const mark = join(folder, `plugin-${signal}.pid`)
  const plugin = join(folder, 'plugin.sh')
  writeFileSync(plugin, `#!/bin/sh\necho $$ > ${mark}\nexec sleep 1000\n`, { mode: 0o755 })
  const config = join(folder, 'config')
  writeFileSync(
    config,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'a',
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [
        {
          name: 'u',
          user: {
            exec: {
              apiVersion: 'client.authentication.k8s.io/v1',
              command: plugin,
              interactiveMode: 'Never',
            },
          },
        },
      ],
      contexts: [{ name: 'a', context: { cluster: 'c', user: 'u' } }],
    }),
  )
  const { child, ended } = start(['get', 'po'], { KUBECONFIG: config })
  await expect.poll(() => existsSync(mark), { timeout: 10_000 }).toBe(true)
  child.kill(signal)
  expect((await ended).code).toBe(code)
  const pid = Number(readFileSync(mark, 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function interruptAfter(child: ReturnType<typeof spawn>, milliseconds: number): Promise<void> {
  return new Promise(resolve =>
    setTimeout(() => {
      child.kill('SIGINT')
      resolve()
    }, milliseconds),
  )
}
