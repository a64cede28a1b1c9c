import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { printYaml, yamlLines } from './yaml.ts'

const strings = [
  'yes',
  'No',
  'on',
  'OFF',
  'y',
  'N',
  'true',
  'null',
  '~',
  '',
  ' ',
  '0644',
  '0o644',
  '08',
  '1e3',
  '1_000',
  '0x1F',
  '1:20',
  '12:30:45',
  '.5',
  '1.',
  '.inf',
  '-.INF',
  '.NaN',
  '2024-01-02',
  '2024-01-02T03:04:05Z',
  '10.0.0.1',
  'v1.36.3',
  '-',
  '- a',
  '-a',
  '?',
  ': a',
  ':a',
  'a: b',
  'a:',
  'a #b',
  '#a',
  '[a',
  '{a',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '%a',
  '@a',
  '`a',
  "it's",
  '"q"',
  'a\tb',
  '\ttab',
  'line\n',
  'two\nlines',
  'end\n\n',
  '\nstart',
  '  indented\nblock',
  'trail \nb',
  'a\n  \nb',
  'crlf\r\nx',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ufeff',
  '😀',
  '\ud800',
  '---',
  '--- a',
  '...',
  '<<',
  '=',
  '{ofUfac]>t[898dfs',
  'a,b',
  'a]',
  '0b101',
  '+1',
  '-1',
  '1e',
  'e1',
  'Infinity',
  'NaN',
  '*',
  'k8s.io/x',
  'C:\\x',
  'a\\nb',

  '#\n#',
  '- x\n- y',
  'key: |\n  text',
  '\u00a0nbsp',
  'tab\n\tin block',
  'ends with colon:',
  '::',
  '-:',
  '?a',
  '_1',
  '1_',
  '0_7',
]

describe('printing', () => {
  it.each(strings)('keeps %j a string for readers of YAML 1.1 and 1.2', text => {
    const value = { [text]: text, list: [text, { [text]: [text] }], nested: { text } }
    const printed = printYaml(value)
    for (const version of ['1.1', '1.2'] as const)
      expect(parse(printed, { version, merge: false, uniqueKeys: false }), `${version}: ${printed}`).toEqual(
        value,
      )
  })

  it('puts what identifies an object first and its status last, all else sorted', () => {
    const printed = printYaml({
      status: {},
      data: { b: 1, a: [] },
      metadata: { name: 'x' },
      kind: 'K',
      apiVersion: 'v1',
    })
    expect(printed).toBe(
      'apiVersion: v1\nkind: K\nmetadata:\n  name: x\ndata:\n  a: []\n  b: 1\nstatus: {}\n',
    )
  })

  it('sets lists at the level of their key, as kubectl does', () => {
    expect(printYaml({ a: [{ name: 'x', ports: [1, [2, 3]] }] })).toBe(
      'a:\n- name: x\n  ports:\n  - 1\n  - - 2\n    - 3\n',
    )
  })

  it('tells for each line which field it belongs to', () => {
    const lines = yamlLines({ spec: { list: [{ name: 'x', text: 'a\nb\n' }] } })
    const paths = lines.map(line => {
      const steps: (string | number)[] = []
      for (let path = line.path; path !== null; path = path.parent) steps.unshift(path.element)
      return steps.join('.')
    })
    expect(paths).toEqual([
      'spec',
      'spec.list',
      'spec.list.0.name',
      'spec.list.0.text',
      'spec.list.0.text',
      'spec.list.0.text',
    ])
  })
})
