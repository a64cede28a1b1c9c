import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Authority, contextTo, TestClock } from './fixture/index.ts'
import { Link } from './link.ts'

test('certificates that change around the end of a link leave no error behind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'link-'))
  const authorities = [new Authority('one'), new Authority('two')] as const
  const file = path.join(folder, 'ca.crt')
  const unhandled: unknown[] = []
  const note = (error: unknown): unknown => unhandled.push(error)
  process.on('unhandledRejection', note)
  writeFileSync(file, authorities[0].pair.cert)
  const clock = new TestClock()
  const tls = {
    authority: { type: 'file', path: file, written: file },
    serverName: '',
    insecure: false,
  } as const
  const resolved = contextTo('https://127.0.0.1:1', { tls })
  const link = new Link(
    'a',
    { type: 'kubeconfig', resolved },
    {
      clock,
      env: {},
      execTimeout: 1000,
      pluginPath: async () => '',
      warn: () => undefined,
    },
  )
  const opening = link.open()
  link.close()
  await opening
  writeFileSync(file, authorities[1].pair.cert)
  clock.pass(60_000)
  await link.open()
  await new Promise(resolve => setTimeout(resolve, 20))
  link.close()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  for (const authority of authorities) authority.remove()
  rmSync(folder, { recursive: true })
})
