import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { replacementOf } from '../../../yaml/replacement.ts'
import { yamlDocument } from './document.ts'
import { FieldNotes } from './fieldNotes.ts'

const object: KubeObject = {
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name: 'x',
    managedFields: [
      {
        manager: 'me',
        operation: 'Apply',
        time: '2026-01-01T00:00:00Z',
        fieldsV1: { 'f:spec': { 'f:list': {} } },
      },
    ],
  },
  spec: { list: [{ name: 'a' }] },
}

describe('the YAML of an object', () => {
  it('leaves managedFields out unless asked for, and knows the field of each line', () => {
    const plain = yamlDocument(object, false)
    expect(plain.text).not.toContain('managedFields')
    expect(yamlDocument(object, true).text).toContain('managedFields')
    const line = plain.text.split('\n').indexOf('  - name: a') + 1
    expect(plain.pathAt(line)).toEqual(['spec', 'list', 0, 'name'])
    expect(plain.pathAt(999)).toEqual([])
  })

  it.each([
    ['abc', 'abc', null],
    ['abc', 'axc', { from: 1, to: 2, insert: 'x' }],
    ['aaa', 'aaaa', { from: 3, to: 3, insert: 'a' }],
    ['abcd', 'ad', { from: 1, to: 3, insert: '' }],
  ])('changes from %s to %s by one replacement', (before, after, expected) => {
    expect(replacementOf(before, after)).toEqual(expected)
  })
})

describe('notes on fields', () => {
  const schema = {
    root: 'Thing',
    schemas: {
      Thing: { properties: { spec: { $ref: '#/components/schemas/Spec' } } },
      Spec: {
        properties: {
          list: {
            type: 'array',
            description: 'A list.',
            items: { properties: { name: { type: 'string' } } },
          },
        },
      },
    },
  }
  it('bring type, documentation and owners together', () => {
    const notes = new FieldNotes(schema, object)
    expect(notes.at(['spec', 'list'])).toMatchObject({
      path: 'spec.list',
      type: 'list of object',
      description: 'A list.',
      owners: [{ manager: 'me', operation: 'Apply' }],
    })
    expect(notes.at(['spec', 'list', 0, 'name'])).toMatchObject({
      path: 'spec.list[0].name',
      type: 'string',
      owners: [{ manager: 'me' }],
    })
  })

  it('are empty where no schema is known', () => {
    expect(new FieldNotes(null, object).at(['spec'])).toMatchObject({ type: '', description: '' })
    expect(new FieldNotes(null, object).at([])).toBeNull()
  })
})
