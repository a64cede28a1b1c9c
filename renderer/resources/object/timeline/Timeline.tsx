import { useEffect, useState } from 'react'
import { visibleText } from '../../../../shared/kube/index.ts'
import { momentText, Select } from '../../../ui/index.ts'
import {
  type Axis,
  axisOf,
  fittingSpan,
  type Lane,
  lanesOf,
  placeOn,
  type Span,
  spans,
  ticksOf,
} from './axis.ts'
import type { Entry } from './entries.ts'
import styles from './Timeline.module.css'

/** The axis moves on this often, in milliseconds. */
const pace = 5000

/** What happened to the object on one axis of time: rollouts, restarts and probes at a glance. */
export function Timeline({ entries }: { readonly entries: readonly Entry[] }) {
  const [chosen, setChosen] = useState<Span | null>(null)
  const now = useNow()
  const span = chosen ?? fittingSpan(entries, now)
  const axis = axisOf(span, entries, now)
  const { lanes, hidden } = lanesOf(entries, axis)
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <div className={styles.head}>
        <Select
          label="Timeline of"
          options={[...spans, { id: 'all', label: 'all there is' }]}
          value={span}
          onChange={id => setChosen(spans.find(one => one.id === id)?.id ?? 'all')}
        />
        <Legend />
      </div>
      {lanes.length === 0 ? (
        <p className={styles.hint}>Nothing is known to have happened in this time.</p>
      ) : (
        // The list below has every entry in words.
        <div className={styles.lanes} aria-hidden="true">
          {lanes.map(lane => (
            <LaneLine key={`${lane.type} ${lane.name}`} lane={lane} axis={axis} />
          ))}
          <AxisLine axis={axis} />
        </div>
      )}
      {hidden > 0 && <p className={styles.hint}>{`${hidden} more reasons are in the list below.`}</p>}
    </section>
  )
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pace)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Legend() {
  return (
    <p className={styles.hint} aria-hidden="true">
      {(
        [
          ['bad', 'failed'],
          ['warning', 'warning'],
          ['good', 'good'],
          ['change', 'the object changed'],
          ['plain', 'normal'],
        ] as const
      ).map(([look, word]) => (
        <span key={look} className={styles.key}>
          <span className={`${styles.point} ${styles[look]} ${styles.still}`} />
          {word}
        </span>
      ))}
    </p>
  )
}

function LaneLine({ lane, axis }: { readonly lane: Lane; readonly axis: Axis }) {
  return (
    <>
      <span className={styles.name}>{visibleText(lane.name)}</span>
      <div className={styles.lane}>
        {lane.entries.map(entry => (
          <Mark key={entry.id} entry={entry} axis={axis} />
        ))}
      </div>
    </>
  )
}

/** Shorter than this share of the axis, something is a point. */
const leastBar = 0.008

function Mark({ entry, axis }: { readonly entry: Entry; readonly axis: Axis }) {
  const { from, to, meaning, title, detail, count } = entry
  const start = placeOn(axis, from)
  const end = placeOn(axis, to ?? axis.end)
  const look = styles[meaning ?? (entry.type === 'change' ? 'change' : 'plain')]
  const words = [title, count > 1 ? `${count} times` : '', momentText(to ?? from), detail]
  const hint = visibleText(words.filter(word => word !== '').join('\n'))
  if (end - start < leastBar && to !== null)
    return <span className={`${styles.point} ${look}`} style={{ left: `${end * 100}%` }} title={hint} />
  return (
    <span
      className={`${styles.bar} ${look}`}
      style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
      title={hint}
    >
      {count > 1 && <span className={styles.count}>{`${count}×`}</span>}
    </span>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const year = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })
const dayLength = 86_400_000
/** Further right on the axis there is no room for words. */
const lastLabel = 0.93

function AxisLine({ axis }: { readonly axis: Axis }) {
  const length = axis.end - axis.start
  const format = length < 2 * dayLength ? clock : length < 300 * dayLength ? day : year
  return (
    <>
      <span />
      <div className={styles.axis}>
        {ticksOf(axis).map(tick => (
          <span key={tick} className={styles.tick} style={{ left: `${placeOn(axis, tick) * 100}%` }}>
            {placeOn(axis, tick) < lastLabel && format.format(tick)}
          </span>
        ))}
      </div>
    </>
  )
}
