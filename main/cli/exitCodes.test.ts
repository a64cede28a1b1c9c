import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'exit-codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const deployment = file(
  'deployment.yaml',
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: nope\n  namespace: shop\nspec:\n  replicas: 1\n',
)
const broken = file('broken.yaml', 'kind: ConfigMap\nmetadata:\n  name: a\n  name: b\n')
const binary = file('binary.yaml', 'kind: ConfigMap\ndata: {a: "\0"}\n')
const unknownKind = file('kind.yaml', '# first\napiVersion: x.io/v1\nkind: Nope\nmetadata: {name: a}\n')
const huge = file(
  'huge.json',
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'huge', namespace: 'shop' },
    data: { a: 'x'.repeat(3_300_000) },
  }),
)
const inner = join(folder, 'inner')
mkdirSync(inner)
/** Nothing answers there. */
const dead = file(
  'dead-config',
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'a',
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'a', context: { cluster: 'c', user: 'u' } }],
  }),
)

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'main/cli.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder },
  })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', chunk => {
      said[stream] += String(chunk)
    })
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve =>
    child.once('close', code => resolve({ code, ...said })),
  )
  return { child, ended }
}

describe('what is wrong with the command or its input ends with 2, and says where', () => {
  it.each<[string, readonly string[], string]>([
    [
      'a context that is not there',
      ['trace', '-f', deployment, '--context', 'nope'],
      'No context is called “nope”',
    ],
    ['the same of an audit', ['audit', '--context', 'nope'], 'No context is called “nope”'],
    ['the same of findings', ['findings', '--context', 'nope'], 'No context is called “nope”'],
    [
      'a kubeconfig that is not there',
      ['audit', '--kubeconfig', '/nowhere/config'],
      '/nowhere/config: There is no such file',
    ],
    ['a file that is not there', ['trace', '-f', '/nowhere.yaml'], '/nowhere.yaml: There is no such file'],
    ['a folder', ['trace', '-f', inner], `${inner}: It is a folder`],
    ['a key that stands twice', ['trace', '-f', broken], `${broken}:4:3: The same key`],
    ['a binary file', ['trace', '-f', binary], `${binary}:2:12: Control characters`],
    [
      'a kind that is not served',
      ['trace', '-f', unknownKind],
      `${unknownKind}:3:7: The server serves no Nope of x.io/v1.`,
    ],
    [
      'a kind by its name',
      ['trace', '--resource', 'nopes', '--name', 'a'],
      'The server serves no kind “nopes”.',
    ],
    [
      'another namespace',
      ['trace', '-f', deployment, '-n', 'other'],
      `${deployment}:5:14: The namespace of the object`,
    ],
    [
      'a deletion of what is not there',
      ['trace', '-f', deployment, '--operation', 'delete'],
      '"nope" not found',
    ],
    [
      'a draft of another kind',
      ['audit', '-f', deployment],
      `${deployment}: There is no policy, binding, parameter`,
    ],
    ['a policy that is not there', ['audit', '--policy', 'nope'], 'No policy is called “nope”.'],
    ['a namespace that is not there', ['audit', '-n', 'shop,nope'], 'No namespace is called “nope”.'],
  ])(
    '%s',
    async (_what, args, message) => {
      const { code, stdout, stderr } = await start(...args).ended
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain('error: ')
      expect(stderr).toContain(message)
      expect(stderr).not.toMatch(/ENOENT|EISDIR|at .*\.ts:/)
    },
    60_000,
  )
})

it.each([['trace', '-f', deployment], ['audit'], ['findings']])(
  'a cluster that does not answer is unknown: %s ends with 3',
  async (...args) => {
    const { code, stdout, stderr } = await start(...args, '--kubeconfig', dead).ended
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('error: ')
  },
  60_000,
)

it('an object that no server reads is denied', async () => {
  const { code, stdout } = await start('trace', '-f', huge).ended
  expect([code, stdout.split('\n')[1]]).toEqual([1, '  Denied with 413 RequestEntityTooLarge.'])
}, 60_000)

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends a run within a second',
  async (signal, code) => {
    const { child, ended } = start('audit')
    await new Promise<void>(resolve => {
      child.stderr.on('data', chunk => {
        if (String(chunk).includes('sample cluster')) resolve()
      })
    })
    await new Promise(resolve => setTimeout(resolve, 300))
    const since = performance.now()
    child.kill(signal)
    // A launcher and a terminal both send it.
    child.kill(signal)
    expect((await ended).code).toBe(code)
    expect(performance.now() - since).toBeLessThan(1500)
  },
  60_000,
)
