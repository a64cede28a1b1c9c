import { expect, it } from 'vitest'
import type { ApiOperationSummary } from '../../shared/ipc/index.ts'
import { branchesOf, matchingOperations, operationRows } from './operationTree.ts'

const operation = (id: string, place: Partial<ApiOperationSummary> = {}): ApiOperationSummary => {
  const [method = 'GET', path = '/'] = id.split(' ')
  const plain = { group: '', version: '', resource: '', subresource: '', kind: '', action: 'read' } as const
  return { id, method: method as 'GET', path, ...plain, ...place }
}

const health = operation('GET /healthz')
const pods = operation('GET /api/v1/pods', { version: 'v1', resource: 'pods', kind: 'Pod', action: 'list' })
const log = operation('GET /api/v1/namespaces/{namespace}/pods/{name}/log', {
  ...{ version: 'v1', resource: 'pods', subresource: 'log', kind: 'Pod', action: 'get' },
})
const roll = operation('PATCH /apis/apps/v1/x', {
  ...{ group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', action: 'patch' },
})
const all = [roll, log, pods, health]

it('groups stand closed, those of the server first, then the core group', () => {
  expect(operationRows(all, new Set()).map(({ id }) => id)).toEqual(['Server', 'core/v1', 'apps/v1'])
})

it('an operation is in sight once the branches around it are open', () => {
  for (const one of all) {
    const rows = operationRows(all, new Set(branchesOf(one)))
    expect(rows.map(({ id }) => id)).toContain(one.id)
  }
})

it.each([
  ['pods get', [log, pods]],
  ['patch deployment', [roll]],
  ['apps/v1', [roll]],
  ['nothing of it', []],
])('“%s” finds what has every word', (filter, found) => {
  expect(matchingOperations(all, filter)).toEqual(found)
})
