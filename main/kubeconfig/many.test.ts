import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { createSettings } from '../settings/index.ts'
import { createKubeconfig } from './index.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'kubeconfig-many-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const blob = Buffer.alloc(1500, 9).toString('base64')

/** A kubeconfig of 25 contexts with certificates, as tools write it. */
function writeFile(name: string): string {
  const each = (make: (index: number) => string) => Array.from({ length: 25 }, (_, i) => make(i)).join('')
  const clusters = each(
    i =>
      `- cluster:\n    certificate-authority-data: ${blob}\n    server: https://10.0.0.${i}:6443\n  name: c${i}\n`,
  )
  const contexts = each(i => `- context:\n    cluster: c${i}\n    user: u${i}\n  name: x${i}\n`)
  const users = each(
    i => `- name: u${i}\n  user:\n    client-certificate-data: ${blob}\n    client-key-data: ${blob}\n`,
  )
  const file = path.join(home, name)
  writeFileSync(
    file,
    `apiVersion: v1\nkind: Config\nclusters:\n${clusters}contexts:\n${contexts}users:\n${users}`,
  )
  return file
}

test('500 contexts in 20 files are listed, and others have their turns meanwhile', async () => {
  const files = Array.from({ length: 20 }, (_, index) => writeFile(String(index)))
  let turns = 0
  const turn = (): void => {
    turns++
    turning = setImmediate(turn)
  }
  let turning = setImmediate(turn)
  const kubeconfig = await createKubeconfig({
    settings: createSettings(path.join(home, 'settings.json'), { clock: systemClock }),
    clock: systemClock,
    env: { KUBECONFIG: files.join(path.delimiter) },
    home,
    dataFolder: path.join(home, 'data'),
  })
  clearImmediate(turning)
  const { contexts } = kubeconfig.list.get()
  kubeconfig.close()
  expect(contexts).toHaveLength(500)
  expect(contexts.every(({ problem }) => problem === undefined)).toBe(true)
  // One between any two files at the least; how long they are is for the bench to say.
  expect(turns).toBeGreaterThan(20)
})
