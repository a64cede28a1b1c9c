import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { ask, askJson, tableForm } from './testClient.ts'
import { type List, serverForEachTest } from './underTest.ts'

const definitions = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }

const test = serverForEachTest()

const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.org' },
  spec: {
    group: 'example.org',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', shortNames: ['th'] },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'State', type: 'string', jsonPath: '.status.state', priority: 1 },
        ],
      },
      { name: 'v1alpha1', served: true, storage: false },
      { name: 'v2', served: false, storage: false },
    ],
  },
}

describe('custom kinds', () => {
  it('are served, discovered and printed as soon as they are defined, and gone with their definition', async () => {
    const discoveryForm = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const before = await ask(test.socket, '/apis', { headers: { accept: discoveryForm } })
    test.store.put(definitions, definition)
    test.store.put(
      { group: 'example.org', resource: 'things' },
      {
        apiVersion: 'example.org/v1',
        kind: 'Thing',
        metadata: { name: 't', namespace: 'a' },
        spec: { size: 3 },
      },
    )
    const after = await ask(test.socket, '/apis', {
      headers: { accept: discoveryForm, 'if-none-match': String(before.headers.etag) },
    })
    expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false])
    const group = (
      JSON.parse(after.text) as {
        readonly items: readonly {
          readonly metadata: { readonly name: string }
          readonly versions: readonly { readonly version: string }[]
        }[]
      }
    ).items.find(({ metadata }) => metadata.name === 'example.org')
    expect(group?.versions.map(({ version }) => version)).toEqual(['v1', 'v1alpha1'])
    const table = await askJson<{
      readonly columnDefinitions: readonly { readonly name: string }[]
      readonly rows: readonly { readonly cells: readonly unknown[] }[]
    }>(test.socket, '/apis/example.org/v1/things', { accept: tableForm })
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Size', 'State'])
    expect(table.rows[0]?.cells).toEqual(['t', 3, null])
    expect((await askJson<List>(test.socket, '/apis/example.org/v1alpha1/things')).items[0]).toMatchObject({
      apiVersion: 'example.org/v1alpha1',
      kind: 'Thing',
    })
    expect(await askJson(test.socket, '/openapi/v3/apis/example.org/v1')).toMatchObject({
      components: {
        schemas: {
          'org.example.v1.Thing': {
            'x-kubernetes-group-version-kind': [{ group: 'example.org', kind: 'Thing', version: 'v1' }],
          },
        },
      },
    })
    test.store.remove(definitions, '', 'things.example.org')
    expect((await ask(test.socket, '/apis/example.org/v1/things')).status).toBe(404)
  })
})

describe('discovery and OpenAPI', () => {
  it('answer 304 to the tag they gave', async () => {
    for (const [path, accept] of [
      ['/apis', 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'],
      ['/openapi/v3/apis/apps/v1', 'application/json'],
    ] as const) {
      const first = await ask(test.socket, path, { headers: { accept } })
      const again = await ask(test.socket, path, {
        headers: { accept, 'if-none-match': String(first.headers.etag) },
      })
      expect([first.status, again.status, again.text]).toEqual([200, 304, ''])
    }
  })

  it('list a document for every group-version, compressed when asked, without descriptions', async () => {
    const { paths } = await askJson<{
      readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>
    }>(test.socket, '/openapi/v3')
    expect(Object.keys(paths)).toContain('apis/admissionregistration.k8s.io/v1')
    for (const { serverRelativeURL } of Object.values(paths)) {
      const answer = await ask(test.socket, serverRelativeURL, { headers: { 'accept-encoding': 'gzip' } })
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip'])
    }
    const { text } = await ask(test.socket, '/openapi/v3/api/v1')
    expect(text).toContain('"io.k8s.api.core.v1.Pod"')
    expect(text).not.toMatch(/"description":"/)
  })

  it('say the version of the server that the schemas are from', async () => {
    expect(await askJson(test.socket, '/version')).toMatchObject({
      gitVersion: expect.stringMatching(/^v1\.36\.\d+-snapshot$/),
    })
  })
})
