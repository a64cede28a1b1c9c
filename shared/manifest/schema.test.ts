import { expect, it } from 'vitest'
import { schemaProblems } from './index.ts'

const schema = {
  root: 'Thing',
  schemas: {
    Thing: {
      type: 'object',
      required: ['spec'],
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        spec: { allOf: [{ $ref: '#/components/schemas/Spec' }], default: {} },
      },
    },
    Spec: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
        replicas: { type: 'integer', format: 'int32', minimum: 0 },
        policy: { type: 'string', enum: ['Always', 'Never'] },
        port: { 'x-kubernetes-int-or-string': true },
        cpu: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        isOn: { type: 'boolean' },
        list: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Spec' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        data: { type: 'string', format: 'byte' },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
}

const problemsOf = (spec: string) =>
  schemaProblems(`apiVersion: a/v1\nkind: Thing\nspec:\n  name: a\n${spec}`, 0, schema)

it.each([
  '  replicas: 3\n  policy: Never\n  port: 80\n  cpu: 1\n  isOn: yes\n  list: [{name: b}]\n  labels: {a: b}\n',
  '  port: http\n  cpu: 100m\n  free: {x: {y: 1}}\n  data: aGk=\n',
  '  replicas: ~\n  list:\n',
])('%j is taken', spec => expect(problemsOf(spec)).toEqual([]))

it.each([
  ['  replicas: three\n', 5, 13, 'error', 'replicas has to be a whole number; it is the text three.'],
  ['  replicas: -1\n', 5, 13, 'error', 'replicas has to be at least 0.'],
  [
    '  replicas: 3000000000\n',
    5,
    13,
    'error',
    'replicas is a number of 32 bits, which 3000000000 is beyond.',
  ],
  ['  policy: Alway\n', 5, 11, 'error', 'policy takes Always or Never; it is Alway.'],
  ['  replica: 1\n', 5, 3, 'warning', 'The kind has no field replica here. Is replicas meant?'],
  ['  list: [{}]\n', 5, 10, 'warning', 'list needs the field name.'],
  ['  list:\n  - name: AB\n', 6, 11, 'error', 'name does not match the pattern ^[a-z]+$.'],
  ['  list: 5\n', 5, 9, 'error', 'list has to be a list; it is the number 5.'],
  ['  labels:\n    a: 1\n', 6, 8, 'error', 'a has to be a text; it is the number 1.'],
  ['  labels: [a]\n', 5, 11, 'error', 'labels has to be a mapping; it is a list.'],
  ['  port: 1.5\n', 5, 9, 'error', 'port has to be a whole number or a text; it is the number 1.5.'],
  ['  data: "?"\n', 5, 9, 'error', 'data has to be base64.'],
])('%j: line %i, column %i', (spec, line, column, severity, message) => {
  expect(problemsOf(spec)).toEqual([expect.objectContaining({ line, column, severity, message })])
})

it('a near name and a wrong choice can be mended', () => {
  const [unknown] = problemsOf('  replica: 1\n')
  expect(unknown?.fix?.edits.map(({ insert }) => insert)).toEqual(['replicas'])
  const [choice] = problemsOf('  policy: always\n')
  expect(choice?.fix?.edits.map(({ insert }) => insert)).toEqual(['Always'])
})

it('what is missing is no problem in a text that is applied to what has it, or is a patch of it', () => {
  const text = 'apiVersion: a/v1\nkind: Thing\nspec:\n  list: [{}]\n  replica: 1\n'
  expect(schemaProblems(text, 0, schema, { isPartial: true }).map(({ message }) => message)).toEqual([
    'The kind has no field replica here. Is replicas meant?',
  ])
})
