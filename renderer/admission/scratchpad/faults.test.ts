import { describe, expect, it } from 'vitest'
import { failureInWords, issueInWords } from './faults.ts'

const eof = "Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', NUM_FLOAT}"

describe('what does not compile', () => {
  it.each([
    ['foo(', eof, "It ends too early: ')' is missing."],
    ["[1, '(', ", eof, "It ends too early: ']' is missing."],
    ['a +', eof, 'It ends too early.'],
    ['a b', "Syntax error: extraneous input 'b'", "Syntax error: extraneous input 'b'"],
  ])('%j says in few words what is missing', (source, message, words) => {
    expect(issueInWords(message, source)).toBe(words)
  })
})

describe('what fails', () => {
  const schema = { root: 'a', schemas: { a: { properties: { replicas: {}, selector: {} } }, b: null } }
  const nothing = { source: 'x', parts: [] }

  it.each([
    ['replicaz', 'no such key: replicaz – replicas?'],
    ['template', 'no such key: template'],
  ])('names the field that is meant by %s, where one is near', (key, words) => {
    expect(failureInWords(`no such key: ${key}`, nothing, schema)).toBe(words)
    expect(failureInWords(`no such key: ${key}`, nothing, null)).toBe(`no such key: ${key}`)
  })

  it('names the types of the operands that do not go together', () => {
    const source = 'object.metadata.name + 1 == 2'
    const message = 'no such overload'
    const parts = [
      { start: 0, end: source.length, text: message },
      { start: 0, end: 24, text: message },
      { start: 0, end: 20, text: '"web"' },
      { start: 0, end: 15, text: '{…}' },
      { start: 23, end: 24, text: '1' },
    ]
    const told = `expression '${source}' resulted in error: ${message}`
    expect(failureInWords(told, { source, parts }, null)).toBe('no such overload: string + int')
    expect(failureInWords(message, nothing, null)).toBe(message)
  })
})
