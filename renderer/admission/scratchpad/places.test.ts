import { describe, expect, it } from 'vitest'
import { expressionPlaces } from './places.ts'

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
spec:
  variables:
    - name: image
      expression: object.spec.image
  validations:
    - expression: |
        has(object.spec) &&
          object.spec.replicas < 5
      messageExpression: "'it has ' + \\"x\\""
    - expression: >-
        object.metadata.name
        != 'it''s'
    - { expression: 'a == ''b''' }
  auditAnnotations:
    - key: x
      valueExpression: 'string(1)'
`

describe('expressions in the YAML of a policy', () => {
  it('are found by the names that the engine has for them', () => {
    expect(expressionPlaces(policy).map(({ field }) => field)).toEqual([
      'spec.variables[0].expression',
      'spec.validations[0].expression',
      'spec.validations[0].messageExpression',
      'spec.validations[1].expression',
      'spec.validations[2].expression',
      'spec.auditAnnotations[0].valueExpression',
    ])
  })

  it.each(['object', 'replicas', '5', "'it", 'metadata', "s'", 'b', 'string', '+'])(
    'have %j where it stands in the text, however it is quoted and folded',
    word => {
      for (const { source, at } of expressionPlaces(policy)) {
        const offset = source.indexOf(word)
        if (offset >= 0) expect(policy.slice(at(offset)).startsWith(word)).toBe(true)
      }
    },
  )

  it.each([
    '',
    'a: [',
    '- expression: x',
    'spec: &a\n  x: *a',
    `${'['.repeat(20_000)}`,
    '\u0000',
    'spec:\n  expression: 5',
  ])('are not looked for in %j', text => expect(expressionPlaces(text)).toEqual([]))
})
