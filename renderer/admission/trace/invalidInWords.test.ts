import { expect, it } from 'vitest'
import { plainQuestion } from '../../live/index.ts'
import { askedOf } from './asked.ts'
import { invalidInWords } from './NoWay.tsx'

const asked = askedOf(
  { ...plainQuestion, object: { type: 'text', text: 'apiVersion: x.io/v1\nkind: Nope\n' } },
  { discovery: { resources: [] } as never, home: 'shop' },
)
const invalid = (message: string, line = 2, column = 1) =>
  ({ state: 'invalid', error: { kind: 'invalid', message }, line, column }) as const

it('a text that cannot be read is told with its line before its kind is', () => {
  expect(invalidInWords(asked, invalid('This is not valid YAML: a [ is not closed.'))).toBe(
    'This is not valid YAML: a [ is not closed. Line 2, column 1.',
  )
})

it('a kind that is not served is told by its own name', () => {
  const told = invalid('The object is x.io/v1 Nope, and the request is about v1 Pod.', 1)
  expect(invalidInWords(asked, told)).toBe('The server serves no Nope of x.io/v1.')
})
