import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { momentText } from '../ui/index.ts'
import { amountText, amountWords } from './amounts.ts'
import { onThemeChange } from './colours.ts'
import type { Plot, Plotted } from './plot.ts'
import styles from './TimeChart.module.css'

export interface TimeChartProps extends Plotted {
  /** e.g. `CPU`. */
  readonly title: string
}

/** Lines over time with a legend that tells the latest values, or those of the moment pointed at. */
export function TimeChart({ title, ...plotted }: TimeChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const place = usePlot(plotted, setPointed)
  const { unit, times, lines, bounds } = plotted
  const last = times.length - 1
  const index = pointed === null ? last : Math.min(pointed, last)
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        <ul className={styles.legend}>
          {lines.map(({ name, values }, line) => (
            <li key={name} className={styles.entry}>
              <span className={styles.key} data-line={line % 12} />
              {lines.length > 1 && <span className={styles.name}>{visibleText(name)}</span>}
              <span className={styles.value}>{valueText(unit, values[index] ?? null)}</span>
            </li>
          ))}
          {bounds.map(({ name, value, token }) => (
            <li key={name} className={styles.entry}>
              <span className={styles.dash} data-token={token} />
              <span className={styles.name}>{name}</span>
              <span className={styles.value}>{amountText(unit, value)}</span>
            </li>
          ))}
        </ul>
        <span className={styles.when}>{pointed === null ? '' : momentText(times[index] ?? 0)}</span>
      </figcaption>
      <div ref={place} className={styles.plot} role="img" aria-label={summary(title, plotted)} />
    </figure>
  )
}

function valueText(unit: Plotted['unit'], value: number | null): string {
  return value === null ? '–' : amountText(unit, value)
}

function summary(title: string, { unit, times, lines, bounds }: Plotted): string {
  const parts = lines.map(({ name, values }) => {
    const known = values.filter(value => value !== null)
    const now = known.at(-1)
    const who = lines.length > 1 ? `${visibleText(name)}: ` : ''
    return now === undefined
      ? `${who}not measured`
      : `${who}now ${amountWords(unit, now)}, most ${amountWords(unit, Math.max(...known))}`
  })
  const limits = bounds.map(({ name, value }) => `${name} ${amountWords(unit, value)}`)
  const since = times.length > 1 ? ` since ${momentText(times[0] ?? 0)}` : ''
  return `${title}${since}: ${[...parts, ...limits].join('; ')}`
}

/** Keeps a plot in the element for as long as it is there. */
function usePlot(plotted: Plotted, onPoint: (index: number | null) => void) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  const [theme, setTheme] = useState(0)
  const latest = useEffectEvent(() => plotted)
  // Other lines or bounds make another plot; other values only fill it anew.
  const shape = JSON.stringify([
    plotted.unit,
    plotted.lines.map(({ name }) => name),
    plotted.bounds.map(({ name, value }) => [name, value]),
  ])
  useEffect(() => onThemeChange(() => setTheme(count => count + 1)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape and the theme stand for what is drawn
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let isGone = false
    const observer = new ResizeObserver(() => plot.current?.resize(Math.max(120, element.clientWidth)))
    void import('./plot.ts').then(({ makePlot }) => {
      if (isGone) return
      plot.current = makePlot(element, latest(), onPoint)
      observer.observe(element)
    })
    return () => {
      isGone = true
      observer.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [shape, theme])
  useEffect(() => plot.current?.show(plotted))
  return place
}
