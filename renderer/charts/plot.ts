import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { amountText, type Unit } from './amounts.ts'
import { colourOf, lineToken } from './colours.ts'

/** A line of values, null where there is none. */
export interface PlottedLine {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** A value that holds all the time, as a dashed line. */
export interface PlottedBound {
  readonly name: string
  readonly value: number
  readonly token: string
}

export interface Plotted {
  readonly unit: Unit
  /** Milliseconds since the epoch, ascending. */
  readonly times: readonly number[]
  readonly lines: readonly PlottedLine[]
  readonly bounds: readonly PlottedBound[]
}

export interface Plot {
  show(plotted: Plotted): void
  resize(width: number): void
  destroy(): void
}

export const plotHeight = 132
/** A bound that is further off than this many times the most use would press the lines to the ground. */
const farOff = 5

/** Which bounds are drawn; the others are only named. */
export function drawnBounds({ lines, bounds }: Plotted): readonly PlottedBound[] {
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map(value => value ?? 0)))
  return bounds.filter(({ value }) => most === 0 || value <= most * farOff)
}

/**
 * Draws lines over time onto a canvas inside of an element.
 * @param onPoint told the index of the moment that is pointed at; null: none is
 */
export function makePlot(place: HTMLElement, first: Plotted, onPoint: (index: number | null) => void): Plot {
  const bounds = drawnBounds(first)
  const plot = new uPlot(optionsOf(place, first, bounds, onPoint), dataOf(first, bounds), place)
  return {
    show: plotted => plot.setData(dataOf(plotted, bounds)),
    resize: width => plot.setSize({ width, height: plotHeight }),
    destroy: () => plot.destroy(),
  }
}

function dataOf({ times, lines }: Plotted, bounds: readonly PlottedBound[]): uPlot.AlignedData {
  return [
    times.map(time => time / 1000),
    ...lines.map(({ values }) => [...values]),
    ...bounds.map(({ value }) => times.map(() => value)),
  ]
}

function optionsOf(
  place: HTMLElement,
  { unit, lines }: Plotted,
  bounds: readonly PlottedBound[],
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const text = colourOf(place, '--text-2')
  const grid = { stroke: colourOf(place, '--line'), width: 1 }
  const font = `11px ${getComputedStyle(place).fontFamily}`
  return {
    width: Math.max(120, place.clientWidth),
    height: plotHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 } },
    padding: [8, 8, 0, 0],
    scales: { x: { time: true }, y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [
      {
        stroke: text,
        grid: { show: false },
        ticks: { ...grid, size: 4 },
        font,
        space: 72,
        size: 26,
        values: timeTexts,
      },
      {
        stroke: text,
        grid,
        ticks: { show: false },
        font,
        size: 52,
        space: 32,
        incrs: unit === 'cpu' ? cpuSteps : memorySteps,
        values: (_plot, values) => values.map(value => amountText(unit, value)),
      },
    ],
    series: [
      {},
      ...lines.map((_line, index) => ({
        stroke: colourOf(place, lineToken(index)),
        width: 1.5,
        points: { show: false },
        ...(lines.length === 1
          ? { fill: `color-mix(in srgb, ${colourOf(place, lineToken(0))} 12%, transparent)` }
          : {}),
      })),
      ...bounds.map(({ token }) => ({
        stroke: colourOf(place, token),
        width: 1,
        dash: [5, 4],
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [plot => onPoint(plot.cursor.idx ?? null)] },
  }
}

const cpuSteps = [
  1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
]
const memorySteps = Array.from({ length: 42 }, (_, index) => 2 ** (index + 10))

const minutes = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const seconds = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

function timeTexts(_plot: uPlot, values: number[], _axis: number, _space: number, step: number): string[] {
  const format = step >= 86_400 ? days : step < 60 ? seconds : minutes
  return values.map(value => format.format(value * 1000))
}
