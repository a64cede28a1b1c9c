import { expect, it } from 'vitest'
import { drawn, jsonOf, mostDrawn, tableOf, yamlOf } from './answerText.ts'

it('JSON is read as YAML and indented, and what is no JSON stays as it came', () => {
  expect(yamlOf('{"a":{"b":["yes"]}}')).toBe('a:\n  b:\n  - "yes"\n')
  expect(jsonOf('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(yamlOf('not found')).toBeNull()
  expect(jsonOf('not found')).toBe('not found')
})

it('a Table has its columns and cells; nothing else is one', () => {
  const table = {
    kind: 'Table',
    columnDefinitions: [{ name: 'Name' }, { name: 'Age' }],
    rows: [{ cells: ['web', null] }, { cells: [1, { a: true }] }, 'odd'],
  }
  expect(tableOf(JSON.stringify(table))).toEqual({
    columns: ['Name', 'Age'],
    rows: [['web', ''], ['1', '{"a":true}'], []],
  })
  expect(tableOf('{"kind":"PodList"}')).toBeNull()
})

it('a long text is cut where nobody reads on', () => {
  expect(drawn('a'.repeat(mostDrawn))).toMatchObject({ isCut: false })
  expect(drawn('a'.repeat(mostDrawn + 1))).toMatchObject({ isCut: true })
})
