import { AppError } from '../../../shared/errors/index.ts'
import { at, listAt, textAt } from '../../../shared/relations/index.ts'

const mostSeries = 60
const mostPoints = 1000

/** Points of each line by its name, times in seconds. */
export interface Matrix {
  readonly lines: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly omitted: number
}

/** Reads the answer of `query_range`, which may be anything. @throws AppError `serverFault` for what is none */
export function readMatrix(answer: unknown, by: string): Matrix {
  if (textAt(answer, 'status') !== 'success' || textAt(answer, 'data', 'resultType') !== 'matrix')
    throw new AppError({
      kind: 'serverFault',
      message: `Prometheus answered with something that is no range of values${reasonOf(answer)}.`,
    })
  const series = listAt(answer, 'data', 'result')
  const lines = new Map<string, Map<number, number>>()
  for (const one of series.slice(0, mostSeries)) {
    const name = by === '' ? '' : textAt(one, 'metric', by)
    const points = lines.get(name) ?? new Map<number, number>()
    lines.set(name, points)
    for (const point of listAt(one, 'values').slice(0, mostPoints)) {
      const [time, text] = Array.isArray(point) ? point : []
      const value = Number(text)
      if (typeof time === 'number' && typeof text === 'string' && Number.isFinite(value))
        points.set(Math.round(time), value)
    }
  }
  return { lines, omitted: Math.max(0, series.length - mostSeries) }
}

function reasonOf(answer: unknown): string {
  const error = at(answer, 'error')
  return typeof error === 'string' && error !== '' ? `: ${error.slice(0, 300)}` : ''
}
