import { describe, expect, it } from 'vitest'
import { formatDuration } from './age.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('a duration reads as kubectl writes it', () => {
  it.each([
    [-10 * second, '<invalid>'],
    [-second, '0s'],
    [0, '0s'],
    [119 * second, '119s'],
    [120 * second, '2m'],
    [125 * second, '2m5s'],
    [9 * minute + 59 * second, '9m59s'],
    [10 * minute + 30 * second, '10m'],
    [179 * minute, '179m'],
    [3 * hour + 12 * minute, '3h12m'],
    [8 * hour, '8h'],
    [47 * hour, '47h'],
    [2 * day, '2d'],
    [5 * day + 3 * hour, '5d3h'],
    [9 * day + 3 * hour, '9d'],
    [729 * day, '729d'],
    [730 * day, '2y'],
    [800 * day, '2y70d'],
    [9 * 365 * day, '9y'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })
})
