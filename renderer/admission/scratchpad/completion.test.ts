import { describe, expect, it } from 'vitest'
import { functionsOf } from '../../../shared/cel/kubernetes/index.ts'
import { type CompletionSources, suggestionsFor } from './completion.ts'

const sources: CompletionSources = {
  functions: functionsOf(36),
  variables: ['image'],
  params: {
    root: 'Limit',
    schemas: {
      Limit: { properties: { spec: { type: 'object', properties: { most: { type: 'integer' } } } } },
    },
  },
  schema: {
    root: 'Pod',
    schemas: {
      Pod: {
        properties: {
          metadata: { allOf: [{ $ref: '#/components/schemas/Meta' }], description: 'about it' },
          spec: { $ref: '#/components/schemas/Spec' },
        },
      },
      Meta: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      Spec: {
        type: 'object',
        properties: { containers: { type: 'array', items: { $ref: '#/components/schemas/Container' } } },
      },
      Container: {
        type: 'object',
        properties: { image: { type: 'string' }, ports: { type: 'array', items: { type: 'object' } } },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
}

const labels = (text: string, own = sources) =>
  suggestionsFor(text, own)?.options.map(({ label }) => label) ?? null

describe('what is suggested', () => {
  it.each([
    ['', ['object', 'request', 'authorizer', 'has', 'quantity']],
    ['obj', ['object']],
    ['object.', ['metadata', 'spec']],
    ['object.metadata.', ['name', 'labels']],
    ['object.metadata.na', ['name']],
    ['object.metadata.name.', ['startsWith', 'matches']],
    ["object.metadata.labels['a'].", ['startsWith']],
    ['object.spec.containers.', ['all', 'exists', 'size']],
    ['object.spec.containers[0].', ['image', 'ports']],
    ['object.spec.?containers[0].?', ['image']],
    ['object.spec.containers.all(c, c.', ['image', 'ports']],
    ['object.spec.containers.all(c, has(c.image) && c.image.', ['startsWith']],
    ['object.spec.containers.all(c, ', ['c', 'object']],
    ['request.', ['operation', 'userInfo']],
    ['request.userInfo.', ['username', 'groups']],
    ['variables.', ['image']],
    ['params.', ['spec']],
    ['object.spec.replicas <= params.spec.', ['most']],
    ['oldObject.spec.', ['containers']],
    ['1 < 2 && ', ['object']],
  ])('after %j are %j', (text, expected) => expect(labels(text)).toEqual(expect.arrayContaining(expected)))

  it.each([
    ['object.metadata.name.', 'all'],
    ['object.spec.containers.all(c, true) && ', 'c'],
    ['request.', 'startsWith'],
    ['params.', 'metadata'],
  ])('after %j is not %s', (text, label) => expect(labels(text)).not.toContain(label))

  it.each(["'obje", '12', 'object ', '"a'])('after %j is nothing', text => expect(labels(text)).toBeNull())

  it('replaces the word that is being typed', () => {
    expect(suggestionsFor('object.metadata.na', sources)?.from).toBe('object.metadata.'.length)
  })

  it.each([
    ['object.__proto__.', sources],
    ['object.constructor.', sources],
    ['object.', { ...sources, schema: { root: 'Loop', schemas: sources.schema?.schemas ?? {} } }],
    ['object.', { ...sources, schema: { root: '__proto__', schemas: {} } }],
    [`${'object.a('.repeat(2000)}`, sources],
    [']]]].', sources],
  ] as const)('survives %.20j', (text, own) => expect(() => labels(text, own)).not.toThrow())
})
