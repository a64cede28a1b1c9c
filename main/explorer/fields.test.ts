import { describe, expect, it } from 'vitest'
import type { KindSchema } from '../../shared/ipc/index.ts'
import { differencesOf, everyField, fieldIn, placeOf, searchFields } from './fields.ts'

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const set = (more: Record<string, unknown> = {}): KindSchema => ({
  root: 'x.Thing',
  schemas: {
    'x.Thing': {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: { allOf: [reference('x.Spec')], default: {}, description: 'What is wanted.' },
      },
    },
    'x.Spec': {
      type: 'object',
      required: ['mode'],
      properties: {
        mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
        size: {
          type: 'integer',
          format: 'int32',
          minimum: 1,
          'x-kubernetes-validations': [{ rule: 'self > 0', message: 'too small' }],
        },
        parts: {
          type: 'array',
          items: { allOf: [reference('x.Part')], default: {} },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        nested: reference('x.Spec'),
        port: { 'x-kubernetes-int-or-string': true },
        ...more,
      },
    },
    'x.Part': { type: 'object', properties: { name: { type: 'string', description: 'Which of them.' } } },
  },
})

describe('a field', () => {
  it('is told with its type, default, values, limits and rules', () => {
    const { field, fields } = placeOf(set(), ['spec'])
    expect(field).toMatchObject({
      type: 'Spec',
      isRequired: true,
      defaultValue: '{}',
      documentation: 'What is wanted.',
    })
    const by = (name: string) => fields.find(one => one.name === name)
    expect(by('mode')).toMatchObject({
      type: 'string',
      isRequired: true,
      choices: ['a', 'b'],
      defaultValue: '"a"',
    })
    expect(by('size')).toMatchObject({
      constraints: ['at least 1'],
      rules: [{ rule: 'self > 0', message: 'too small' }],
    })
    expect(by('parts')).toMatchObject({
      type: 'list of Part',
      listType: 'map',
      listKeys: ['name'],
      hasFields: true,
    })
    expect(by('labels')?.type).toBe('map of string')
    expect(by('port')?.type).toBe('integer or string')
  })

  it('inside of a list is found with and without the step into it', () => {
    expect(placeOf(set(), ['spec', 'parts', 'name']).field.documentation).toBe('Which of them.')
    expect(placeOf(set(), ['spec', 'parts', '[]', 'name']).field.documentation).toBe('Which of them.')
  })

  it('that is not there says what is', () => {
    expect(() => placeOf(set(), ['spec', 'mood'])).toThrow(/no field spec\.mood.*spec has: labels, mode/)
    expect(() => placeOf(set(), ['constructor'])).toThrow(/no field/)
  })
})

it('what holds itself is told, and every field comes once and ends', () => {
  expect(placeOf(set(), ['spec', 'nested']).field.isRecursive).toBe(true)
  const paths = [...everyField(set())].map(({ path }) => path.join('.'))
  expect(paths).toContain('spec.nested')
  expect(paths).not.toContain('spec.nested.mode')
  expect(new Set(paths).size).toBe(paths.length)
})

it('fields are found by name, then by documentation', () => {
  expect(searchFields(set(), 'name').map(({ path }) => path.join('.'))).toEqual(['spec.parts.[].name'])
  expect(searchFields(set(), 'which them')[0]?.name).toBe('name')
  expect(searchFields(set(), 'nothing of it')).toEqual([])
})

it('versions tell whether they have a field, and what differs', () => {
  const later = set({ size: { type: 'string' }, extra: { type: 'boolean' } })
  expect(fieldIn('v2', later, ['spec', 'extra'])).toEqual({ version: 'v2', isServed: true, type: 'boolean' })
  expect(fieldIn('v1', set(), ['spec', 'extra']).type).toBe('')
  expect(differencesOf(set(), later)).toEqual([
    { path: ['spec', 'extra'], change: 'added', detail: '' },
    {
      path: ['spec', 'size'],
      change: 'changed',
      detail: 'type integer (int32) → string; limits at least 1 → none',
    },
  ])
})
