import { expect, it } from 'vitest'
import type { LogSource } from '../../../shared/ipc/index.ts'
import { tagsOf } from './sources.ts'

const source = (id: number, pod: string, container = 'app', namespace = 'shop'): LogSource => ({
  id,
  namespace,
  pod,
  container,
  kind: 'container',
  phase: 'live',
  lines: 0,
})
const labels = (...sources: readonly LogSource[]) => [...tagsOf(sources).values()].map(({ label }) => label)

it.each([
  ['of one pod by its containers', [source(0, 'web-1'), source(1, 'web-1', 'proxy')], ['app', 'proxy']],
  ['of one container by their pods', [source(0, 'web-1'), source(1, 'web-2')], ['web-1', 'web-2']],
  [
    'by both where both differ',
    [source(0, 'web-1'), source(1, 'web-2', 'proxy')],
    ['web-1/app', 'web-2/proxy'],
  ],
  [
    'by their namespaces too where those differ',
    [source(0, 'web'), source(1, 'web', 'app', 'test')],
    ['shop/web', 'test/web'],
  ],
  [
    'by the ends of long names',
    [source(0, 'a-rather-long-deployment-7d9f6c5b8-kmf6q'), source(1, 'b')],
    ['…loyment-7d9f6c5b8-kmf6q', 'b'],
  ],
])('sources are told apart %s', (_rule, sources, wanted) => {
  expect(labels(...sources)).toEqual(wanted)
})

it('eight sources have eight colours, and keep them when others join', () => {
  const eight = Array.from({ length: 8 }, (_, id) => source(id, `web-${id}`))
  const before = tagsOf(eight)
  expect(new Set([...before.values()].map(({ colour }) => colour)).size).toBe(8)
  const after = tagsOf([...eight, source(8, 'web-8')])
  for (const [id, { colour }] of before) expect(after.get(id)?.colour).toBe(colour)
})
