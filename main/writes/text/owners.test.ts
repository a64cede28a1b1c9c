import { expect, it } from 'vitest'
import { unknownShape } from '../../../shared/diff/index.ts'
import type { KubeObject, ManagedFieldsEntry } from '../../../shared/kube/index.ts'
import { lastAppliedAnnotation, migrated, released, takenOver } from './owners.ts'

const entry = (manager: string, operation: 'Apply' | 'Update', fieldsV1: object): ManagedFieldsEntry => ({
  ...{ manager, operation, apiVersion: 'v1', time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1 },
})
const object = (...managedFields: readonly ManagedFieldsEntry[]): KubeObject => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1', b: '2', c: '3' } },
  metadata: { name: 'x', managedFields },
})
const sets = (entries: readonly ManagedFieldsEntry[] | null) =>
  entries?.map(({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1])

it('a field that is taken over is the manager’s alone, and others keep the rest', () => {
  const live = object(
    entry('helm', 'Update', { 'f:data': { '.': {}, 'f:a': {}, 'f:b': {} } }),
    entry('me', 'Apply', { 'f:data': { 'f:c': {} } }),
  )
  expect(sets(takenOver(live, 'me', [['data', 'a']], unknownShape))).toEqual([
    ['helm', 'Update', { 'f:data': { '.': {}, 'f:b': {} } }],
    ['me', 'Apply', { 'f:data': { 'f:a': {}, 'f:c': {} } }],
  ])
})

it('a field that nobody manages becomes the manager’s, and an entry that is left with nothing goes', () => {
  expect(sets(takenOver(object(), 'me', [['data', 'a']], unknownShape))).toEqual([
    ['me', 'Apply', { 'f:data': { 'f:a': {} } }],
  ])
  const only = object(entry('helm', 'Update', { 'f:data': { '.': {}, 'f:a': {} } }))
  expect(sets(takenOver(only, 'me', [['data', 'a']], unknownShape))).toEqual([
    ['me', 'Apply', { 'f:data': { 'f:a': {} } }],
  ])
})

it('a field that is released is in no entry of the manager', () => {
  const live = object(
    entry('me', 'Apply', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
    entry('me', 'Update', { 'f:data': { 'f:a': {} } }),
    entry('other', 'Apply', { 'f:data': { 'f:a': {} } }),
  )
  expect(sets(released(live, 'me', [['data', 'a']]))).toEqual([
    ['me', 'Apply', { 'f:data': { 'f:b': {} } }],
    ['other', 'Apply', { 'f:data': { 'f:a': {} } }],
  ])
})

it('what kubectl applied on the client’s side becomes what the manager applied, without kubectl’s record', () => {
  const annotations = { 'f:annotations': { '.': {}, [`f:${lastAppliedAnnotation}`]: {} } }
  const live = object(
    entry('kubectl-client-side-apply', 'Update', { 'f:metadata': annotations, 'f:data': { 'f:a': {} } }),
    entry('other', 'Update', { 'f:data': { 'f:b': {} } }),
  )
  expect(sets(migrated(live, 'me'))).toEqual([
    ['other', 'Update', { 'f:data': { 'f:b': {} } }],
    ['me', 'Apply', { 'f:data': { 'f:a': {} } }],
  ])
  expect(migrated(object(entry('other', 'Update', { 'f:data': {} })), 'me')).toBeNull()
})
