import { describe, expect, it } from 'vitest'
import { leastSize, parseWindowState, placeOf } from './bounds.ts'

const laptop = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -2560, y: -200, width: 2560, height: 1400 }
const was = { x: 100, y: 80, width: 1200, height: 800 }

describe('the window opens', () => {
  it.each([
    ['of the usual size the first time', null, [laptop], { width: 1400, height: 900, isMaximised: false }],
    [
      'no larger than a small display',
      null,
      [{ x: 0, y: 0, width: 1280, height: 720 }],
      { width: 1280, height: 720, isMaximised: false },
    ],
    ['as it was left', { bounds: was, isMaximised: false }, [laptop], { ...was, isMaximised: false }],
    ['maximised as it was left', { bounds: was, isMaximised: true }, [laptop], { ...was, isMaximised: true }],
    [
      'on the display to the left',
      { bounds: { ...was, x: -2000 }, isMaximised: false },
      [laptop, left],
      { ...was, x: -2000, isMaximised: false },
    ],
    [
      'where the system likes, when its display is gone',
      { bounds: { ...was, x: -2000 }, isMaximised: true },
      [laptop],
      { width: 1200, height: 800, isMaximised: true },
    ],
    [
      'where the system likes, when only a sliver would show',
      { bounds: { ...was, x: 1850 }, isMaximised: false },
      [laptop],
      { width: 1200, height: 800, isMaximised: false },
    ],
    [
      'where the system likes, when its title would be above the display',
      { bounds: { ...was, y: -300 }, isMaximised: false },
      [laptop],
      { width: 1200, height: 800, isMaximised: false },
    ],
    [
      'no smaller than its views allow',
      { bounds: { x: 5, y: 5, width: 300, height: 200 }, isMaximised: false },
      [laptop],
      { x: 5, y: 5, width: 1024, height: 700, isMaximised: false },
    ],
    [
      'of the least size on a display that is smaller',
      { bounds: was, isMaximised: false },
      [{ x: 0, y: 0, width: 800, height: 600 }],
      { ...was, ...leastSize, isMaximised: false },
    ],
    ['even when no display is told', null, [], { width: 1400, height: 900, isMaximised: false }],
  ] as const)('%s', (_rule, state, displays, place) => expect(placeOf(state, displays)).toEqual(place))
})

describe('a file that holds no state counts as none', () => {
  it.each([
    '',
    'null',
    '[]',
    '{"bounds":{}}',
    '{"bounds":{"x":"1","y":0,"width":10,"height":10}}',
    '{"bounds":{"x":1,"y":0,"width":0,"height":10}}',
    '{"bounds":{"x":1e99,"y":0,"width":10,"height":10}}',
  ])('%j', text => expect(parseWindowState(text)).toBeNull())
})

it('a state goes through its text unchanged', () => {
  const state = { bounds: was, isMaximised: true }
  expect(parseWindowState(JSON.stringify(state))).toEqual(state)
})
