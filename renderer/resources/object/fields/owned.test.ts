import { expect, it } from 'vitest'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { ownershipOf } from './owned.ts'

it('lists managers by their latest write, leaves only, and what several own', () => {
  const entry = (manager: string, time: string, fieldsV1: unknown) => ({
    manager,
    operation: 'Update',
    time,
    fieldsV1,
  })
  const object = {
    apiVersion: 'v1',
    kind: 'X',
    metadata: {
      name: 'x',
      managedFields: [
        entry('old', '2026-01-01T00:00:00Z', { 'f:spec': { 'f:replicas': {} } }),
        entry('new', '2026-02-01T00:00:00Z', {
          'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
          'f:spec': { 'f:replicas': {} },
        }),
      ],
    },
  } as unknown as KubeObject
  const { entries, shared } = ownershipOf(object)
  expect(entries.map(({ owner, paths }) => [owner.manager, paths])).toEqual([
    ['new', ['metadata.labels.app', 'spec.replicas']],
    ['old', ['spec.replicas']],
  ])
  expect(shared).toEqual([{ path: 'spec.replicas', managers: ['new', 'old'] }])
})
