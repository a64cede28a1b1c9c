import { expect, it } from 'vitest'
import { namedObject, servedKind } from './namedObject.ts'

const web = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' }

it.each([
  ['apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec: {}\n', web],
  [
    '# a comment\nkind: "Deployment" # of a web\napiVersion: \'apps/v1\'\nmetadata:\n    labels:\n        name: other\n    name: web\n    namespace: shop',
    web,
  ],
  ['apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n', web],
  ['{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"shop","name":"web"}}', web],
  ['apiVersion: apps/v1\r\nkind: Deployment\r\nmetadata:\r\n  name: web\r\n  namespace: shop\r\n', web],
  [
    'metadata:\n  generateName: web-\nkind: Deployment\n',
    { apiVersion: '', kind: 'Deployment', namespace: '', name: '' },
  ],
  ['spec:\n  kind: Deployment\n', { apiVersion: '', kind: '', namespace: '', name: '' }],
  ['', { apiVersion: '', kind: '', namespace: '', name: '' }],
  ['::: not yaml {{{', { apiVersion: '', kind: '', namespace: '', name: '' }],
])('the names of %j are found as it is typed', (text, names) => expect(namedObject(text)).toEqual(names))

it('endless text is not looked through', () => {
  const before = performance.now()
  namedObject(`metadata:\n${'  a: b\n'.repeat(400_000)}`)
  namedObject('{'.repeat(1_000_000))
  expect(performance.now() - before).toBeLessThan(500)
})

it('a kind that is not served is none', () => {
  const info = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' }
  const discovery = { resources: [info] } as unknown as Parameters<typeof servedKind>[0]
  expect(servedKind(discovery, web)).toBe(info)
  expect(servedKind(discovery, { ...web, apiVersion: 'apps/v2' })).toBeNull()
  expect(servedKind(null, web)).toBeNull()
})
