/**
 * Figures of use as they are drawn everywhere: amounts in words, bars against requests and limits,
 * sparklines, and lines over time. The plotting code is loaded with the first chart.
 */
export { amountText, amountWords, shareText, type Unit } from './amounts.ts'
export {
  type BoundWord,
  type DrawnFigure,
  drawnFigure,
  type Level,
  levelOf,
  sparkHeight,
  sparkPath,
  sparkWidth,
} from './figure.ts'
export { MetricsNote } from './MetricsNote.tsx'
export type { PlottedBound, PlottedLine } from './plot.ts'
export { TimeChart } from './TimeChart.tsx'
export { UsageBar } from './UsageBar.tsx'
export { useIsLooked, useLooked } from './useLooked.ts'
