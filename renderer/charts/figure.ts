import type { Figure } from '../../shared/ipc/index.ts'
import { amountText, amountWords, shareText, type Unit } from './amounts.ts'

/** How full something is: near what ends a process, or what it may not go beyond. */
export type Level = 'plain' | 'warning' | 'bad'

/** A figure in the terms of what is drawn. */
export interface DrawnFigure {
  readonly text: string
  /** Of the bar, 0 to 1; null where there is nothing to hold the use against. */
  readonly share: number | null
  /** Where on the bar the request is; null where the bar ends with it. */
  readonly mark: number | null
  readonly level: Level
  /** All of it in a sentence. */
  readonly words: string
}

const nearlyFull = 0.95
const ratherFull = 0.8

/** What the limit of a figure is called. */
export type BoundWord = 'limit' | 'allocatable' | 'quota'

/** Holds use against the limit, or the request where there is none. */
export function drawnFigure(unit: Unit, figure: Figure, bound: BoundWord = 'limit'): DrawnFigure {
  const { used, requests, limits } = figure
  const most = limits ?? requests
  const share = used === null || most === null || most === 0 ? null : used / most
  return {
    text: used === null ? '' : amountText(unit, used),
    share: share === null ? null : Math.min(1, share),
    mark: limits !== null && limits > 0 && requests !== null ? Math.min(1, requests / limits) : null,
    level: share === null || limits === null ? 'plain' : levelOf(share),
    words: wordsOf(unit, figure, bound),
  }
}

export function levelOf(share: number): Level {
  return share >= nearlyFull ? 'bad' : share >= ratherFull ? 'warning' : 'plain'
}

function wordsOf(unit: Unit, { used, requests, limits }: Figure, bound: BoundWord): string {
  const of = (most: number): string => (used === null ? '' : ` (${shareText(used, most)})`)
  const parts = [
    used === null ? 'not measured' : `${amountWords(unit, used)} used`,
    requests === null ? null : `${amountText(unit, requests)} requested${of(requests)}`,
    limits === null ? null : `${bound} ${amountText(unit, limits)}${of(limits)}`,
    requests === null && limits === null ? 'no request or limit known' : null,
  ]
  return parts.filter(part => part !== null).join(', ')
}

/** Pixels of a sparkline. */
export const sparkWidth = 44
export const sparkHeight = 14

/** The way of a line through a history, the latest at the right; gaps stay gaps. Empty for less than two points. */
export function sparkPath(history: readonly (number | null)[]): string {
  const most = history.reduce<number>((max, value) => Math.max(max, value ?? 0), 0)
  if (history.filter(value => value !== null).length < 2) return ''
  const step = sparkWidth / Math.max(1, history.length - 1)
  let path = ''
  let isDown = false
  for (const [index, value] of history.entries()) {
    if (value === null) {
      isDown = false
      continue
    }
    const x = Math.round(index * step * 10) / 10
    const y = Math.round((sparkHeight - 1 - (most === 0 ? 0 : value / most) * (sparkHeight - 2)) * 10) / 10
    path += `${isDown ? 'L' : 'M'}${x} ${y}`
    isDown = true
  }
  return path
}
