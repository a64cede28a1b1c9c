import { describe, expect, it } from 'vitest'
import type { Expr } from './ast.ts'
import { CelSyntaxError, formatIssues } from './issue.ts'
import type { MacroFamily } from './macros.ts'
import { parse } from './parser.ts'

const macros = new Set<MacroFamily>(['standard', 'optional', 'twoVariables'])

const fault = (source: string): string => {
  try {
    parse(source, { macros, optionalSyntax: true })
    return ''
  } catch (error) {
    if (error instanceof CelSyntaxError) return formatIssues(source, error.issues)
    throw error
  }
}

/** A tree in brackets, operators first. */
function shown(expr: Expr): string {
  switch (expr.kind) {
    case 'literal':
      return expr.literal.type === 'null' ? 'null' : String(expr.literal.value)
    case 'ident':
      return expr.name
    case 'select':
      return expr.testOnly
        ? `has(${shown(expr.operand)}.${expr.field})`
        : `${shown(expr.operand)}.${expr.field}`
    case 'call':
      return `(${[expr.name, ...(expr.target === null ? [] : [expr.target]), ...expr.args].map(part => (typeof part === 'string' ? part : shown(part))).join(' ')})`
    case 'list':
      return `[${expr.elements.map(shown).join(' ')}]`
    case 'comprehension':
      return `${expr.macro}<${shown(expr.range)}>`
    default:
      return expr.kind
  }
}

const tree = (source: string): string => shown(parse(source, { macros, optionalSyntax: true }))

describe('what binds to what', () => {
  it.each([
    ['1 + 2 * 3', '(_+_ 1 (_*_ 2 3))'],
    ['a || b && c', '(_||_ a (_&&_ b c))'],
    ['a || b || c || d', '(_||_ (_||_ a b) (_||_ c d))'],
    ['a ? b : c ? d : e', '(_?_:_ a b (_?_:_ c d e))'],
    ['a == b == c', '(_==_ (_==_ a b) c)'],
    ['-1', '-1'],
    ['- -1', '1'],
    ['--a', 'a'],
    ['!!!a', '(!_ a)'],
    ['!-1', '(!_ -1)'],
    ['a.b[0].c(d)', '(c (_[_] a.b 0) d)'],
    ['a.?b[?0]', '(_[?_] (_?._ a b) 0)'],
    ['has(a.b)', 'has(a.b)'],
    ['l.all(x, x > 0)', 'all<l>'],
    ['[1, 2,]', '[1 2]'],
    ['[,]', '[]'],
    ['1 // a remark', '1'],
    [String.raw`'\u00e9\x41\101'`, 'éAA'],
  ])('%s', (source, expected) => {
    expect(tree(source)).toBe(expected)
  })
})

describe('faults in the words of the server', () => {
  it.each([
    ['1 +', '1:4: Syntax error: mismatched input'],
    ['+ 1', "1:1: Syntax error: extraneous input '+' expecting"],
    ['(1', "1:3: Syntax error: missing ')' at '<EOF>'"],
    ['[1', "1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}"],
    ['a b', "1:3: Syntax error: extraneous input 'b' expecting <EOF>"],
    ['a.', "1:3: Syntax error: no viable alternative at input '.'"],
    ["'a", "1:1: Syntax error: token recognition error at: ''a'"],
    ['a & b', "1:3: Syntax error: token recognition error at: '& '"],
    ['if', '1:1: reserved identifier: if'],
    ['9223372036854775808', '1:1: invalid int literal'],
    ['[1].all(a.b, true)', 'argument must be a simple name'],
    ['', '1:0: Syntax error: mismatched input'],
    ["'é' + é", "1:7: Syntax error: token recognition error at: 'é'"],
  ])('%s', (source, part) => {
    expect(fault(source)).toContain(part)
  })

  it('marks the place below the line, in columns of code points', () => {
    expect(fault("'😀' + ;").split('\n').slice(0, 3)).toEqual([
      "ERROR: <input>:1:7: Syntax error: token recognition error at: ';'",
      " | '😀' + ;",
      ' | .．....^',
    ])
  })
})
