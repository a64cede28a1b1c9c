import type { RequestTiming } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

const whole = new Intl.NumberFormat()
const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** `0.4 ms`, `12 ms`, `1.2 s`. */
export function millisText(millis: number): string {
  if (millis >= 1000) return `${oneDigit.format(millis / 1000)} s`
  return `${millis < 10 ? oneDigit.format(millis) : whole.format(Math.round(millis))} ms`
}

export function countText(count: number): string {
  return whole.format(count)
}

/** How a request went, in a word or its status. */
export function outcomeOf(request: RequestTiming): {
  readonly text: string
  readonly meaning: Meaning | null
} {
  const { status, failure, totalMillis, isStream } = request
  const text = status === null ? '' : String(status)
  if (failure === 'cancelled') return { text: text === '' ? 'cancelled' : text, meaning: null }
  if (failure !== null) return { text: text === '' ? failure : text, meaning: 'bad' }
  if (totalMillis === null) return { text: text === '' ? 'waiting' : isStream ? 'open' : text, meaning: null }
  return { text, meaning: status !== null && status >= 400 ? 'bad' : null }
}
