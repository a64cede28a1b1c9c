import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'findings-'))
const dump = join(folder, 'dump.yaml')
const healthy = join(folder, 'healthy.yaml')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const policy = (expression: string) => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: replicas, creationTimestamp: "2026-01-01T00:00:00Z", uid: "1"}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [configmaps]}]
  validations: [{expression: '${expression}'}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: replicas, creationTimestamp: "2026-01-01T00:00:00Z", uid: "2"}
spec: {policyName: replicas, validationActions: [Deny]}
`

beforeAll(() => {
  writeFileSync(dump, policy('object.data.flag'))
  writeFileSync(healthy, policy('object.data.flag == "on"'))
})

/** Runs the command from its sources with a home and a temporary folder of its own. */
function run(...args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'main/cli.ts', 'findings', ...args],
    {
      env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder },
    },
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

describe('gatehouse findings', () => {
  it.each([
    ['--fail-on', 'grave'],
    ['-o', 'xml'],
    ['--snapshot', '/nowhere/at-all'],
    ['--snapshot', '/tmp', '--context', 'a'],
    ['--nonsense'],
  ])('a wrong command (%s %s %s) says why and ends with 2', async (...args) => {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/error/)
  })

  it.each([
    // The dump holds neither namespaces nor the rest, which is told.
    ['ends with 3 where something could not be read, also without a threshold', dump, [], 3],
    ['ends with 1 for what is as grave as the threshold', dump, ['--fail-on', 'high'], 1],
    ['ends with 1 for what is graver', dump, ['--fail-on', 'low'], 1],
    [
      'ends with 3 where something could not be read and nothing is as grave',
      healthy,
      ['--fail-on', 'high'],
      3,
    ],
  ])('%s', async (_rule, file, args, code) => {
    const ended = await run('--snapshot', file, ...args)
    expect([ended.code, ended.stderr.includes('not read: ')]).toEqual([code, true])
    expect(ended.stdout.includes('[expression-invalid]')).toBe(file === dump)
    expect(ended.stdout).toMatch(/^(?:No|\d+) findings? in what could be read/)
  })

  it('prints JSON with a version, and gaps apart from findings', async () => {
    const { stdout } = await run('--snapshot', dump, '-o', 'json')
    const { version, findings, gaps, omitted } = JSON.parse(stdout)
    expect([version, omitted]).toEqual([1, 0])
    expect(findings[0]).toMatchObject({
      id: 'expression-invalid',
      severity: 'high',
      objects: [
        {
          kind: 'ValidatingAdmissionPolicy',
          ref: { name: 'replicas' },
          field: 'spec.validations[0].expression',
        },
      ],
      docs: 'docs/findings.md#expression-invalid',
    })
    expect(gaps.map(({ kind }: { kind: string }) => kind)).toContain('Namespace')
  })

  it('prints SARIF whose results point at their rules', async () => {
    const { stdout } = await run('--snapshot', dump, '-o', 'sarif')
    const log = JSON.parse(stdout)
    const [{ tool, results, invocations }] = log.runs
    expect(invocations[0].executionSuccessful).toBe(false)
    expect(JSON.stringify(invocations[0].toolExecutionNotifications)).toContain('Namespace')
    expect(log.version).toBe('2.1.0')
    for (const { ruleId, ruleIndex, level } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
      expect(['error', 'warning', 'note']).toContain(level)
    }
    expect(results[0].locations[0].logicalLocations[0].fullyQualifiedName).toContain('replicas')
  })

  it('a context that does not answer is unknown, not without findings', async () => {
    const config = join(folder, 'config')
    writeFileSync(
      config,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'a',
        clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
        users: [{ name: 'u', user: {} }],
        contexts: [{ name: 'a', context: { cluster: 'c', user: 'u' } }],
      }),
    )
    const { code, stdout, stderr } = await run('--kubeconfig', config)
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('error: ')
  })
})
