import { CelError, DurationValue, TimestampValue } from './value.ts'

const second = 1_000_000_000n
/** From the first moment of year 1 to the last of year 9999, in seconds since the epoch. */
const [earliest, latest] = [-62_135_596_800n, 253_402_300_799n]

/** A moment, or an error for one that lies outside of the years 1 to 9999. */
export function timestampOf(nanoseconds: bigint, offsetMinutes = 0): TimestampValue | CelError {
  const seconds = secondsOf(nanoseconds)
  return seconds < earliest || seconds > latest
    ? new CelError('timestamp overflow')
    : new TimestampValue(nanoseconds, offsetMinutes)
}

/** A length of time, or an error for one that does not fit 64 bits of nanoseconds. */
export function checkDuration(nanoseconds: bigint): DurationValue | CelError {
  return BigInt.asIntN(64, nanoseconds) === nanoseconds
    ? new DurationValue(nanoseconds)
    : new CelError('integer overflow')
}

export const addTime = (
  { nanoseconds, offsetMinutes }: TimestampValue,
  by: bigint,
): TimestampValue | CelError => timestampOf(nanoseconds + by, offsetMinutes)

export const subtractTimes = (one: TimestampValue, other: TimestampValue): DurationValue | CelError =>
  checkDuration(one.nanoseconds - other.nanoseconds)

/** Whole seconds, towards the past. */
function secondsOf(nanoseconds: bigint): bigint {
  return (nanoseconds - fractionOf(nanoseconds)) / second
}

const fractionOf = (nanoseconds: bigint): bigint => ((nanoseconds % second) + second) % second

/** `2026-01-02T03:04:05.678Z`: as many digits of the second as are needed, in the zone it was written in. */
export function printTimestamp({ nanoseconds, offsetMinutes }: TimestampValue): string {
  const { date, clock } = wallTime(nanoseconds, offsetMinutes)
  const zone = offsetMinutes === 0 ? 'Z' : printOffset(offsetMinutes, ':')
  return `${date}T${clock}${zone}`
}

function wallTime(
  nanoseconds: bigint,
  offsetMinutes: number,
): { readonly date: string; readonly clock: string } {
  const local = new Date((Number(secondsOf(nanoseconds)) + offsetMinutes * 60) * 1000)
  const text = local.toISOString()
  const year = local.getUTCFullYear()
  // Beyond the years 0 to 9999 the ISO form has a sign; a zone may lead there.
  const date = text.startsWith('+') ? `${year}${text.slice(7, 13)}` : text.slice(0, 10)
  const time = text.slice(-13, -5)
  return { date, clock: `${time}${printFraction(fractionOf(nanoseconds))}` }
}

