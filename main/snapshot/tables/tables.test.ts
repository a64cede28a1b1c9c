import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { Catalog } from '../catalog/index.ts'
import { SnapshotStore } from '../store/index.ts'
import { humanDuration } from './duration.ts'
import { evaluateJsonPath } from './jsonPath.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

it.each([
  [-5 * second, '<invalid>'],
  [-0.5 * second, '0s'],
  [0, '0s'],
  [119 * second, '119s'],
  [120 * second, '2m'],
  [9 * minute + 59 * second, '9m59s'],
  [10 * minute + 30 * second, '10m'],
  [179 * minute, '179m'],
  [3 * hour, '3h'],
  [7 * hour + 59 * minute, '7h59m'],
  [8 * hour + 59 * minute, '8h'],
  [47 * hour, '47h'],
  [48 * hour, '2d'],
  [7 * day + 23 * hour, '7d23h'],
  [8 * day, '8d'],
  [729 * day, '729d'],
  [730 * day, '2y'],
  [800 * day, '2y70d'],
  [8 * 365 * day, '8y'],
])('a duration of %d ms is %s', (milliseconds, expected) => {
  expect(humanDuration(milliseconds)).toBe(expected)
})

describe('a JSONPath of a printer column', () => {
  const object = {
    spec: {
      list: [
        { name: 'a', value: 1 },
        { name: 'b', value: 2 },
      ],
      'odd.key': 'odd',
      nothing: null,
    },
    status: {
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'Other', status: 'False' },
      ],
    },
  }
  it.each([
    ['.spec.list[0].name', ['a']],
    ['.spec.list[-1].name', ['b']],
    ['.spec.list[*].value', [1, 2]],
    ["{.spec['odd.key']}", ['odd']],
    ['.spec.odd\\.key', ['odd']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [`.status.conditions[?(@.type!='Ready')].status`, ['False']],
    ['.spec.nothing', []],
    ['.spec.absent.deeper', []],
    ['.spec.list[5].name', []],
    ['.spec..list', []],
    ['.constructor', []],
  ])('%s', (path, expected) => {
    expect(evaluateJsonPath(object, path)).toEqual(expected)
  })
})

/** Values of every wrong type at every usual place. */
const odd = [null, undefined, 0, 'text', true, [], {}, [null], [[1]], { a: null }]

describe('cells of odd objects', () => {
  const catalog = new Catalog(new SnapshotStore())
  const resources = catalog.groups.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map(({ resource }) => catalog.find(metadata.name ?? '', version, resource)),
    ),
  )

  it('are made for every kind without a crash, one for each column', () => {
    for (const resource of resources) {
      if (resource === null || !resource.verbs.includes('watch')) continue
      for (const value of odd) {
        const object = {
          metadata: { name: 'x', creationTimestamp: value, ownerReferences: [] },
          kind: resource.kind,
          spec: value,
          status: value,
          webhooks: value,
          data: value,
          subsets: value,
          endpoints: value,
          ports: value,
          subjects: value,
          roleRef: value,
          involvedObject: value,
          source: value,
          series: value,
        } as unknown as KubeObject
        const cells = resource.print(object, 0)
        // The server's own tables of addresses have a cell more than columns.
        if (resource.resource !== 'ipaddresses')
          expect(cells.length, resource.resource).toBe(resource.columns.length)
        for (const cell of cells) expect(['string', 'number', 'boolean', 'object']).toContain(typeof cell)
      }
    }
  })
})
