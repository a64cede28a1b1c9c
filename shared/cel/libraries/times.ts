import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { type CalendarTime, inZone } from '../values/time.ts'
import { CelError, type DurationValue, type Result, type TimestampValue } from '../values/value.ts'
import { member } from './define.ts'

const { duration, int, string, timestamp } = types

/** Parts of a moment: function, overload, and what it reads. */
const parts: readonly (readonly [name: string, id: string, read: (time: CalendarTime) => number])[] = [
  ['getFullYear', 'timestamp_to_year', time => time.year],
  ['getMonth', 'timestamp_to_month', time => time.month - 1],
  ['getDayOfYear', 'timestamp_to_day_of_year', time => time.dayOfYear - 1],
  ['getDayOfMonth', 'timestamp_to_day_of_month', time => time.day - 1],
  ['getDate', 'timestamp_to_day_of_month_1_based', time => time.day],
  ['getDayOfWeek', 'timestamp_to_day_of_week', time => time.dayOfWeek],
  ['getHours', 'timestamp_to_hours', time => time.hours],
  ['getMinutes', 'timestamp_to_minutes', time => time.minutes],
  ['getSeconds', 'timestamp_to_seconds', time => time.seconds],
  ['getMilliseconds', 'timestamp_to_milliseconds', time => time.milliseconds],
]

const withZone = (id: string): string => (id === 'timestamp_to_seconds' ? `${id}_tz` : `${id}_with_tz`)

const ofMoments: readonly FunctionDefinition[] = parts.flatMap(([name, id, read]) => {
  const call = (time: TimestampValue, zone: string): Result => {
    const local = inZone(time, zone)
    return local instanceof CelError ? local : BigInt(read(local))
  }
  return [
    member(name, id, [timestamp], int, (time: TimestampValue) => call(time, 'UTC')),
    member(name, withZone(id), [timestamp, string], int, call),
  ]
})

/** Whole units of a length of time. */
const lengths: readonly (readonly [name: string, id: string, nanoseconds: bigint])[] = [
  ['getHours', 'duration_to_hours', 3_600_000_000_000n],
  ['getMinutes', 'duration_to_minutes', 60_000_000_000n],
  ['getSeconds', 'duration_to_seconds', 1_000_000_000n],
  ['getMilliseconds', 'duration_to_milliseconds', 1_000_000n],
]

export const timeLibrary: readonly FunctionDefinition[] = [
  ...ofMoments,
  ...lengths.map(([name, id, unit]) =>
    member(name, id, [duration], int, ({ nanoseconds }: DurationValue) => nanoseconds / unit),
  ),
]