function printOffset(minutes: number, separator: ':' | ''): string {
  const length = Math.abs(minutes)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(length / 60))}${separator}${two(length % 60)}`
}

/** `2026-01-02 03:04:05 +0000 UTC`: how a moment stands in the server’s messages. */
export function showTimestamp({ nanoseconds, offsetMinutes }: TimestampValue): string {
  const { date, clock } = wallTime(nanoseconds, offsetMinutes)
  const zone = printOffset(offsetMinutes, '')
  return `${date} ${clock} ${zone} ${offsetMinutes === 0 ? 'UTC' : zone}`
}

/** `1h30m0s`: how a length of time stands in the server’s messages. */
export function showDuration({ nanoseconds }: DurationValue): string {
  if (nanoseconds === 0n) return '0s'
  const sign = nanoseconds < 0n ? '-' : ''
  const length = nanoseconds < 0n ? -nanoseconds : nanoseconds
  if (length < second) {
    const [unit, digits, name] =
      length < 1000n ? [1n, 0, 'ns'] : length < 1_000_000n ? [1000n, 3, 'µs'] : [1_000_000n, 6, 'ms']
    const fraction = String(length % (unit as bigint))
      .padStart(digits as number, '0')
      .replace(/0+$/, '')
    return `${sign}${length / (unit as bigint)}${digits !== 0 && fraction !== '' ? `.${fraction}` : ''}${name}`
  }
  const seconds = length / second
  const [h, m, s] = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n]
  const tail = `${s}${printFraction(length % second)}s`
  return `${sign}${h > 0n ? `${h}h${m}m` : m > 0n ? `${m}m` : ''}${tail}`
}

/** `90s`, `1.5s`: seconds, as the language writes durations; in the precision of a double, as there. */
export function printDuration({ nanoseconds }: DurationValue): string {
  // Whole seconds and the rest are added as doubles: long times lose their last digits.
  const seconds = Number(nanoseconds / second) + Number(nanoseconds % second) / 1e9
  return `${plainDecimal(seconds)}s`
}

/** A number without an exponent, in as few digits as tell it from its neighbours. */
function plainDecimal(value: number): string {
  const text = String(value)
  const [digits = '', power] = text.split('e')
  if (power === undefined) return text
  const places = -Number(power)
  const sign = digits.startsWith('-') ? '-' : ''
  return `${sign}0.${'0'.repeat(places - 1)}${digits.replace(/[-.]/g, '')}`
}

function printFraction(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return ''
  return `.${nanoseconds.toString().padStart(9, '0').replace(/0+$/, '')}`
}

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/

/** A moment in RFC 3339; null for a text that is none, an error for one out of range. */
export function parseTimestamp(text: string): TimestampValue | CelError | null {
  const found = rfc3339.exec(text)
  if (found === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, seconds = 0] = found.slice(1, 7).map(Number)
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, day)
  moment.setUTCHours(hour, minute, seconds, 0)
  const isReal = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
  if (!isReal || month < 1 || hour > 23 || minute > 59 || seconds > 59) return null
  const offset = offsetMinutes(found[8] ?? 'Z')
  if (offset === null) return null
  const fraction = BigInt((found[7] ?? '').padEnd(9, '0').slice(0, 9))
  const epochSeconds = BigInt(moment.getTime() / 1000) - BigInt(offset * 60)
  return timestampOf(epochSeconds * second + fraction, offset)
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number)
  // Some write a whole day or hour; the server lets them.
  if (hours > 24 || minutes > 60) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', 1_000_000n],
  ['s', second],
  ['m', 60n * second],
  ['h', 3600n * second],
])

const durationText = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/
const durationPart = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g

/** A length of time as Go writes it, `1h30m` or `-1.5s`; null for a text that is none. */
export function parseDuration(text: string): DurationValue | null {
  if (text === '0' || text === '+0' || text === '-0') return new DurationValue(0n)
  if (!durationText.test(text)) return null
  let total = 0n
  for (const [, whole = '', fraction = '', name = ''] of text.matchAll(durationPart)) {
    const unit = units.get(name) ?? 0n
    total += BigInt(whole || '0') * unit
    // Digits below a nanosecond are dropped.
    if (fraction !== '') total += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length)
  }
  const signed = text.startsWith('-') ? -total : total
  return BigInt.asIntN(64, signed) === signed ? new DurationValue(signed) : null
}

/** A moment as a calendar and a clock on a wall show it. Months and days count from 1, weekdays from Sunday 0. */
export interface CalendarTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly dayOfYear: number
  readonly dayOfWeek: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  readonly milliseconds: number
}

/** A moment in a time zone: a name such as `America/New_York`, or an offset such as `-02:00`. */
export function inZone(time: TimestampValue, zone: string): CalendarTime | CelError {
  const minutes = zone.includes(':') ? givenOffset(zone) : namedOffset(time, zone)
  if (minutes instanceof CelError) return minutes
  const local = new Date(Number(secondsOf(time.nanoseconds)) * 1000 + minutes * 60_000)
  const newYear = new Date(local)
  newYear.setUTCMonth(0, 1)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    dayOfYear: Math.round((local.getTime() - newYear.getTime()) / 86_400_000) + 1,
    dayOfWeek: local.getUTCDay(),
    hours: local.getUTCHours(),
    minutes: local.getUTCMinutes(),
    seconds: local.getUTCSeconds(),
    milliseconds: Number(fractionOf(time.nanoseconds) / 1_000_000n),
  }
}

function givenOffset(zone: string): number | CelError {
  const [hours = '', minutes = ''] = [zone.slice(0, zone.indexOf(':')), zone.slice(zone.indexOf(':') + 1)]
  for (const part of [hours, minutes])
    if (!/^[+-]?\d+$/.test(part)) return new CelError(`strconv.Atoi: parsing "${part}": invalid syntax`)
  const [h, m] = [Number(hours), Number(minutes)]
  return zone.startsWith('-') ? h * 60 - m : h * 60 + m
}

/** Minutes that a named zone is ahead of UTC at a moment. */
function namedOffset(time: TimestampValue, zone: string): number | CelError {
  // Servers run in UTC.
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0
  const moment = Number(secondsOf(time.nanoseconds)) * 1000
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(moment)
    const text = (type: string): string => parts.find(part => part.type === type)?.value ?? '0'
    const read = (type: string): number => Number(text(type))
    const local = new Date(0)
    // The year before the first is called the first before Christ.
    const year = text('era').startsWith('B') ? 1 - read('year') : read('year')
    local.setUTCFullYear(year, read('month') - 1, read('day'))
    local.setUTCHours(read('hour'), read('minute'), read('second'))
    return (local.getTime() - moment) / 60_000
  } catch {
    return new CelError(`unknown time zone ${zone}`)
  }
}
