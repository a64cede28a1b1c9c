import { expect, it, test } from 'vitest'
import type { Snapshot } from '../../shared/ipc/index.ts'
import { matchingProblems, megabytes, placeOf, problemSentence } from './dumpText.ts'

const dump = (files: readonly string[], problemCount = files.length): Snapshot => ({
  context: 'c',
  name: 'dump',
  paths: ['/d'],
  status: { phase: 'ready', files: 340, objects: 1, kinds: 1, held: [], newest: 0 },
  problems: files.map(file => ({ file, line: 3, message: 'is no YAML' })),
  problemCount,
})

const twice = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  problems: snapshot.problems.map(problem => ({ ...problem, isDuplicate: true })),
})

it.each([
  [dump([]), null],
  [dump(['a', 'a', 'b']), '2 of 340 files could not be read in full'],
  [dump(['a', 'b'], 5000), '5,000 things in it could not be read'],
  [{ ...dump(['a']), status: { phase: 'closed' } as const }, '1 file could not be read in full'],
  [twice(dump(['a', 'b'])), '2 objects are there twice and differ'],
  [twice(dump(['a'])), '1 object is there twice and differs'],
])('problems in one sentence', (snapshot, expected) => expect(problemSentence(snapshot)).toBe(expected))

it.each([
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [123_456_789, '123.5 MB'],
])('%i bytes are %s', (bytes, text) => expect(megabytes(bytes)).toBe(text))

test('problems are found by place and message', () => {
  const { problems } = dump(['pods.yaml', 'nodes.yaml'])
  expect(matchingProblems(problems, 'PODS yaml').map(placeOf)).toEqual(['pods.yaml:3'])
  expect(matchingProblems(problems, '')).toHaveLength(2)
  expect(placeOf({ file: 'a', message: '' })).toBe('a')
})
