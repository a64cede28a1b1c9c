import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { mostUsedNamespaces } from '../../shared/ipc/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import { namespaceOf, noteNamespaces } from './usedNamespaces.ts'

let folder: string
let settings: SettingsStore
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'used-'))
  settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['GET', '/api/v1/namespaces/shop/pods', 'shop'],
  ['GET', '/apis/apps/v1/namespaces/a%2Db/deployments/web', 'a-b'],
  ['GET', '/api/v1/namespaces/shop', null],
  ['GET', '/api/v1/namespaces', null],
  ['GET', '/api/v1/pods', null],
  ['POST', '/api/v1/namespaces/shop/pods', null],
  ['GET', '/api/v1/namespaces/%E0%A4%A/pods', null],
] as const)('%s %s is about the namespace %s', (method, at, expected) => {
  expect(namespaceOf({ method, path: at })).toBe(expected)
})

test('namespaces of earlier use are kept by context, the latest first, and bounded', () => {
  const note = noteNamespaces(settings, 'a#b')
  let changes = 0
  settings.value.subscribe(() => changes++)
  for (let index = 0; index < 30; index++)
    for (const kind of ['pods', 'secrets'])
      note({ method: 'GET', path: `/api/v1/namespaces/ns-${index}/${kind}`, purpose: '' })
  const used = settings.value.get().usedNamespaces['a#b']
  expect(used).toHaveLength(mostUsedNamespaces)
  expect(used?.[0]).toBe('ns-29')
  expect(changes).toBe(30)
})
