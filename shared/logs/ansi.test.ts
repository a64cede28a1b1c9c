import { describe, expect, it } from 'vitest'
import { growthOf, mostLinear } from './fixture/index.ts'
import { nearestColor, plainLine } from './index.ts'

const esc = '\u001b'

describe('what a terminal acts on is taken out, and the text stays', () => {
  it.each([
    ['the clipboard, OSC 52', `a${esc}]52;c;ZXZpbA==\u0007b`, 'ab'],
    ['the clipboard, ended by ST', `a${esc}]52;c;ZXZpbA==${esc}\\b`, 'ab'],
    ['a title', `${esc}]0;owned\u0007b`, 'b'],
    ['a report of the title', `a${esc}[21tb`, 'ab'],
    ['a report of the cursor and of the device', `a${esc}[6n${esc}[c${esc}[>0cb`, 'ab'],
    ['a hyperlink', `${esc}]8;;https://evil.example${esc}\\click${esc}]8;;${esc}\\`, 'click'],
    ['cursor movement', `a${esc}[2Ab${esc}[10;10Hc${esc}[2J${esc}[1;1fd`, 'abcd'],
    ['a device string', `a${esc}P$q"p${esc}\\b`, 'ab'],
    ['SOS, PM and APC', `a${esc}Xx${esc}\\b${esc}^y${esc}\\c${esc}_z${esc}\\d`, 'abcd'],
    ['the same as single characters', 'a\u009b31mb\u009d0;t\u009cc\u0090q\u009cd', 'abcd'],
    ['bells and questions', 'a\u0007b\u0005c', 'abc'],
    ['other character sets', `a${esc}(0b\u000ec\u000f${esc}(B`, 'abc'],
    ['a reset of the terminal', `a${esc}cb${esc}=${esc}7${esc}8`, 'ab'],
    ['private modes', `${esc}[?1049ha${esc}[?25l${esc}[?2004hb`, 'ab'],
    ['a code without an end', `a${esc}[`, 'a'],
    ['an escape alone', `a${esc}`, 'a'],
    ['a string without an end shows what it holds', `a${esc}]0;hidden`, 'a0;hidden'],
    ['zero bytes', 'a\u0000b', 'a\ufffdb'],
    ['nothing to take out', 'plain\ttext', 'plain\ttext'],
  ])('%s', (_what, raw, text) => expect(plainLine(raw).text).toBe(text))

  it('a string that goes on behind a cut is left out', () =>
    expect(plainLine(`a${esc}]0;hidden`, true).text).toBe('a'))

  it.each([
    ['text from right to left', 'a\u202egnp.exe'],
    ['characters without width', 'a\u200bb\ufeffc\u2060d'],
    ['other control characters', 'a\u000bb\u000cc\u007fd\u0085e'],
  ])('%s stays: the page marks it', (_what, raw) => expect(plainLine(raw).text).toBe(raw))
})

describe('carriage returns show what a terminal would', () => {
  it.each([
    ['the last of two', 'progress 10 %\rprogress 20 %', 'progress 20 %'],
    ['a shorter one leaves the rest', 'progress\rdone', 'doneress'],
    ['what is erased is gone', `progress 100 %\rdone${esc}[K`, 'done'],
    ['a row that is erased whole', `progress 100 %${esc}[2K\rdone`, 'done'],
    ['the end of a line of Windows is none', 'text\r', 'text'],
    ['several at the end', 'text\r\r', 'text'],
    ['backspaces', 'abc\b\bX', 'aXc'],
    ['pairs of surrogates stay whole', '😀😀\rx', 'x😀'],
  ])('%s', (_what, raw, text) => expect(plainLine(raw).text).toBe(text))

  it('in bounded work: ten thousand of them, and a megabyte before one', () => {
    expect(plainLine(`${'ab\r'.repeat(100_000)}c`).text).toBe('cb')
    expect(plainLine(`${'x'.repeat(1_000_000)}\rlast`).text).toBe('last')
  })
})

