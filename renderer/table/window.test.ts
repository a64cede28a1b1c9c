import { describe, expect, it } from 'vitest'
import { planWindow } from './window.ts'

describe('the window of a table', () => {
  it('covers what is visible and more', () => {
    expect(planWindow({ start: 0, count: 0 }, 0, 40, 10_000)).toEqual({ start: 0, count: 200 })
  })

  it('stays while the visible rows keep their margin', () => {
    const current = { start: 0, count: 200 }
    expect(planWindow(current, 100, 140, 10_000)).toBe(current)
  })

  it('moves ahead before the visible rows reach its end', () => {
    const next = planWindow({ start: 0, count: 200 }, 150, 190, 10_000)
    expect(next.start).toBe(102)
    expect(next.start + next.count).toBeGreaterThan(290)
  })

  it('reaches further up when the scroll goes up', () => {
    const next = planWindow({ start: 1000, count: 200 }, 990, 1030, 10_000)
    expect(990 - next.start).toBeGreaterThan(next.start + next.count - 1030)
  })

  it('does not ask again at the end of the rows', () => {
    const current = { start: 9900, count: 200 }
    expect(planWindow(current, 9960, 10_000, 10_000)).toBe(current)
  })

  it('asks for no more than a window may hold', () => {
    expect(planWindow({ start: 0, count: 0 }, 0, 300, 100_000).count).toBe(500)
  })

  it('jumps to wherever the scroll bar was put', () => {
    const next = planWindow({ start: 0, count: 200 }, 54_321, 54_361, 100_000)
    expect(next.start).toBeLessThan(54_321)
    expect(next.start + next.count).toBeGreaterThan(54_361)
  })
})
