import { expect, it } from 'vitest'
import { JsonSplitter } from './splitJson.ts'
import type { SplitSink } from './splitSink.ts'
import { YamlSplitter } from './splitYaml.ts'

type Found = readonly [what: string, text: string, line: number]

function split(format: 'json' | 'yaml', text: string, chunk: number, limit = 1000): Found[] {
  const found: Found[] = []
  const sink: SplitSink = {
    value: (bytes, line) => found.push(['value', bytes.toString(), line]),
    item: (bytes, line) => found.push(['item', bytes.toString(), line]),
    head: (bytes, line) => found.push(['head', bytes.toString(), line]),
    problem: (line, message) => found.push(['problem', message.split(/[;:.]/)[0] ?? '', line]),
    log: () => found.push(['log', '', 0]),
  }
  const splitter = format === 'json' ? new JsonSplitter(sink, limit) : new YamlSplitter(sink, limit)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += chunk) splitter.push(Buffer.from(bytes.subarray(at, at + chunk)))
  splitter.end()
  return found
}

const cut = 'The text ends in the middle of what begins here'

const cases: readonly (readonly [
  rule: string,
  format: 'json' | 'yaml',
  text: string,
  found: readonly Found[],
])[] = [
  [
    'values that follow each other',
    'json',
    '{"a":1}{"b":"}"}\n{"c":[{}]}',
    [
      ['value', '{"a":1}', 1],
      ['value', '{"b":"}"}', 1],
      ['value', '{"c":[{}]}', 2],
    ],
  ],
  [
    'items, their document after them',
    'json',
    '{"kind":"List",\n"items":[\n{"x":"\\"]"},\n{"y":[1]}\n],"z":1}',
    [
      ['item', '{"x":"\\"]"}', 3],
      ['item', '{"y":[1]}', 4],
      ['head', '{"kind":"List",\n"items":[],"z":1}', 1],
    ],
  ],
  [
    'no items further in',
    'json',
    '{"spec":{"items":[{"a":1}]}}',
    [['value', '{"spec":{"items":[{"a":1}]}}', 1]],
  ],
  [
    'a text that is called items',
    'json',
    '{"a":"items","b":[{"c":1}]}',
    [['value', '{"a":"items","b":[{"c":1}]}', 1]],
  ],
  [
    'an array as the whole',
    'json',
    '[{"a":1},{"b":2}]',
    [
      ['item', '{"a":1}', 1],
      ['item', '{"b":2}', 1],
      ['head', '{}', 1],
    ],
  ],
  [
    'an end in the middle of an item',
    'json',
    '{"items":[{"a":1},\n{"b":',
    [
      ['item', '{"a":1}', 1],
      ['problem', cut, 2],
      ['head', '{}', 1],
    ],
  ],
  ['an end in the middle of a value', 'json', '\n{"a":"', [['problem', cut, 2]]],
  [
    'rubbish between values, told once a run',
    'json',
    '{"a":1}\nrubbish\nmore\n{"b":1}\n',
    [
      ['value', '{"a":1}', 1],
      ['problem', 'This is no JSON', 2],
      ['value', '{"b":1}', 4],
    ],
  ],
  [
    'logs among the values',
    'json',
    '{"a":1}\n==== START logs for container c of pod a/b ====\n{"not":"an object"\n==== END logs for container c of pod a/b ====\n{"b":1}',
    [
      ['value', '{"a":1}', 1],
      ['log', '', 0],
      ['value', '{"b":1}', 5],
    ],
  ],
  [
    'flow style with comments',
    'json',
    '{ # a "brace {\n a: {b: "c"},\n}\n---\n{a: 1}',
    [
      ['value', '{ # a "brace {\n a: {b: "c"},\n}', 1],
      ['value', '{a: 1}', 5],
    ],
  ],
  [
    'documents',
    'yaml',
    '# first\na: 1\n---\nb: |\n  ---\n  x\n...\n--- # again\nc: 1\n',
    [
      ['value', '# first\na: 1\n', 1],
      ['value', 'b: |\n  ---\n  x\n', 4],
      ['value', 'c: 1\n', 9],
    ],
  ],
  [
    'a document that begins on its mark',
    'yaml',
    '--- {a: 1}\n--- {b: 1}\n',
    [
      ['value', ' {a: 1}\n', 1],
      ['value', ' {b: 1}\n', 2],
    ],
  ],
  [
    'items of a list as kubectl writes it',
    'yaml',
    'apiVersion: v1\nitems:\n- a: 1\n  b:\n  - 2\n\n- c: |\n    - x\nkind: List\n',
    [
      ['item', '- a: 1\n  b:\n  - 2\n\n', 3],
      ['item', '- c: |\n    - x\n', 7],
      ['head', 'apiVersion: v1\nitems:\nkind: List\n', 1],
    ],
  ],
  [
    'items that are further in',
    'yaml',
    'kind: List\nitems: # all\n  # one\n  - a: 1\n  - b: 1\n',
    [
      ['item', '  - a: 1\n', 4],
      ['item', '  - b: 1\n', 5],
      ['head', 'kind: List\nitems: # all\n', 1],
    ],
  ],
  ['no items', 'yaml', 'kind: List\nitems: []\n', [['value', 'kind: List\nitems: []\n', 1]]],
  [
    'logs among the documents',
    'yaml',
    'a: 1\n==== START logs for container c of pod a/b ====\n--- x\n==== END logs for container c of pod a/b ====\nb: 1',
    [
      ['log', '', 0],
      ['value', 'a: 1\n', 1],
      ['value', 'b: 1', 5],
    ],
  ],
]

it.each(cases)('splits off %s (%s), wherever the pieces of the text end', (rule, format, text, found) => {
  for (const chunk of [1, 2, 3, 7, 1000]) {
    const seen = split(format, text, chunk)
    if (rule.startsWith('logs') && format === 'yaml') seen.sort()
    expect(seen, `in pieces of ${chunk}`).toEqual(
      rule.startsWith('logs') && format === 'yaml' ? [...found].sort() : found,
    )
  }
})

it.each([
  ['json', `{"a":"${'x'.repeat(200)}"}{"b":1}`, '{"b":1}'],
  ['json', `{"items":[{"a":"${'x'.repeat(200)}"},{"b":1}]}`, '{"b":1}'],
  ['yaml', `a: ${'x'.repeat(200)}\n---\nb: 1\n`, 'b: 1\n'],
  ['yaml', `items:\n- a: ${'x'.repeat(200)}\n- b: 1\n`, '- b: 1\n'],
] as const)(
  '%s: what is larger than the limit is left out, and what follows is not',
  (format, text, next) => {
    for (const chunk of [1, 50, 1000]) {
      const found = split(format, text, chunk, 100)
      expect(found[0]).toEqual([
        'problem',
        'What begins here is larger than 0 MB, which no object of a cluster is',
        expect.any(Number),
      ])
      expect(found[1]?.[1]).toBe(next)
    }
  },
)

it('a line without end is not held', () => {
  const sink: SplitSink = {
    value: () => undefined,
    item: () => undefined,
    head: () => undefined,
    problem: () => undefined,
    log: () => undefined,
  }
  const splitter = new YamlSplitter(sink, 1000)
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 500; index++) splitter.push(Buffer.from(piece))
  splitter.end()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400 * 1024 * 1024)
})
