import { expect, test } from 'vitest'
import { leftOutPaths, withoutPath } from './leftOut.ts'

const paths = {
  'apps/deployments': ['spec.replicas', 'spec.paused'],
  '': ['metadata.labels'],
  pods: ['spec'],
}

test('what holds for all kinds stands first, then kind by kind', () => {
  expect(leftOutPaths(paths).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    ' metadata.labels',
    'apps/deployments spec.replicas',
    'apps/deployments spec.paused',
    'pods spec',
  ])
})

test('a removed path leaves the others, and a kind without paths goes', () => {
  expect(withoutPath(paths, { kind: 'apps/deployments', path: 'spec.replicas' })).toEqual({
    ...paths,
    'apps/deployments': ['spec.paused'],
  })
  expect(Object.keys(withoutPath(paths, { kind: 'pods', path: 'spec' }))).toEqual(['apps/deployments', ''])
  expect(withoutPath(paths, { kind: 'nodes', path: 'spec' })).toEqual(paths)
})
