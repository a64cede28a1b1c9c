import { type Entry, endOf } from './entries.ts'

const minute = 60_000
const hour = 60 * minute

/** Spans of time that the axis may show, in milliseconds, with their names. */
export const spans = [
  { id: '15m', label: '15 minutes', length: 15 * minute },
  { id: '1h', label: '1 hour', length: hour },
  { id: '6h', label: '6 hours', length: 6 * hour },
  { id: '24h', label: '24 hours', length: 24 * hour },
  { id: '7d', label: '7 days', length: 7 * 24 * hour },
] as const
export type Span = (typeof spans)[number]['id'] | 'all'

/** What began a little before the axis does is cut rather than shown in a corner of a longer one. */
const slack = 1.1

/** The shortest span that shows all events, or what happened last where there are none. */
export function fittingSpan(entries: readonly Entry[], now: number): Span {
  const events = entries.filter(({ type }) => type === 'event')
  const [latest] = entries
  const oldest = events.length > 0 ? Math.min(...events.map(({ from }) => from)) : latest && endOf(latest)
  if (oldest === undefined) return '1h'
  return spans.find(({ length }) => oldest >= now - length * slack)?.id ?? 'all'
}

/** From when to when, in milliseconds since the epoch. */
export interface Axis {
  readonly start: number
  readonly end: number
}

export function axisOf(span: Span, entries: readonly Entry[], now: number): Axis {
  const known = spans.find(({ id }) => id === span)
  if (known !== undefined) return { start: now - known.length, end: now }
  const oldest = Math.min(now - 15 * minute, ...entries.map(({ from }) => from))
  return { start: oldest - (now - oldest) * 0.02, end: now }
}

/** Where a moment is on the axis, 0 to 1. */
export function placeOn({ start, end }: Axis, moment: number): number {
  return Math.min(1, Math.max(0, (moment - start) / (end - start)))
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440, 2880, 10_080, 43_200, 129_600, 525_600].map(
  count => count * minute,
)
const mostTicks = 7

/** Round moments on the axis. */
export function ticksOf({ start, end }: Axis): readonly number[] {
  const step = steps.find(one => (end - start) / one <= mostTicks) ?? (end - start) / mostTicks
  const offset = new Date(start).getTimezoneOffset() * minute
  const ticks: number[] = []
  for (let tick = Math.ceil((start - offset) / step) * step + offset; tick <= end; tick += step)
    ticks.push(tick)
  return ticks
}

/** One line of the timeline. */
export interface Lane {
  readonly name: string
  readonly type: Entry['type']
  readonly entries: readonly Entry[]
}

const order: readonly Entry['type'][] = ['change', 'condition', 'container', 'event']
/** More lines than this are no glance any more. */
const mostLanes = 14

/** What happened within the axis, in lines: changes, conditions, containers, then events by reason. */
export function lanesOf(
  entries: readonly Entry[],
  { start }: Axis,
): { readonly lanes: readonly Lane[]; readonly hidden: number } {
  const lanes = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.to !== null && entry.to < start) continue
    const key = `${order.indexOf(entry.type)} ${entry.lane}`
    const lane = lanes.get(key)
    if (lane === undefined) lanes.set(key, [entry])
    else lane.push(entry)
  }
  const sorted = [...lanes.values()]
    .flatMap((inLane): readonly Lane[] => {
      const [first] = inLane
      return first === undefined ? [] : [{ name: first.lane, type: first.type, entries: inLane }]
    })
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
  return { lanes: sorted.slice(0, mostLanes), hidden: Math.max(0, sorted.length - mostLanes) }
}
