import type { CSSProperties } from 'react'
import type { LineLooks } from './cells.ts'
import { timeWidths } from './times.ts'

/** Pixels before the first cell, and of the place of the level. */
const edge = 10
const gutter = 18

/** Widths of what stands before the text of a line, as custom properties of the lines. */
export function columnsBefore({ time, hasSources, tags }: LineLooks): CSSProperties {
  const characters: number[] = []
  if (time !== 'off') characters.push(timeWidths[time] + 1)
  if (hasSources) characters.push(Math.max(4, ...[...tags.values()].map(({ label }) => label.length)) + 3)
  const widths = characters.map((width, index) => `calc(${width}ch + ${index === 0 ? edge : 0}px)`)
  const total = characters.reduce((sum, width) => sum + width, 0)
  const gutterWidth = characters.length === 0 ? gutter + edge : gutter
  return {
    '--before': [...widths, `${gutterWidth}px`].join(' '),
    '--before-width': `${total}ch + ${gutter + edge}px`,
    '--first-column': widths.length + 2,
  } as CSSProperties
}
