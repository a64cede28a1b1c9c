import { expect, it } from 'vitest'
import { omittedWords } from './index.ts'

it.each([
  [{ findings: 5, omitted: 0 }, []],
  [
    { findings: 201_000, omitted: 1000 },
    ['Files hold the first 200,000 findings; 1,000 more are counted and no more.'],
  ],
])('of %j it is said what files lack', (totals, words) => expect(omittedWords(totals)).toEqual(words))
