import { describe, expect, it } from 'vitest'
import { ownersAt, readOwnedFields, readOwnership } from './fields.ts'
import type { KubeObject } from './object.ts'
import { formatPath } from './path.ts'

const entry = (manager: string, fieldsV1: unknown, extra: Record<string, unknown> = {}) => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...extra,
})

const object: KubeObject = {
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name: 'x',
    finalizers: ['keep', 'other'],
    labels: { 'a/b': '1', free: '2' },
    managedFields: [
      entry('kubectl', {
        'f:metadata': { 'f:labels': { '.': {}, 'f:a/b': {} }, 'f:finalizers': { '.': {}, 'v:"keep"': {} } },
        'f:spec': {
          'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:name': {} } },
          'f:rules': {},
        },
      }),
      entry(
        'scaler',
        { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:name': {} } } } },
        {
          subresource: 'scale',
          operation: 'Apply',
          time: 'never',
        },
      ),
    ] as never,
  },
  spec: {
    ports: [
      { port: 53, protocol: 'UDP' },
      { port: 80, protocol: 'TCP', name: 'web' },
    ],
    rules: [{ verbs: ['get'] }],
  },
}

const managers = (...path: (string | number)[]) =>
  ownersAt(readOwnership(object), path).map(owner => owner.manager)

describe('ownership', () => {
  it.each([
    ['a label', ['metadata', 'labels', 'a/b'], ['kubectl']],
    ['a label nobody claims', ['metadata', 'labels', 'free'], []],
    ['an item of a set by its value', ['metadata', 'finalizers', 0], ['kubectl']],
    ['an item of a set nobody claims', ['metadata', 'finalizers', 1], []],
    [
      'a field of an item by the item’s key, wherever it stands',
      ['spec', 'ports', 1, 'name'],
      ['kubectl', 'scaler'],
    ],
    ['an item that no key names', ['spec', 'ports', 0, 'port'], []],
    ['everything below an atomic list', ['spec', 'rules', 0, 'verbs', 0], ['kubectl']],
    ['a path that is not there', ['spec', 'nothing', 3], []],
  ] as const)('knows who owns %s', (_name, path, expected) => {
    expect(managers(...path)).toEqual(expected)
  })

  it('tells operation, subresource and time, and null for a time that is none', () => {
    const [, scaler] = ownersAt(readOwnership(object), ['spec', 'ports', 1, 'name'])
    expect(scaler).toEqual({
      manager: 'scaler',
      operation: 'Apply',
      apiVersion: 'v1',
      subresource: 'scale',
      time: null,
    })
  })

  it('lists the paths of each manager', () => {
    expect(readOwnedFields(object)[1]?.paths.map(formatPath)).toEqual([
      'spec.ports[port=80,protocol=TCP].name',
    ])
    expect(readOwnedFields(object)[0]?.paths.map(formatPath)).toContain('metadata.finalizers[="keep"]')
  })

  it.each([
    undefined,
    null,
    'x',
    [null, 3, { fieldsV1: 7 }, { fieldsV1: { 'k:{bad': {}, 'v:': {}, 'i:x': {}, x: {} } }],
  ])('survives managedFields of %j', managedFields => {
    const odd = { ...object, metadata: { name: 'x', managedFields } } as unknown as KubeObject
    expect(ownersAt(readOwnership(odd), ['spec', 'ports', 0])).toEqual([])
    expect(readOwnedFields(odd).flatMap(fields => fields.paths)).toEqual([])
  })
})
