import { expect, it } from 'vitest'
import { type Shape, shapeOfSchema } from '../diff/index.ts'
import type { KubeObject } from '../kube/index.ts'
import { migratedFromClientSide, ownersOfPaths, predictApply, predictUpdate } from './index.ts'

const shape: Shape = shapeOfSchema({
  root: 'root',
  schemas: {
    root: {
      properties: {
        metadata: { properties: { labels: { additionalProperties: { type: 'string' } } } },
        data: { additionalProperties: { type: 'string' } },
      },
    },
  },
})

const now = '2026-01-01T00:00:00Z'
const later = '2026-01-01T00:01:00Z'

const configMap = (data: Readonly<Record<string, string>>): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data }) as KubeObject

const apply = (live: KubeObject | null, data: Record<string, string>, manager = 'me', force = false) =>
  predictApply({ live, applied: configMap(data), manager, force, shape, now: live === null ? now : later })

it('an apply that creates owns what it set, and names belong to nobody', () => {
  expect(apply(null, { a: '1' }).object.metadata.managedFields).toEqual([
    {
      manager: 'me',
      operation: 'Apply',
      apiVersion: 'v1',
      time: now,
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { 'f:a': {} } },
    },
  ])
})

it('a field that the applier drops goes away where nobody else owns it', () => {
  const live = apply(null, { a: '1', b: '2' }).object
  expect(apply(live, { a: '1' }).object).toMatchObject({ metadata: { name: 'x' }, data: { a: '1' } })
  const shared = apply(live, { b: '2' }, 'other').object
  expect(apply(shared, { a: '1' }).object).toMatchObject({ data: { a: '1', b: '2' } })
})

it('a change of what another owns conflicts, and force takes it', () => {
  const live = apply(null, { a: '1' }, 'other').object
  expect(apply(live, { a: '2' })).toEqual({
    object: live,
    conflicts: [{ path: ['data', 'a'], managers: ['other'] }],
  })
  const taken = apply(live, { a: '2' }, 'me', true).object
  expect(ownersOfPaths(taken, [['data', 'a']])[0]?.owners.map(({ manager }) => manager)).toEqual(['me'])
})

it('the same apply once more changes nothing, the time included', () => {
  const live = apply(null, { a: '1' }).object
  expect(apply(live, { a: '1' }).object).toEqual(live)
})

it('an update takes what it changes', () => {
  const live = apply(null, { a: '1', b: '2' }, 'other').object
  const updated = predictUpdate({
    live,
    updated: { ...live, data: { a: '3', b: '2' } } as KubeObject,
    manager: 'me',
    shape,
    now: later,
  })
  const owners = ownersOfPaths(updated, [
    ['data', 'a'],
    ['data', 'b'],
  ])
  expect(owners.map(({ owners: [owner] }) => owner?.manager)).toEqual(['me', 'other'])
})

it('after migration from client-side apply, a dropped field goes away', () => {
  const live = predictUpdate({
    ...{ live: null, shape, now, manager: 'kubectl-client-side-apply' },
    updated: configMap({ a: '1', b: '2' }),
  })
  expect(apply(live, { a: '1' }).object).toMatchObject({ data: { a: '1', b: '2' } })
  const migrated = migratedFromClientSide(live, 'me')
  expect(apply(migrated, { a: '1' }).object).toMatchObject({ data: { a: '1' } })
  expect((apply(migrated, { a: '1' }).object as { data?: object }).data).toEqual({ a: '1' })
  expect(migratedFromClientSide(migrated, 'me')).toBe(migrated)
})
