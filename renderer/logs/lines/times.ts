import { assertNever } from '../../../shared/errors/index.ts'
import type { LogTime } from '../../live/index.ts'
import { formatDuration } from '../../ui/index.ts'

/** Characters that the time of a line takes at most. */
export const timeWidths: Readonly<Record<LogTime, number>> = { off: 0, time: 12, relative: 6, full: 24 }

/**
 * The moment of a line in the chosen form; empty where it is unknown.
 * @param time RFC 3339 with nanoseconds
 * @param now milliseconds since the epoch
 */
export function timeText(time: string, form: LogTime, now: number): string {
  if (form === 'off' || time === '') return ''
  const moment = Date.parse(time)
  if (Number.isNaN(moment)) return ''
  switch (form) {
    case 'time':
      return clockText(new Date(moment))
    case 'relative':
      return formatDuration(Math.max(0, now - moment))
    case 'full':
      return new Date(moment).toISOString()
    default:
      return assertNever(form)
  }
}

/** Time of day where the reader is, with milliseconds. */
export function clockText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`
}
