/** `gatehouse diff` and `gatehouse apply` on a real server, with the exit codes that scripts count on. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'

let cluster: Cluster
let home: string

beforeAll(async () => {
  cluster = await startCluster()
  home = await mkdtemp(join(tmpdir(), 'gatehouse-commands-'))
})
afterAll(async () => {
  await cluster?.stop()
  await rm(home, { recursive: true, force: true })
})

async function gatehouse(args: readonly string[], input = '') {
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      join(import.meta.dirname, '../../main/cli.ts'),
      ...args,
      '--kubeconfig',
      cluster.kubeconfig,
    ],
    { env: { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: home } },
  )
  const heard = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => {
    heard.stdout += String(chunk)
  })
  child.stderr.on('data', chunk => {
    heard.stderr += String(chunk)
  })
  child.stdin.end(input)
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, ...heard }
}

const configMap = (name: string, value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { a: "${value}" }\n`

it('diff tells what would change and by its exit code whether, apply asks the server or writes', async () => {
  const folder = join(home, 'manifests')
  await mkdir(join(folder, 'deeper'), { recursive: true })
  await writeFile(join(folder, 'one.yaml'), configMap('one', '1'))
  await writeFile(join(folder, 'deeper', 'two.yml'), configMap('two', '1'))
  const fresh = await gatehouse(['diff', '-f', folder])
  expect(fresh.code).toBe(1)
  expect(fresh.stdout).toMatch(
    /^--- ConfigMap default\/one \(live\)\n\+\+\+ ConfigMap default\/one \(applied\)\n@@ -0,0/,
  )
  expect(fresh.stdout).not.toContain('two')
  const asked = await gatehouse(['apply', '-f', folder, '-R', '--dry-run=server'])
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('created (server dry run)') })
  expect((await gatehouse(['diff', '-f', folder])).code).toBe(1)
  // Nobody is there to be asked.
  expect((await gatehouse(['apply', '-f', folder])).code).toBe(2)
  const written = await gatehouse(['apply', '-f', folder, '-R', '--yes'])
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(written.stdout).toContain('apply ConfigMap default/two: done')
  expect(await gatehouse(['diff', '-f', folder, '-R'])).toMatchObject({ code: 0, stdout: '' })
  const changed = await gatehouse(['diff', '-f', '-'], configMap('one', '2'))
  expect(changed.code).toBe(1)
  expect(changed.stdout).toMatch(/^- {2}a: "1"\n\+ {2}a: "2"$/m)
  const refused = await gatehouse(['diff', '-f', '-'], configMap('one', '2').replace('"2"', '{ b: 1 }'))
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/error: apply ConfigMap default\/one/)
  expect((await gatehouse(['diff', '-f', join(home, 'nowhere.yaml')])).code).toBe(2)
})
