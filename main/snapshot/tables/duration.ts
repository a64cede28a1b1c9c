const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

/**
 * A duration in the words of the API server's tables, from `5s` to `3y41d`: two units while
 * small, one later (k8s.io/apimachinery/pkg/util/duration, HumanDuration).
 * @param milliseconds a little below zero counts as zero: clocks differ.
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / second)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(milliseconds / minute)
  if (minutes < 10) return two(minutes, 'm', Math.floor(milliseconds / second) % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(milliseconds / hour)
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  if (hours < 192) return two(Math.floor(hours / 24), 'd', hours % 24, 'h')
  const days = Math.floor(milliseconds / day)
  if (days < 730) return `${days}d`
  if (milliseconds < 8 * year) return two(Math.floor(days / 365), 'y', days % 365, 'd')
  return `${Math.floor(days / 365)}y`
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`
}

/** Age of a timestamp as a cell; `<unknown>` for none, as the API server writes it. */
export function ageCell(timestamp: unknown, now: number): string {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) ? '<unknown>' : humanDuration(now - time)
}
