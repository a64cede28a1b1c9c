import { describe, expect, it } from 'vitest'
import { changingSteps, foldLines, linesOfStep, linesOfWay, type OriginLine } from './origins.ts'

const printed = (lines: readonly OriginLine[]) =>
  lines.map(
    ({ kind, text, step }) =>
      `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}${step === null ? '' : ` #${step}`}`,
  )

const sent = {
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'web:1' }] },
}
const labelled = { ...sent, metadata: { name: 'web', labels: { team: 'shop' } } }
const injected = {
  ...labelled,
  spec: {
    containers: [
      { name: 'proxy', image: 'p' },
      { name: 'web', image: 'web:1' },
    ],
  },
}
const pinned = {
  ...injected,
  spec: {
    containers: [
      { name: 'proxy', image: 'p:2' },
      { name: 'web', image: 'web:2' },
    ],
  },
}
const objects = [sent, labelled, injected, pinned]
const changes = [
  { index: 2, before: 0, after: 1 },
  { index: 5, before: 1, after: 2 },
  { index: 6, before: 2, after: 3 },
]

describe('the way of an object', () => {
  it('names for each line the step that wrote it, wherever it moved since', () => {
    expect(printed(linesOfWay(objects, changes))).toEqual([
      ' kind: Pod',
      ' metadata:',
      '+  labels: #2',
      '+    team: shop #2',
      '   name: web',
      ' spec:',
      '   containers:',
      '+  - image: p:2 #6',
      '+    name: proxy #5',
      '-  - image: web:1 #6',
      '+  - image: web:2 #6',
      '     name: web',
    ])
  })

  it('of one step shows only what that step did', () => {
    expect(printed(linesOfStep(objects, changes[2]!)).filter(line => line[0] !== ' ')).toEqual([
      '-  - image: p #6',
      '+  - image: p:2 #6',
      '-  - image: web:1 #6',
      '+  - image: web:2 #6',
    ])
  })

  it('without a change is the object as it was sent; of no object it is empty', () => {
    expect(printed(linesOfWay([{ a: 1 }], []))).toEqual([' a: 1'])
    expect(linesOfWay([null], [])).toEqual([])
    expect(linesOfWay([], [])).toEqual([])
  })

  it('takes objects that a trace names wrongly for empty ones', () => {
    expect(() => linesOfWay([sent], [{ index: 0, before: 0, after: 9 }])).not.toThrow()
  })
})

it('steps that change nothing are left out', () => {
  const step = {
    phase: 'mutatingPolicy',
    kind: '',
    name: '',
    round: 0,
    outcome: 'passed',
    certainty: 'predicted',
    reason: '',
  } as const
  expect(changingSteps([step, { ...step, change: { before: 0, after: 1 } }])).toEqual([
    { index: 1, before: 0, after: 1 },
  ])
})

it('what did not change folds away, except around a change and where folding saves nothing', () => {
  const line = (kind: OriginLine['kind']): OriginLine => ({ kind, text: '', step: null })
  const same = Array.from({ length: 8 }, () => line('same'))
  expect(foldLines([...same, line('added'), line('same'), line('same'), line('same')])).toEqual([
    { type: 'fold', from: 0, to: 6 },
    { type: 'lines', from: 6, to: 12 },
  ])
})
