import { describe, expect, it } from 'vitest'
import { unknownShape } from '../../../../shared/diff/index.ts'
import type { Revision } from '../../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { compareRevisions } from './comparison.ts'

const revision = (part: Revision['part']): Revision => ({
  id: 'x',
  origin: part === 'template' ? 'kept' : 'seen',
  part,
  label: '',
  at: 0,
  managers: [],
  isStatusOnly: false,
})
const options = { withoutServerFields: true, withoutDefaults: true, shape: unknownShape }
const deployment = (image: string, replicas: number, extra = {}): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', resourceVersion: String(replicas) },
  spec: {
    replicas,
    template: { metadata: { creationTimestamp: null }, spec: { containers: [{ name: 'web', image }] } },
  },
  ...extra,
})
const kept: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { template: { metadata: {}, spec: { containers: [{ name: 'web', image: 'a:1' }] } } },
}

describe('a comparison of revisions', () => {
  it('looks at the template alone when one of them holds no more', () => {
    const result = compareRevisions(
      { revision: revision('template'), object: kept },
      { revision: revision('object'), object: deployment('a:2', 7) },
      options,
    )
    expect(result.changes).toBe(1)
    expect(result.rows.filter(row => row.kind === 'changed')).toHaveLength(1)
  })

  it('overlooks status, versions and defaults only when asked to', () => {
    const pair = [
      { revision: revision('object'), object: deployment('a:1', 1, { status: { replicas: 0 } }) },
      { revision: revision('object'), object: deployment('a:1', 1, { status: { replicas: 1 } }) },
    ] as const
    expect(compareRevisions(...pair, options).changes).toBe(0)
    expect(compareRevisions(...pair, { ...options, withoutServerFields: false }).changes).toBe(1)
  })
})
