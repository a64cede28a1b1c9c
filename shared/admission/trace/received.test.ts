import { expect, it } from 'vitest'
import { received } from './received.ts'
import { json, requestOf } from './world.fixture.ts'

const of = (metadata: object, namespace = 'shop') =>
  received(json({ kind: 'Thing', metadata }), requestOf({ namespace })).metadata

it('what is in no namespace names none', () => {
  expect(of({ name: 'a', namespace: 'shop' }, '')).toEqual({ name: 'a' })
  expect(of({ name: 'a', namespace: 'shop' })).toEqual({ name: 'a', namespace: 'shop' })
})

it('managers that cannot be read count as none, others stay', () => {
  const entry = { manager: 'm', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: {} }
  expect(of({ managedFields: [entry] })).toEqual({ managedFields: [entry] })
  expect(of({ managedFields: [entry, { ...entry, operation: 'Guess' }] })).toEqual({})
  expect(of({ managedFields: [null] })).toEqual({})
})