describe('the work grows with the line alone', () => {
  it.each([
    ...['\u0090', '\u0098', '\u009d', '\u009e', '\u009f', '\u009b'],
    ...['P', ']', '[', '(', ''].map(second => esc + second),
    ...['\u009dx\u0090', `\u009d${esc}`, `\u0090\u009c`, `${esc}]\u009d\u0007`],
    ...['K', '1K', '31m', '1;2'].map(code => `${esc}[${code}`),
    ...['x\r', 'x\b', `x${esc}[1K`, `\bx${esc}[1K`, `x\b${esc}[K`, `x\r${esc}[2K`],
  ])('for %j', repeated =>
    expect(growthOf(size => plainLine(repeated.repeat(size)))).toBeLessThan(mostLinear),
  )

  it.each(['1', '2', '0', ''])('for %j K behind a long row of cells', how => {
    // A bell between: a longer piece would stand for the whole row.
    const row = `${'x'.repeat(1000)}\u0007`
    const work = (size: number) => plainLine(`x\b${row.repeat(size / 1000)}${`${esc}[${how}K`.repeat(size)}`)
    expect(growthOf(work)).toBeLessThan(mostLinear)
  })

  it('what was erased twice and written between is as on a terminal', () => {
    expect(plainLine(`abcdef\b\b${esc}[1K\rxy${esc}[1Kz`).text).toBe('  z ef')
    expect(plainLine(`abcdef${esc}[1K\rx${esc}[1K${esc}[1Ky\b\b${esc}[1Kq`).text).toBe('qy')
  })
})

describe('looks become spans', () => {
  it.each([
    ['a colour', `${esc}[31mred${esc}[0m plain`, 'red plain', [{ length: 3, color: 1 }]],
    [
      'bright, background, weights',
      `a${esc}[1;3;4;92;41mb${esc}[22;23;24mc`,
      'abc',
      [
        { length: 1 },
        { length: 1, color: 10, background: 1, isBold: true, isItalic: true, isUnderlined: true },
        { length: 1, color: 10, background: 1 },
      ],
    ],
    ['an empty parameter is a reset', `${esc}[2mdim${esc}[m!`, 'dim!', [{ length: 3, isDim: true }]],
    [
      '256 colours',
      `${esc}[38;5;196mx${esc}[48;5;21my`,
      'xy',
      [
        { length: 1, color: 9 },
        { length: 1, color: 9, background: 4 },
      ],
    ],
    ['true colours', `${esc}[38;2;250;5;5mx`, 'x', [{ length: 1, color: 9 }]],
    ['true colours with colons', `${esc}[38:2::250:5:5mx`, 'x', [{ length: 1, color: 9 }]],
    ['codes behind a colour count', `${esc}[38;5;1;1mx`, 'x', [{ length: 1, color: 1, isBold: true }]],
    ['inverse', `${esc}[7mx`, 'x', [{ length: 1, color: 0, background: 7 }]],
    ['a private code is none', `${esc}[>4;2mx`, 'x', []],
    ['a wrong colour is none', `${esc}[38;5;999mx`, 'x', []],
    [
      'an overwritten look goes',
      `${esc}[31mabc\r${esc}[0mx`,
      'xbc',
      [{ length: 1 }, { length: 2, color: 1 }],
    ],
  ])('%s', (_what, raw, text, spans) => {
    const line = plainLine(raw)
    expect(line.text).toBe(text)
    expect(line.spans).toEqual(spans)
  })

  it('bounded: a line of a million looks goes on plain', () => {
    const line = plainLine(`${esc}[31ma${esc}[32mb`.repeat(50_000))
    expect(line.text).toHaveLength(100_000)
    expect(line.spans.length).toBeLessThanOrEqual(2001)
  })

  it('each of the sixteen is its own nearest', () => {
    expect([nearestColor(0, 0, 0), nearestColor(255, 255, 255), nearestColor(90, 90, 250)]).toEqual([
      0, 15, 12,
    ])
  })
})
