import { expect, test } from 'vitest'
import { Beats, Series } from './series.ts'

test('a beat that nobody wrote reads as not measured, before, between and after those that were', () => {
  const series = new Series()
  series.write(5, 100, 2000)
  series.write(8, 300, 4000)
  expect([4, 5, 6, 7, 8, 9].map(beat => series.cpuAt(beat))).toEqual([null, 100, null, null, 300, null])
  expect(series.memoryAt(8)).toBe(4000)
})

test('a series keeps its last values however long it is written', () => {
  const series = new Series()
  for (let beat = 0; beat < 2000; beat++) series.write(beat, beat, beat)
  for (let beat = 1850; beat < 2000; beat++) expect(series.cpuAt(beat)).toBe(beat)
  expect(series.cpuAt(1000)).toBeNull()
})

test('a series written again after a long pause holds no value of before the pause', () => {
  const series = new Series()
  for (let beat = 0; beat < 100; beat++) series.write(beat, 1, 1)
  series.write(5000, 7, 7)
  expect(series.cpuAt(5000)).toBe(7)
  expect(series.cpuAt(4999)).toBeNull()
})

test('beats are told for an hour and numbered on', () => {
  const beats = new Beats()
  for (let index = 0; index < 600; index++) beats.take(1_000_000 + index * 30_000)
  const { from, times } = beats.recent()
  expect(times.length).toBe(121)
  expect(from + times.length - 1).toBe(beats.last)
  expect(beats.at(beats.last)).toBe(1_000_000 + 599 * 30_000)
})
